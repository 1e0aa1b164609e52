import type { Attribute, ComponentAttribute, DynamicZoneAttribute } from "../../schema/attribute.ts";
import type { AnyModel } from "../../schema/content-type.ts";
import type { UnknownRecord } from "../../schema/shapes/record.ts";
import { componentOf, itemData } from "../component-data.ts";
import { own } from "../data.ts";
import { SCALAR_RULES } from "../scalars/scalar-types.ts";
import type { DataScope } from "./scope.ts";

type ListAttribute = ComponentAttribute | DynamicZoneAttribute;

/** A list of components as an issue shows it: converted, with defaults, without passwords and others' private values. */
export function shownList(scope: DataScope, attribute: ListAttribute, list: readonly unknown[]): readonly unknown[] {
  return list.map((item) => {
    const data = itemData(item);
    const component = data === null ? undefined : componentOf(scope.schema, attribute, data);
    return data === null || component === undefined ? data : shownComponent(scope, component, data);
  });
}

function shownComponent(scope: DataScope, model: AnyModel, data: UnknownRecord): UnknownRecord {
  const attributes = [...model.attributes.values()];
  const shown = attributes.map((each) => [each.name, shownValue(scope, each, own(data, each.name))] as const);
  const others = Object.entries(data).filter(([name]) => !model.attributes.has(name));
  return Object.fromEntries([...others, ...shown.filter(([, value]) => value !== undefined)]);
}

function shownValue(scope: DataScope, attribute: Attribute, sent: unknown): unknown {
  const { operation } = scope;
  if (operation === "publish" && attribute.private) return undefined;
  switch (attribute.kind) {
    case "scalar": {
      if (attribute.type === "password") return undefined;
      const value = sent === undefined && operation === "create" ? attribute.default : sent;
      return value === null || value === undefined ? value : SCALAR_RULES[attribute.type].convert(value);
    }
    case "component":
    case "dynamiczone":
      return shownComponents(scope, attribute, sent);
    default:
      return sent;
  }
}

function shownComponents(scope: DataScope, attribute: ListAttribute, sent: unknown): unknown {
  if (Array.isArray(sent)) return shownList(scope, attribute, sent);
  const [single] = shownList(scope, attribute, sent === undefined ? [] : [sent]);
  const isList = attribute.kind === "dynamiczone" || attribute.repeatable;
  return isList && sent === undefined && scope.operation === "create" ? [] : single;
}
