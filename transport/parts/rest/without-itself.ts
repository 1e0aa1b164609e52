import type { ContentType, Filter, Populate, Query } from "../../../engine/internal.ts";

/** The query without links of a document to itself among its populated relations. */
export function withoutItself(query: Query, type: ContentType, documentId: string): Query {
  const other: Filter = { kind: "compare", field: "documentId", operator: "ne", operand: documentId };
  const populate = query.select.populate.map((each) => (leadsBack(type, each) ? narrowed(each, other) : each));
  return { ...query, select: { ...query.select, populate } };
}

function leadsBack(type: ContentType, { attribute: name }: Populate): boolean {
  const attribute = type.attributes.get(name);
  // Its localizations are not links: they are the document.
  return attribute?.kind === "relation" && attribute.target === type.uid && attribute.system !== true;
}

function narrowed(populate: Populate, filter: Filter): Populate {
  if (populate.kind === "zone" || populate.kind === "morph") return populate;
  const both: Filter = populate.filter === null ? filter : { kind: "and", filters: [populate.filter, filter] };
  return { ...populate, filter: both };
}
