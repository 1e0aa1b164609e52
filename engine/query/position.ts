import type { ScalarType } from "../schema/attribute.ts";
import type { AnyModel } from "../schema/content-type.ts";
import { eachLink } from "../state/links/link-list.ts";
import type { LinkEnd } from "../state/links/relation.ts";
import type { Shape } from "../state/shape.ts";
import type { State } from "../state/state.ts";
import { type ComponentRow, componentsOfCell, type Row } from "../values/row.ts";
import type { Value } from "../values/value.ts";
import type { Status } from "../values/version.ts";
import type { AnswerBudget } from "./answer-budget.ts";
import type { WorkBudget } from "./work-budget.ts";

/** A point that a query can stand at: a model, and whether the content type it belongs to has drafts. */
export interface Position {
  readonly model: AnyModel;
  readonly draftAndPublish: boolean;
}

/** Something with values at a position: a version, a component, or nothing at all. */
export type Node = Row | ComponentRow;

/** Stands where nothing is linked: every field of it is null. */
export const NULL_NODE: Node = { component: "", id: Number.NaN, cells: [] };

/** What a query looks at: one state, and how far it sees behind documents without drafts. */
export interface ReadView {
  readonly state: State;
  /** Through a relation from a type without drafts: the query's layer only, or every version. */
  readonly behindPlainTypes: "query" | "all";
  /** Used up by whatever is looked at. */
  readonly work: WorkBudget;
  /** Used up by whatever text is made of what was found. */
  readonly answer: AnswerBudget;
}

export interface Field {
  readonly type: ScalarType;
  read(node: Node): Value;
}

/** The value of an attribute or system field at a position. The name has been checked. */
export function fieldAt(shape: Shape, { model }: Position, name: string): Field {
  const system = SYSTEM_FIELDS.get(name);
  if (system !== undefined) return system;
  const layout = shape.layouts.of(model.uid);
  const at = layout.place.get(name) ?? -1;
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

/** Goes on with a node and the layer it is seen in; true ends the walk. */
export type Visit = (node: Node, layer: Status) => boolean;

/** A step from a position over one attribute. */
export interface Step {
  readonly to: Position;
  /** Visits what the attribute leads to, in stored order, until a visit answers true; answers whether one did. */
  walk(node: Node, layer: Status, visit: Visit): boolean;
}

/** The step over a relation, a media attribute or a component. */
export function follow(view: ReadView, position: Position, attribute: string): Step {
  const end = view.state.shape.relations.end(position.model.uid, attribute);
  return end === undefined ? intoComponents(view, position, attribute) : overLinks(view, position, end);
}

function intoComponents(view: ReadView, position: Position, name: string): Step {
  const { schema, layouts } = view.state.shape;
  const layout = layouts.of(position.model.uid);
  const at = layout.place.get(name) ?? -1;
  const attribute = layout.stored[at];
  const model = attribute?.kind === "component" ? schema.component(attribute.component) : position.model;
  return {
    to: { model, draftAndPublish: position.draftAndPublish },
    walk: (node, layer, visit) => componentsOfCell(node.cells[at]).some((component) => visit(component, layer)),
  };
}

/** The components that an attribute of a position holds, in stored order. */
export function componentsOf(
  shape: Shape,
  { model }: Position,
  attribute: string,
): (node: Node) => readonly ComponentRow[] {
  const at = shape.layouts.of(model.uid).place.get(attribute) ?? -1;
  return (node) => componentsOfCell(node.cells[at]);
}

function overLinks(view: ReadView, position: Position, { relation, end, other }: LinkEnd): Step {
  const { state } = view;
  const plain = !position.draftAndPublish && !other.draftAndPublish;
  const everyVersion = view.behindPlainTypes === "all" && !position.draftAndPublish && other.draftAndPublish;
  const walkLayer = (node: Node, links: Status, layer: Status, visit: Visit): boolean => {
    const collection = state.collection(other.uid);
    const key = "document" in node ? node.document : node.id;
    const status = other.draftAndPublish ? links : "published";
    return !eachLink(state.links(relation, links, end, key), (link) => {
      const row = collection.document(end === "source" ? link.target : link.source)?.[status];
      return !row || !visit(row, layer);
    });
  };
  return {
    to: { model: other, draftAndPublish: other.draftAndPublish },
    walk: (node, layer, visit) => {
      if (node === NULL_NODE) return false;
      if (!everyVersion) return walkLayer(node, plain ? "published" : layer, layer, visit);
      return walkLayer(node, "published", "published", visit) || walkLayer(node, "draft", "draft", visit);
    },
  };
}

/** A step from a position over a morph attribute, to entries of several content types. */
export interface MixedStep {
  /** As in `Step`, with the position of each entry: the same for all of a type. */
  walk(node: Node, layer: Status, visit: (node: Node, place: Position) => boolean): boolean;
}

/** The step over a morph attribute to entries of these content types. */
export function followMixed(
  { state, work }: ReadView,
  position: Position,
  attribute: string,
  types: ReadonlySet<string>,
): MixedStep {
  const family = state.shape.relations.shown(position.model.uid, attribute).map(({ relation }) => relation);
  // The layers in which a document without drafts has its links (write/links.ts).
  const hasDrafts = position.draftAndPublish || family.some(({ target }) => target.draftAndPublish);
  const followed = family.flatMap((relation) => {
    const { uid, draftAndPublish } = relation.target;
    return types.has(uid) ? [{ relation, place: { model: relation.target, draftAndPublish } }] : [];
  });
  return {
    walk: (node, layer, visit) => {
      const key = "document" in node ? node.document : node.id;
      const found: { readonly inSource: number; readonly row: Row; readonly place: Position }[] = [];
      work.spend(followed.length, "populate");
      for (const { relation, place } of followed) {
        const collection = state.collection(relation.target.uid);
        const status = place.draftAndPublish ? layer : "published";
        eachLink(state.links(relation, hasDrafts ? layer : "published", "source", key), ({ target, inSource }) => {
          const row = collection.document(target)?.[status];
          if (row) found.push({ inSource, row, place });
          return true;
        });
      }
      found.sort((left, right) => left.inSource - right.inSource);
      return found.some(({ row, place }) => visit(row, place));
    },
  };
}

/** Nodes with the layer they are seen in. */
export interface VisibleNode<N extends Node = Node> {
  readonly node: N;
  readonly layer: Status;
}
