import type { Attribute, ComponentAttribute, DynamicZoneAttribute } from "../../schema/attribute.ts";
import type { AnyModel, Component } from "../../schema/content-type.ts";
import { isRecord, type UnknownRecord } from "../../schema/shapes/record.ts";
import { componentOf, itemData } from "../component-data.ts";
import { own } from "../data.ts";
import type { ComponentInput, Input, InputValue } from "../input.ts";
import { faultAt, type Path } from "../path.ts";
import { checkScalar } from "../scalars/check-scalar.ts";
import { checkLinks } from "./check-links.ts";
import { kindFaults, lengthFaults } from "./list-faults.ts";
import { type DataScope, isRequired, mustBePresent } from "./scope.ts";
import { typeFault } from "./type-fault.ts";

/** Checks the values of a content type or component in the order of its attributes. Faults go to the findings. */
export function checkModel(scope: DataScope, model: AnyModel, data: UnknownRecord): Input {
  const input = new Map<string, InputValue>();
  for (const attribute of model.attributes.values()) {
    const sent = attribute.system ? undefined : own(data, attribute.name);
    const value = checkConditional(scope, attribute, data, sent);
    if (value !== undefined) input.set(attribute.name, value);
  }
  return input;
}

/** Where the condition of an attribute is not met, values need only be such that they can be stored. */
function checkConditional(scope: DataScope, attribute: Attribute, data: UnknownRecord, sent: unknown) {
  const { condition } = attribute;
  if (condition === undefined) return checkAttribute(scope, attribute, sent);
  if (condition.isMet(data)) return checkAttribute(scope, condition.met, sent);
  return checkAttribute({ ...scope, full: false }, condition.unmet, sent);
}

function checkAttribute(scope: DataScope, attribute: Attribute, sent: unknown): InputValue | undefined {
  switch (attribute.kind) {
    case "scalar":
      return checkScalar(scope, attribute, sent);
    case "relation":
    case "media":
    case "morph":
      return checkLinks(scope, attribute, sent);
    case "component":
      return attribute.repeatable ? checkList(scope, attribute, sent) : checkSingle(scope, attribute, sent);
    case "dynamiczone":
      return checkList(scope, attribute, sent);
  }
}

function checkSingle(scope: DataScope, attribute: ComponentAttribute, sent: unknown): InputValue | undefined {
  const path = [...scope.path, attribute.name];
  const required = isRequired(scope, attribute);
  const given = sent === undefined && scope.operation === "publish" ? null : sent;
  if (given === undefined) {
    if (required && mustBePresent(scope)) scope.findings.add([faultAt(path, "must be defined.")]);
    return undefined;
  }
  if (given === null && !required) return { kind: "component", component: null };
  if (!isRecord(given)) {
    scope.findings.add([typeFault(path, "object", given, given)]);
    return undefined;
  }
  const component = scope.schema.component(attribute.component);
  const steps = [attribute.name];
  return { kind: "component", component: checkComponent(scope, component, given, steps, steps) };
}

type ListAttribute = ComponentAttribute | DynamicZoneAttribute;

function checkList(scope: DataScope, attribute: ListAttribute, sent: unknown): InputValue | undefined {
  const path = [...scope.path, attribute.name];
  if (sent === undefined) {
    if (isListMissed(scope, attribute)) scope.findings.add([faultAt(path, "must be defined.")]);
    return undefined;
  }
  if (!Array.isArray(sent)) {
    scope.findings.add([typeFault(path, "array", sent, sent)]);
    if (typeof sent === "string") reportZoneFault(scope, attribute, undefined);
    return undefined;
  }
  const components = sent.flatMap((item, index) => checkItem(scope, attribute, item, index) ?? []);
  if (scope.full) scope.findings.add(lengthFaults(scope, attribute, sent));
  return { kind: "components", components };
}

function isListMissed(scope: DataScope, attribute: ListAttribute): boolean {
  if (scope.full) return isRequired(scope, attribute) && mustBePresent(scope);
  return attribute.required && attribute.writable && scope.operation === "create" && scope.rules.draftsNeedLists;
}

function checkItem(scope: DataScope, attribute: ListAttribute, item: unknown, index: number): ComponentInput | null {
  const steps = [attribute.name, index];
  const path = [...scope.path, ...steps];
  const data = itemData(item);
  const component = data === null ? undefined : componentOf(scope.schema, attribute, data);
  if (data !== null && component !== undefined) {
    const unique = attribute.kind === "dynamiczone" ? [attribute.name, component.uid] : [attribute.name];
    return checkComponent(scope, component, data, steps, unique);
  }
  if (data === null) scope.findings.add([typeFault(path, "object", null, item)]);
  else if (attribute.kind === "dynamiczone")
    scope.findings.add(kindFaults(scope, path, attribute, own(data, "__component")));
  reportZoneFault(scope, attribute, data === null ? "no item" : own(data, "__component"));
  return null;
}

/** `named`: what should be a component's uid; any value if there is no item. */
function reportZoneFault({ findings, rules }: DataScope, { kind }: ListAttribute, named: unknown): void {
  if (kind !== "dynamiczone" || rules.zoneFaults === "plain") return;
  const nameless = named === undefined || named === null || named === "";
  findings.invalidReference(nameless ? NAMELESS : undefined);
}

const NAMELESS = "Cannot build relations store from dynamiczone, component identifier is undefined";

function checkComponent(
  scope: DataScope,
  component: Component,
  data: UnknownRecord,
  steps: Path,
  uniqueSteps: readonly string[],
): ComponentInput {
  const id = scope.fresh ? null : idOf(data);
  const inside: DataScope = {
    ...scope,
    path: [...scope.path, ...steps],
    uniquePath: [...scope.uniquePath, ...uniqueSteps],
    fresh: id === null && scope.operation !== "publish",
  };
  return { component: component.uid, id, input: checkModel(inside, component, data) };
}

/** No stored component has this id. */
const NO_ID = 0;

/** Null for a new component. A value that is not a number is the id of no component. */
function idOf(data: UnknownRecord): number | null {
  const id = own(data, "id");
  if (id === undefined) return null;
  if (typeof id === "string" && /^\d+$/.test(id)) return Number(id);
  return typeof id === "number" ? id : NO_ID;
}
