import type { Filter } from "../../query.ts";
import { isRawObject, isSingle, type RawObject } from "../raw-value.ts";
import { below, invalid } from "../refusal.ts";
import { resolveField } from "../resolve-field.ts";
import { type ParamScope, reportShape, scopeBehind } from "../scope.ts";
import { checkConditions } from "./conditions.ts";
import { checkIdentity } from "./identity.ts";
import { all, any, each, not } from "./logic.ts";
import { OPERATOR_RULES } from "./operators.ts";

/**
 * Checks `filters`: a condition on the entries of the scope's model (reads, §4 to §7). Null if it contains no
 * condition.
 */
export function checkFilters(scope: ParamScope, raw: unknown): Filter | null {
  if (raw === undefined || raw === null) return null;
  // Recorded: an empty text is ignored inside the options of `populate`, and refused as a parameter.
  if (raw === "" && scope.param === "populate") return null;
  const { faults } = scope.context;
  if (!isRawObject(raw)) {
    // Names are checked first, also in a list, which is not allowed here.
    if (Array.isArray(raw)) each(raw.filter(isRawObject), (item) => checkGroup({ scope, linked: false }, item));
    faults.report("shape", () => shapeFault(scope, raw));
    return null;
  }
  const filter = checkGroup({ scope, linked: false }, raw);
  faults.raise("unreadable");
  return filter;
}

/** An object of conditions. If it is about a linked entry, operators in it compare the entry's identity. */
interface Group {
  readonly scope: ParamScope;
  readonly linked: boolean;
}

function checkGroup(group: Group, raw: RawObject): Filter | null {
  return all(each(Object.keys(raw), (key) => checkMember(group, key, raw[key])));
}

function checkMember(group: Group, key: string, raw: unknown): Filter | null {
  const { scope } = group;
  scope.context.enter(scope.depth);
  if (raw === undefined) return null;
  switch (key) {
    case "$and":
      return all(checkList(group, key, raw));
    case "$or":
      return any(checkList(group, key, raw));
    case "$not":
      if (raw === null) return null;
      return not(Array.isArray(raw) ? all(checkList(group, key, raw)) : checkItem(deeper(group), key, raw));
    default:
      if (group.linked && OPERATOR_RULES.has(key)) return checkIdentity(scope, key, raw);
      return checkName(scope, key, raw);
  }
}

function checkList(group: Group, key: string, raw: unknown): Filter[] {
  if (Array.isArray(raw)) {
    group.scope.context.countItems(raw.length, "branches", group.scope.param);
    return each(raw, (item) => checkItem(deeper(group), key, item));
  }
  reportShape(group.scope, key, group.scope.path, `${key} expects a list of conditions`);
  return [];
}

function checkItem(group: Group, key: string, raw: unknown): Filter | null {
  if (isRawObject(raw)) return checkGroup(group, raw);
  // Recorded: a list among conditions means that all of its conditions hold.
  if (Array.isArray(raw) && raw.length > 0 && raw.every(isRawObject)) return all(checkList(group, key, raw));
  if (group.linked && isSingle(raw)) return checkIdentity(group.scope, "$eq", raw);
  reportShape(group.scope, key, group.scope.path, `${key} expects conditions`);
  return null;
}

function checkName(scope: ParamScope, name: string, raw: unknown): Filter | null {
  const field = resolveField(scope, name);
  if (field === null) return null;
  if (field.kind !== "scalar") return checkLinked(scopeBehind(scope, name, field), name, raw);
  const path = IDENTITY.has(name) ? scope.path : below(scope.path, name);
  return checkConditions({ scope, name, type: field.type, path }, raw);
}

/** Fields that are not attributes, so no path leads through them. */
const IDENTITY: ReadonlySet<string> = new Set(["id", "documentId"]);

/**
 * Checks conditions on the entries behind an attribute: names of fields there, operators on the identity, or
 * identities.
 */
function checkLinked(scope: ParamScope, attribute: string, raw: unknown): Filter | null {
  const filter = isRawObject(raw)
    ? checkGroup({ scope, linked: true }, raw)
    : checkIdentity(scope, Array.isArray(raw) ? "$in" : "$eq", raw);
  return filter === null ? null : { kind: "related", attribute, filter };
}

function shapeFault({ param }: ParamScope, raw: unknown) {
  if (Array.isArray(raw)) return invalid("The filters parameter must be an object", { source: "query", param });
  return invalid("The filters parameter must be an object or an array");
}

function deeper({ scope, linked }: Group): Group {
  return { scope: { ...scope, depth: scope.depth + 1 }, linked };
}
