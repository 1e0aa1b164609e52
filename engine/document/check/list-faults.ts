import type { Issue } from "../../error.ts";
import type { ComponentAttribute, DynamicZoneAttribute } from "../../schema/attribute.ts";
import { faultAt, type Path } from "../path.ts";
import { toText } from "../scalars/convert.ts";
import type { DataScope } from "./scope.ts";
import { shownList } from "./shown-list.ts";
import { typeFault } from "./type-fault.ts";

/** Too few or too many items. An empty list breaks the minimum only if the list is required (writes, §9). */
export function lengthFaults(
  scope: DataScope,
  attribute: ComponentAttribute | DynamicZoneAttribute,
  list: readonly unknown[],
): Issue[] {
  const { min = 0, max = Number.POSITIVE_INFINITY, required } = attribute;
  const fault = (message: string) =>
    faultAt([...scope.path, attribute.name], `field must have ${message} items`, shownList(scope, attribute, list));
  if (list.length < min && (required || list.length > 0)) return [fault(`at least ${min}`)];
  return list.length > max ? [fault(`less than or equal to ${max}`)] : [];
}

/** An item of a dynamic zone that does not name one of the zone's components. */
export function kindFaults(scope: DataScope, path: Path, zone: DynamicZoneAttribute, sent: unknown): Issue[] {
  const at = [...path, "__component"];
  if (sent === undefined) return [faultAt(at, "is a required field")];
  const value = toText(sent);
  const issues = typeof value === "string" ? [] : [typeFault(at, "string", value, sent)];
  const kinds = kindsToName(scope, zone, value);
  return [...issues, faultAt(at, `must be one of the following values: ${kinds.join(", ")}`, value)];
}

function kindsToName({ schema, rules }: DataScope, zone: DynamicZoneAttribute, value: unknown): readonly string[] {
  const exists = typeof value === "string" && schema.components.has(value);
  return rules.zoneFaults === "plain" || exists ? zone.components : [...schema.components.keys()];
}
