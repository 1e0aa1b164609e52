import type { AnyModel } from "../schema/content-type.ts";
import type { Schema } from "../schema/schema.ts";
import type { Relations } from "../state/links/relation.ts";
import type { Filter, Member, Query, Select, SortKey } from "./query.ts";

/**
 * uids of every content type that the answer to a query depends on: if none of them changes, the answer does not
 * change. A change of a link counts as a change of both ends.
 */
export function typesRead(schema: Schema, relations: Relations, query: Query): readonly string[] {
  const root = schema.type(query.type);
  const types = new Set([query.type, ...typesSelecting(schema, relations, root, query)]);
  typeWalk(schema, relations, types).inSelect(root, query.select);
  return [...types];
}

/** uids of the content types that conditions on entries and their order refer to, not including the entries' own type. */
export function typesSelecting(
  schema: Schema,
  relations: Relations,
  root: AnyModel,
  { filter, sort }: Pick<Query, "filter" | "sort">,
): readonly string[] {
  const types = new Set<string>();
  const walk = typeWalk(schema, relations, types);
  walk.inFilter(root, filter);
  walk.inSort(root, sort);
  return [...types];
}

/** uids of the content types that populated values depend on, not including the entry's own type. */
export function typesShown(schema: Schema, relations: Relations, root: AnyModel, select: Select): readonly string[] {
  const types = new Set<string>();
  typeWalk(schema, relations, types).inSelect(root, select);
  return [...types];
}

/** Collects the types that parts of a query refer to. */
function typeWalk(schema: Schema, relations: Relations, types: Set<string>) {
  const behind = (model: AnyModel, attribute: string): AnyModel => {
    const found = model.attributes.get(attribute);
    if (found?.kind === "component") return schema.component(found.component);
    const other = relations.end(model.uid, attribute)?.other;
    if (other !== undefined) types.add(other.uid);
    // Localizations are not a relation of the schema: they lead to other versions of the same documents.
    else types.add(model.uid);
    return other ?? model;
  };
  const inFilter = (model: AnyModel, filter: Filter | null): void => {
    if (filter === null || filter.kind === "compare") return;
    // `absent` depends on other versions of the document.
    if (filter.kind === "absent") types.add(model.uid);
    else if (filter.kind === "not") inFilter(model, filter.filter);
    else if (filter.kind === "related") inFilter(behind(model, filter.attribute), filter.filter);
    else for (const each of filter.filters) inFilter(model, each);
  };
  const inSort = (model: AnyModel, keys: readonly SortKey[]): void => {
    for (const { path } of keys) path.reduce(behind, model);
  };
  const inSelect = (model: AnyModel, select: Select): void => {
    for (const member of select) inMember(model, member);
  };
  const inMember = (model: AnyModel, member: Member): void => {
    if (member.kind === "self") inSelect(model, member.select);
    if (!("attribute" in member)) return;
    if (member.kind === "zone" || member.kind === "morph") {
      for (const [uid, { select, filter }] of member.items) {
        if (member.kind === "morph") types.add(uid);
        const item = member.kind === "morph" ? schema.type(uid) : schema.component(uid);
        inSelect(item, select);
        inFilter(item, filter);
      }
      return;
    }
    const to = behind(model, member.attribute);
    inFilter(to, member.filter);
    if (member.kind === "count") return;
    inSort(to, member.sort);
    if (member.kind === "entries") inSelect(to, member.select);
    else for (const each of member.members) if (each.kind === "nodes") inSelect(to, each.select);
  };
  return { inFilter, inSort, inSelect };
}
