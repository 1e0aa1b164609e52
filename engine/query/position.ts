import type { IndexDemand } from "../indexes/building/index-demand.ts";
import type { Rules } from "../rules.ts";
import type { ScalarType } from "../schema/attribute.ts";
import type { AnyModel, ContentType } from "../schema/content-type.ts";
import { isLocalizations } from "../schema/locale.ts";
import { eachLink } from "../state/links/link-list.ts";
import type { LinkEnd, Relation } from "../state/links/relation.ts";
import type { Shape } from "../state/shape.ts";
import type { State } from "../state/state.ts";
import { type ComponentRow, componentsOfCell, type Row } from "../values/row.ts";
import type { Value } from "../values/value.ts";
import { inStatus, type Layer, layerOf, localeOf, statusOf } from "../values/version.ts";
import type { AnswerBudget } from "./answer-budget.ts";
import type { WorkBudget } from "./work-budget.ts";

/** A point that a query can reach: a model, and whether the content type that it belongs to has drafts and locales. */
export interface Position {
  readonly model: AnyModel;
  readonly draftAndPublish: boolean;
  readonly localized: boolean;
}

/** Something with values at a position: a version or a component. */
export type Node = Row | ComponentRow;

/** Stands in where nothing is linked: every field of it is null. */
export const NULL_NODE: Node = { component: "", id: Number.NaN, cells: [] };

/** The data that a query reads: one state, and the versions that it sees behind documents without drafts. */
export interface ReadView {
  readonly state: State;
  /** Through a relation from a type without drafts: only versions in the query's layer, or all versions. */
  readonly behindPlainTypes: "query" | "all";
  /**
   * Through localizations: the document's other locales in the query's status, or its versions (of both statuses if
   * `behindPlainTypes` is `all`).
   */
  readonly localizations: Rules["localizations"];
  /** Charged for everything that is read. */
  readonly work: WorkBudget;
  /** Charged for all text of the answer. */
  readonly answer: AnswerBudget;
  /** The indexes that the read lacks while they are built. */
  readonly demand: IndexDemand;
}

export interface Field {
  readonly type: ScalarType;
  read(node: Node): Value;
}

/** The value of an attribute or system field at a position. The name must have been checked. */
export function fieldAt(shape: Shape, { model }: Position, name: string): Field {
  const system = SYSTEM_FIELDS.get(name);
  if (system !== undefined) return system;
  const layout = shape.layouts.of(model.uid);
  const at = layout.indexOf.get(name) ?? -1;
  const attribute = layout.stored[at];
  const type = attribute?.kind === "scalar" ? attribute.type : "json";
  return { type, read: (node) => (node.cells[at] ?? null) as Value };
}

const SYSTEM_FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ["id", { type: "integer", read: (node) => (node === NULL_NODE ? null : node.id) }],
  ["documentId", { type: "string", read: (node) => ("documentId" in node ? node.documentId : null) }],
  ["createdAt", { type: "datetime", read: (node) => ("createdAt" in node ? node.createdAt : null) }],
  ["updatedAt", { type: "datetime", read: (node) => ("updatedAt" in node ? node.updatedAt : null) }],
  ["publishedAt", { type: "datetime", read: (node) => ("publishedAt" in node ? node.publishedAt : null) }],
]);

/** Receives a node and the layer that it is seen in; returns true to end the walk. */
export type Visit = (node: Node, layer: Layer) => boolean;

/** A step from a position over one attribute. */
export interface Step {
  readonly to: Position;
  /**
   * Visits the entries or components of the attribute in stored order until a visit returns true; returns whether one
   * did.
   */
  walk(node: Node, layer: Layer, visit: Visit): boolean;
}

/** The step over a relation, a media attribute or a component. */
export function follow(view: ReadView, position: Position, attribute: string): Step {
  const end = view.state.shape.relations.end(position.model.uid, attribute);
  if (end === undefined && isLocalizations(position.model.attributes.get(attribute)))
    return toLocalizations(view, position);
  return end === undefined ? intoComponents(view, position, attribute) : overLinks(view, position, end);
}

function intoComponents(view: ReadView, position: Position, name: string): Step {
  const { schema, layouts } = view.state.shape;
  const layout = layouts.of(position.model.uid);
  const at = layout.indexOf.get(name) ?? -1;
  const attribute = layout.stored[at];
  const model = attribute?.kind === "component" ? schema.component(attribute.component) : position.model;
  return {
    to: { ...position, model },
    walk: (node, layer, visit) => componentsOfCell(node.cells[at]).some((component) => visit(component, layer)),
  };
}

/** The components in an attribute at a position, in stored order. */
export function componentsOf(
  shape: Shape,
  { model }: Position,
  attribute: string,
): (node: Node) => readonly ComponentRow[] {
  const at = shape.layouts.of(model.uid).indexOf.get(attribute) ?? -1;
  return (node) => componentsOfCell(node.cells[at]);
}

/**
 * The versions of the same document that are visible as its localizations, in the order of their locale codes. They are
 * not ordered by id, since publishing gives a version another id.
 */
function toLocalizations({ state, localizations, behindPlainTypes }: ReadView, position: Position): Step {
  const defaultCode = state.shape.schema.type(position.model.uid).locale ?? "";
  const withItself = localizations === "versions";
  const bothStatuses = withItself && behindPlainTypes === "all" && position.draftAndPublish;
  return {
    to: position,
    walk: (node, layer, visit) => {
      if (!("document" in node)) return false;
      const own = localeOf(layer);
      const statuses = bothStatuses ? BOTH_STATUSES : [node.status];
      const found: (VisibleNode<Row> & { readonly code: string })[] = [];
      for (const collection of state.collection(position.model.uid).all()) {
        if (collection.locale === own && !withItself) continue;
        const document = collection.document(node.document);
        const code = collection.locale ?? defaultCode;
        for (const status of statuses) {
          const row = document?.[status];
          const seen = bothStatuses ? status : statusOf(layer);
          if (row) found.push({ node: row, layer: layerOf(seen, collection.locale), code });
        }
      }
      found.sort((left, right) => (left.code < right.code ? -1 : Number(left.code > right.code)));
      return found.some((each) => visit(each.node, each.layer));
    },
  };
}

const BOTH_STATUSES = ["published", "draft"] as const;

/** The position of a type's versions. */
export function positionOfType(type: ContentType): Position {
  return { model: type, draftAndPublish: type.draftAndPublish, localized: type.locale !== null };
}

function overLinks(view: ReadView, position: Position, { relation, end, other }: LinkEnd): Step {
  const { state } = view;
  const plain = !position.draftAndPublish && !other.draftAndPublish;
  const everyVersion = view.behindPlainTypes === "all" && !position.draftAndPublish && other.draftAndPublish;
  const walkLayer = (node: Node, links: Layer, layer: Layer, visit: Visit): boolean => {
    const collection = state.collection(other.uid).in(links);
    const key = "document" in node ? node.document : node.id;
    const status = other.draftAndPublish ? statusOf(links) : "published";
    return !eachLink(state.links(relation, links, end, key), (link) => {
      const row = collection.document(end === "source" ? link.target : link.source)?.[status];
      return !row || !visit(row, layer);
    });
  };
  const walkLocale = (node: Node, layer: Layer, visit: Visit): boolean => {
    if (!everyVersion) return walkLayer(node, plain ? inStatus(layer, "published") : layer, layer, visit);
    const [published, draft] = [inStatus(layer, "published"), inStatus(layer, "draft")];
    return walkLayer(node, published, published, visit) || walkLayer(node, draft, draft, visit);
  };
  const to = positionOfType(other);
  if (position.localized)
    return { to, walk: (node, layer, visit) => node !== NULL_NODE && walkLocale(node, layer, visit) };
  // Without locales at either end there is one set of links, whatever the locale of the query.
  if (other.locale === null) {
    return { to, walk: (node, layer, visit) => node !== NULL_NODE && walkLocale(node, statusOf(layer), visit) };
  }
  // A type without locales may be linked to entries in any locale.
  return {
    to,
    walk: (node, layer, visit) => {
      if (node === NULL_NODE) return false;
      const status = statusOf(layer);
      if (walkLocale(node, status, visit)) return true;
      for (const locale of state.linkLocales(relation) ?? []) {
        if (walkLocale(node, layerOf(status, locale), visit)) return true;
      }
      return false;
    },
  };
}

/** A step from a position over a morph attribute, to entries of several content types. */
export interface MixedStep {
  /** Like `Step.walk`, with the position of each entry, which is the same object for all entries of a type. */
  walk(node: Node, layer: Layer, visit: (node: Node, place: Position, layer: Layer) => boolean): boolean;
}

/** The step over a morph attribute to entries of these content types. */
export function followMixed(
  { state, work }: ReadView,
  position: Position,
  attribute: string,
  types: ReadonlySet<string>,
): MixedStep {
  const family = state.shape.relations.shown(position.model.uid, attribute).map(({ relation }) => relation);
  // The layers in which a document without drafts stores its links (write/links.ts).
  const hasDrafts = position.draftAndPublish || family.some(({ target }) => target.draftAndPublish);
  const followed = family.flatMap((relation) => {
    const { target } = relation;
    return types.has(target.uid) ? [{ relation, place: positionOfType(target) }] : [];
  });
  return {
    walk: (node, layer, visit) => {
      const key = "document" in node ? node.document : node.id;
      const found: (VisibleNode<Row> & { readonly inSource: number; readonly place: Position })[] = [];
      work.spend(followed.length, "populate");
      for (const { relation, place } of followed) {
        for (const seen of layersFrom(state, position, relation, layer)) {
          const collection = state.collection(relation.target.uid).in(seen);
          const links = hasDrafts ? seen : inStatus(seen, "published");
          eachLink(state.links(relation, links, "source", key), ({ target, inSource }) => {
            const row = collection.document(target)?.[place.draftAndPublish ? statusOf(seen) : "published"];
            if (row) found.push({ node: row, layer: seen, inSource, place });
            return true;
          });
        }
      }
      found.sort((left, right) => left.inSource - right.inSource);
      return found.some(({ node, place, layer }) => visit(node, place, layer));
    },
  };
}

/** The layers of the same status in which a relation is visible: from a type without locales, every locale's. */
function layersFrom(state: State, { localized }: Position, relation: Relation, layer: Layer): readonly Layer[] {
  if (localized) return [layer];
  const status = statusOf(layer);
  const locales = relation.target.locale === null ? null : state.linkLocales(relation);
  return locales === null ? [status] : [status, ...[...locales].map((locale) => layerOf(status, locale))];
}

/** A node with the layer that it is seen in. */
export interface VisibleNode<N extends Node = Node> {
  readonly node: N;
  readonly layer: Layer;
}
