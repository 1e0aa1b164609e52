import type { AnyModel } from "../schema/content-type.ts";
import type { Member, Populate, Select } from "./query.ts";

const DEFAULT: Member = { kind: "default" };

/** All readable fields of an entry, without anything populated. */
export const PLAIN: Select = [DEFAULT];

/** These fields under their own names. */
export function fieldsNamed(...names: readonly string[]): Select {
  return names.map((name) => ({ kind: "field", as: name, field: name }));
}

/**
 * The members of a REST entry in their fixed order (reads, §15): its identity, the chosen fields or all readable ones,
 * and the populated attributes.
 */
export function selectOf(
  { model }: AnyModel,
  fields: readonly string[] | null,
  populate: readonly Populate[] = [],
): Select {
  if (fields === null) return populate.length === 0 ? PLAIN : [DEFAULT, ...populate];
  const identity = model === "content-type" ? ["id", "documentId"] : ["id"];
  return [...fieldsNamed(...new Set([...identity, ...fields])), ...populate];
}

/** All readable fields, with these attributes populated. */
export function populating(...populate: readonly Populate[]): Select {
  return [DEFAULT, ...populate];
}

/** The entries behind an attribute, in stored order. */
export function entries(attribute: string, select: Select): Extract<Populate, { readonly kind: "entries" }> {
  return { kind: "entries", as: attribute, attribute, select, filter: null, sort: [], page: null };
}

export function isDefault(select: Select): boolean {
  return select.length === 1 && select[0]?.kind === "default";
}

/** The names of the chosen fields; null if all readable ones are chosen. */
export function fieldsIn(select: Select): readonly string[] | null {
  if (select.some(({ kind }) => kind === "default")) return null;
  return select.flatMap((member) => (member.kind === "field" ? [member.field] : []));
}

/** The populated attributes of a selection. */
export function populatedIn(select: Select): readonly Populate[] {
  return select.filter(isPopulate);
}

/** The selection without populated attributes. */
export function withoutPopulated(select: Select): Select {
  return select.filter((member) => !isPopulate(member));
}

function isPopulate(member: Member): member is Populate {
  return "attribute" in member;
}
