import { impossible } from "../../error.ts";
import { inOtherStatus, type Layer, statusOf } from "../../values/version.ts";
import type { Change, ChangeOf } from "../commit.ts";
import type { Link } from "../links/link.ts";
import { updateLinkSets, updateLinkSetsOf } from "../links/link-sets.ts";
import type { Relation } from "../links/relation.ts";
import type { StateContent } from "../state-content.ts";

/** Applies one change, and updates the sets of rows whose links it affects. */
export function makeChange(content: StateContent, change: Change): void {
  switch (change.kind) {
    case "put":
      put(content, change);
      break;
    case "remove":
      remove(content, change);
      break;
    case "link":
    case "unlink":
      changeLink(content, change, true);
      break;
    default:
      changeAll(content, change);
  }
}

/** Applies a change before there are rows, when there are no sets to update. */
export function makeChangeWithoutRows(
  content: StateContent,
  change: Exclude<Change, ChangeOf<"put" | "remove">>,
): void {
  if (change.kind === "link" || change.kind === "unlink") changeLink(content, change, false);
  else changeAll(content, change);
}

function put(content: StateContent, { type, status: layer, version }: ChangeOf<"put">): void {
  const collection = content.writable(type).writableIn(layer);
  const status = statusOf(layer);
  const number = collection.numberFor(version.documentId);
  const before = collection.document(number)?.[status] ?? null;
  const row = content.shape.layouts.row(type, status, number, version);
  const moves = before?.id !== row.id;
  if (moves && before !== null) updateLinkSetsOf(content, collection, before, false);
  collection.put(row);
  if (moves) updateLinkSetsOf(content, collection, row, true);
  content.raise(type, version.id);
}

function remove(content: StateContent, { type, status: layer, documentId }: ChangeOf<"remove">): void {
  const collection = content.writable(type).writableIn(layer);
  const status = statusOf(layer);
  const row = collection.find(documentId)?.[status];
  if (row) updateLinkSetsOf(content, collection, row, false);
  collection.remove(status, documentId);
}

function changeLink(content: StateContent, change: ChangeOf<"link" | "unlink">, hasRows: boolean): void {
  const { layer } = change;
  const { relation, source, target } = endsOf(content, change);
  if (source === undefined || target === undefined) {
    if (change.kind !== "unlink") impossible(`both ends of a link of ${relation.name} exist`);
    return;
  }
  if (change.kind === "link") {
    const [inSource, inTarget] = change.order;
    putLink(content, relation, layer, { source, target, inSource, inTarget }, hasRows);
  } else {
    content.writableLinks(relation, layer).remove(source, target);
    if (hasRows) updateLinkSets(content, relation, layer, { source, target }, false);
  }
}

/** Adds a link or replaces it, and updates the sets of the rows at its ends if there are rows already. */
export function putLink(content: StateContent, relation: Relation, layer: Layer, link: Link, hasRows: boolean): void {
  content.writableLinks(relation, layer).add(sharedLink(content, relation, layer, link));
  if (hasRows) updateLinkSets(content, relation, layer, link, true);
}

/**
 * The same link object as in the other status, if there is one: drafts and published versions mostly have the same
 * links.
 */
function sharedLink(content: StateContent, relation: Relation, layer: Layer, link: Link): Link {
  const other = content.linkTable(relation, inOtherStatus(layer)).find(link.source, link.target);
  return other?.inSource === link.inSource && other.inTarget === link.inTarget ? other : link;
}

function changeAll(content: StateContent, change: ChangeOf<"sequence" | "schema" | "clear">): void {
  if (change.kind === "clear") content.clear();
  else if (change.kind === "schema") content.takeSchema(change.fingerprint);
  else content.raise(change.of, change.last);
}

/** The relation of a change, with the numbers of the linked documents; undefined for one that does not exist. */
function endsOf({ shape, collections }: StateContent, { relation: name, source, target }: ChangeOf<"link" | "unlink">) {
  const relation = shape.relations.byName.get(name) ?? impossible(`relation ${name} exists`);
  return {
    relation,
    source: typeof source === "number" ? source : collections.get(relation.owner.uid)?.numberOf(source),
    target: collections.get(relation.target.uid)?.numberOf(target),
  };
}
