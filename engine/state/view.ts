import type { Value } from "../values/value.ts";
import type { Status, VersionRecord } from "../values/version.ts";
import { linksIn } from "./links/link-list.ts";
import type { End, Relation } from "./links/relation.ts";
import type { Shape } from "./shape.ts";
import type { State } from "./state.ts";

/** An end of a link as commits name it: a documentId, or a component's numeric id. */
export type LinkKey = string | number;

export interface NamedLink {
  readonly source: LinkKey;
  readonly target: string;
  readonly inSource: number;
  readonly inTarget: number;
}

/** What a write may ask of the data it is laid over: the state, or the state with earlier writes of the batch on top. */
export interface View {
  readonly shape: Shape;
  version(type: string, documentId: string, status: Status): VersionRecord | null;
  /** The version with this numeric id. */
  byId(type: string, id: number): { readonly documentId: string; readonly status: Status } | null;
  /** Links at one end, in order. */
  links(relation: Relation, layer: Status, end: End, key: LinkKey): readonly NamedLink[];
  /** The highest place in use at one end; 0 without links. Cheap however long the list is. */
  lastPlace(relation: Relation, layer: Status, end: End, key: LinkKey): number;
  /** Documents that hold a value in a unique attribute of their published version. */
  holders(type: string, path: string, value: Value): readonly string[];
  /** documentIds of all documents of a type. */
  documents(type: string): Iterable<string>;
  lastId(of: string): number;
}

/** The state as the lowest view. */
export class StateView implements View {
  readonly shape: Shape;
  readonly #state: State;

  constructor(state: State) {
    this.shape = state.shape;
    this.#state = state;
  }

  version(type: string, documentId: string, status: Status): VersionRecord | null {
    const row = this.#state.collection(type).find(documentId)?.[status];
    return row === undefined || row === null ? null : this.shape.layouts.record(type, row);
  }

  byId(type: string, id: number): { documentId: string; status: Status } | null {
    const { spaces } = this.#state.collection(type);
    return spaces.published.byId(id) ?? spaces.draft.byId(id) ?? null;
  }

  links(relation: Relation, layer: Status, end: End, key: LinkKey): readonly NamedLink[] {
    const number = this.#numberOf(relation, end, key);
    if (number === undefined) return [];
    const named: NamedLink[] = [];
    for (const link of linksIn(this.#state.links(relation, layer, end, number))) {
      const source = this.#nameOf(relation, "source", link.source);
      const target = this.#nameOf(relation, "target", link.target);
      named.push({ source, target: String(target), inSource: link.inSource, inTarget: link.inTarget });
    }
    return named;
  }

  lastPlace(relation: Relation, layer: Status, end: End, key: LinkKey): number {
    const number = this.#numberOf(relation, end, key);
    return number === undefined ? 0 : this.#state.lastPlace(relation, layer, end, number);
  }

  holders(type: string, path: string, value: Value): readonly string[] {
    const collection = this.#state.collection(type);
    const numbers = collection.unique(path)?.holders(value) ?? [];
    return numbers.flatMap((number) => collection.nameOf(number) ?? []);
  }

  *documents(type: string): Generator<string> {
    for (const document of this.#state.collection(type).documents()) yield document.documentId;
  }

  lastId(of: string): number {
    return this.#state.lastId(of);
  }

  #numberOf(relation: Relation, end: End, key: LinkKey): number | undefined {
    if (typeof key === "number") return key;
    const type = end === "source" ? relation.owner.uid : relation.target.uid;
    return this.#state.collection(type).numberOf(key);
  }

  #nameOf(relation: Relation, end: End, number: number): LinkKey {
    if (end === "source" && relation.owner.model === "component") return number;
    const type = end === "source" ? relation.owner.uid : relation.target.uid;
    return this.#state.collection(type).nameOf(number) ?? "";
  }
}
