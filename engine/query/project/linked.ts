import { hasRelatedEntries } from "../../schema/related-entries.ts";
import type { Layer } from "../../values/version.ts";
import { linkedFilter } from "../match/linked-filter.ts";
import { passesPublication } from "../match/publication.ts";
import type { VisibleNode } from "../position.ts";
import { follow, followMixed, type Node, type Position } from "../position.ts";
import type { Filter, Page, SortKey } from "../query.ts";
import type { ReadContext } from "../read-context.ts";
import { linkedSorter } from "../run/order-linked.ts";
import { LINK } from "../work-budget.ts";
import { pageOf } from "./page.ts";
import { followToHolders } from "./related-entries.ts";

/** A query of the entries behind an attribute. */
export interface LinkedQuery {
  /** A relation, a media attribute or a component. */
  readonly attribute: string;
  readonly filter: Filter | null;
  /** Empty: stored order. */
  readonly sort: readonly SortKey[];
  /** Null: all entries. */
  readonly page: Page | null;
}

/** The entries behind an attribute. */
export interface Linked {
  /** Their position. */
  readonly to: Position;
  /** The entries linked to a node that pass the filter, in order, limited to the page. */
  list(node: Node, layer: Layer): readonly VisibleNode[];
}

/** Prepares a query of the entries behind an attribute: filter and order are compiled once for all nodes. */
export function linkedOf(context: ReadContext, position: Position, query: LinkedQuery): Linked {
  const { sort, page } = query;
  // In stored order, entries after the page are not needed.
  const { to, list } = passingOf(context, position, query, sort.length === 0 ? endOf(page) : Number.POSITIVE_INFINITY);
  if (sort.length === 0 && page === null) return { to, list };
  const inOrder = sort.length === 0 ? null : linkedSorter(context, to, sort);
  return {
    to,
    list: (node, layer) => {
      const found = list(node, layer);
      const ordered = inOrder === null ? found : inOrder(found);
      return page === null ? ordered : pageOf(page, ordered);
    },
  };
}

function endOf(page: Page | null): number {
  return page === null || page.limit === null ? Number.POSITIVE_INFINITY : page.start + page.limit;
}

/** The first `most` linked entries that pass the filter, in stored order. */
function passingOf(
  context: ReadContext,
  position: Position,
  { attribute, filter: asked }: LinkedQuery,
  most: number,
): Linked {
  const { view } = context;
  // Shown entries depend on the version that shows them; only filters may see other versions.
  const step = follow({ ...view, behindPlainTypes: "query", localizations: "others" }, position, attribute);
  const filter = asked === null ? null : linkedFilter(context, step.to, asked);
  return {
    to: step.to,
    list: (node, layer) => {
      const found: VisibleNode[] = [];
      if (most === 0) return found;
      step.walk(node, layer, (next, itsLayer) => {
        view.work.spend(LINK, "populate");
        const passes = filter === null || filter(next, itsLayer);
        if (passes && isInPublication(context, step.to, next, itsLayer)) found.push({ node: next, layer: itsLayer });
        return found.length >= most;
      });
      return found;
    },
  };
}

/** An entry with its position. */
export interface PlacedNode extends VisibleNode {
  readonly place: Position;
}

/** Prepares a query of the entries behind a morph relation, in stored order, limited to these types. */
export function mixedOf(
  context: ReadContext,
  position: Position,
  attribute: string,
  types: ReadonlySet<string>,
): (node: Node, layer: Layer) => readonly PlacedNode[] {
  const { view } = context;
  const step = hasRelatedEntries(position.model)
    ? followToHolders(view, types)
    : followMixed(view, position, attribute, types);
  return (node, layer) => {
    const found: PlacedNode[] = [];
    step.walk(node, layer, (next, place, itsLayer) => {
      view.work.spend(LINK, "populate");
      if (isInPublication(context, place, next, itsLayer)) found.push({ node: next, layer: itsLayer, place });
      return false;
    });
    return found;
  };
}

/** Publication filters apply to every populated type with drafts (reads, §12). */
function isInPublication(
  { view, publicationFilter }: ReadContext,
  { model }: Position,
  node: Node,
  layer: Layer,
): boolean {
  if (publicationFilter === null || !("document" in node)) return true;
  if (model.model !== "content-type" || !model.draftAndPublish) return true;
  const collection = view.state.collection(model.uid).in(layer);
  return passesPublication(publicationFilter, collection, node.document, node.status);
}
