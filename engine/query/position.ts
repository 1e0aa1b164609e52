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
import type { Allowance } from "./work-budget.ts";

/** A point that a query can stand at: a model, and whether the content type it belongs to has drafts. */
export interface Place {
  readonly model: AnyModel;
  readonly draftAndPublish: boolean;
}

/** Something with values at a place: a version, a component, or nothing at all. */
export type Node = Row | ComponentRow;

/** Stands where nothing is linked: every field of it is null. */
export const NOTHING: Node = { component: "", id: Number.NaN, cells: [] };

/** What a query looks at: one state, and how far it sees behind documents without drafts. */
export interface Sight {
  readonly state: State;
  /** Through a relation from a type without drafts: the query's layer only, or every version. */
  readonly behindPlainTypes: "query" | "all";
  /** Used up by whatever is looked at. */
  readonly allowance: Allowance;
  /** Used up by whatever text is made of what was found. */
  readonly answer: AnswerBudget;
}

export interface Field {
  readonly type: ScalarType;
  read(node: Node): Value;
}

/** The value of an attribute or system field at a place. The name has been checked. */
export function fieldAt(shape: Shape, { model }: Place, name: string): Field {
  const system = SYSTEM_FIELDS.get(name);
  if (system !== undefined) return system;
  const layout = shape.layouts.of(model.uid);
  const place = layout.place.get(name) ?? -1;
  const attribute = layout.stored[place];
  const type = attribute?.kind === "scalar" ? attribute.type : "json";
  return { type, read: (node) => (node.cells[place] ?? null) as Value };
}

const SYSTEM_FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ["id", { type: "integer", read: (node) => (node === NOTHING ? null : node.id) }],
  ["documentId", { type: "string", read: (node) => ("documentId" in node ? node.documentId : null) }],
  ["createdAt", { type: "datetime", read: (node) => ("createdAt" in node ? node.createdAt : null) }],
  ["updatedAt", { type: "datetime", read: (node) => ("updatedAt" in node ? node.updatedAt : null) }],
  ["publishedAt", { type: "datetime", read: (node) => ("publishedAt" in node ? node.publishedAt : null) }],
]);

/** Goes on with a node and the layer it is seen in; true ends the walk. */
export type Visit = (node: Node, layer: Status) => boolean;

/** A step from a place over one attribute. */
export interface Step {
  readonly to: Place;
  /** Visits what the attribute leads to, in stored order, until a visit answers true; answers whether one did. */
  walk(node: Node, layer: Status, visit: Visit): boolean;
}

/** The step over a relation, a media attribute or a component. */
export function stepOver(sight: Sight, place: Place, attribute: string): Step {
  const end = sight.state.shape.relations.end(place.model.uid, attribute);
  return end === undefined ? intoComponents(sight, place, attribute) : overLinks(sight, place, end);
}

function intoComponents(sight: Sight, place: Place, name: string): Step {
  const { schema, layouts } = sight.state.shape;
  const layout = layouts.of(place.model.uid);
  const at = layout.place.get(name) ?? -1;
  const attribute = layout.stored[at];
  const model = attribute?.kind === "component" ? schema.component(attribute.component) : place.model;
  return {
    to: { model, draftAndPublish: place.draftAndPublish },
    walk: (node, layer, visit) => componentsOfCell(node.cells[at]).some((component) => visit(component, layer)),
  };
}

/** The components that an attribute of a place holds, in stored order. */
export function componentsOf(
  shape: Shape,
  { model }: Place,
  attribute: string,
): (node: Node) => readonly ComponentRow[] {
  const at = shape.layouts.of(model.uid).place.get(attribute) ?? -1;
  return (node) => componentsOfCell(node.cells[at]);
}

function overLinks(sight: Sight, place: Place, { relation, end, other }: LinkEnd): Step {
  const { state } = sight;
  const plain = !place.draftAndPublish && !other.draftAndPublish;
  const everyVersion = sight.behindPlainTypes === "all" && !place.draftAndPublish && other.draftAndPublish;
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
      if (node === NOTHING) return false;
      if (!everyVersion) return walkLayer(node, plain ? "published" : layer, layer, visit);
      return walkLayer(node, "published", "published", visit) || walkLayer(node, "draft", "draft", visit);
    },
  };
}

/** Nodes with the layer they are seen in. */
export interface Seen<N extends Node = Node> {
  readonly node: N;
  readonly layer: Status;
}
