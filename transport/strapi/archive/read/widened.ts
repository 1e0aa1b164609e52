import type { Attribute, ScalarType } from "../../../../engine/internal.ts";

const TEXTS: ReadonlySet<ScalarType> = new Set(["string", "text", "richtext", "email", "uid"]);

/** The types that hold every value of a type, besides all of its own kind. */
const WIDER: { readonly [T in ScalarType]?: readonly ScalarType[] } = {
  integer: ["biginteger", "decimal", "float"],
  decimal: ["float"],
  float: ["decimal"],
};

/** Whether every value of an attribute in an archive has a place in the attribute of the project. */
export function isWidened(from: Attribute, to: Attribute): boolean {
  if (from.kind === "scalar" && to.kind === "scalar") return isWiderType(from.type, to.type);
  if (from.kind === "media" && to.kind === "media") return to.many;
  if (from.kind === "component" && to.kind === "component") return from.component === to.component && to.repeatable;
  if (from.kind !== "relation" || to.kind !== "relation") return false;
  const isElsewhere = from.target !== to.target || from.mappedBy !== to.mappedBy;
  return !isElsewhere && isWiderRelation(from.relation, to.relation);
}

function isWiderType(from: ScalarType, to: ScalarType): boolean {
  // A password's hash has no place where others can read it.
  if (to === "json") return from !== "password";
  if (TEXTS.has(to)) return TEXTS.has(from) || from === "enumeration";
  return WIDER[from]?.includes(to) === true;
}

/** One end may have more than before, neither fewer. */
function isWiderRelation(from: string, to: string): boolean {
  const isLost = (end: RegExp) => end.test(from) && !end.test(to);
  return !isLost(/^many/) && !isLost(/Many$/);
}
