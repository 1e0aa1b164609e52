import type { ContentType, Filter, Member, Query } from "../../../../engine/internal.ts";

/** The query without links of a document to itself among its populated relations. */
export function omitSelfLinks(query: Query, type: ContentType, documentId: string): Query {
  const other: Filter = { kind: "compare", field: "documentId", operator: "ne", operand: documentId };
  return {
    ...query,
    select: query.select.map((member) => (leadsBack(type, member) ? narrowed(member, other) : member)),
  };
}

function leadsBack(type: ContentType, member: Member): boolean {
  const attribute = "attribute" in member ? type.attributes.get(member.attribute) : undefined;
  // Its localizations are not links: they are the document.
  return attribute?.kind === "relation" && attribute.target === type.uid && attribute.system !== true;
}

function narrowed(member: Member, filter: Filter): Member {
  if (!("filter" in member)) return member;
  const both: Filter = member.filter === null ? filter : { kind: "and", filters: [member.filter, filter] };
  return { ...member, filter: both };
}
