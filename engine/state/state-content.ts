import { impossible } from "../error.ts";
import { IndexBudget } from "../indexes/index-budget.ts";
import type { IndexSet } from "../indexes/index-set.ts";
import { Owner } from "../structures/paged/owner.ts";
import { inOtherStatus, type Layer } from "../values/version.ts";
import type { End } from "./links/link-end-name.ts";
import type { LinkList } from "./links/link-list.ts";
import type { LinkedState } from "./links/link-sets.ts";
import type { LinkTable } from "./links/link-table.ts";
import { LinkTableBuilder } from "./links/link-table-builder.ts";
import { LinkTables } from "./links/link-tables.ts";
import type { Relation, Relations } from "./links/relation.ts";
import { Collection } from "./rows/collection.ts";
import type { Shape } from "./shape.ts";

/** The content of a state with its owner: collections, links, and the last numeric ids. */
export class StateContent implements LinkedState {
  readonly shape: Shape;
  readonly #budget: IndexBudget;
  #owner = new Owner();
  #collections: Map<string, Collection>;
  #links: LinkTables;
  #sequences: Map<string, number>;
  #schemas: readonly string[];

  constructor(shape: Shape, from?: StateContent) {
    this.shape = shape;
    this.#budget = new IndexBudget(shape.limits.bytes, () => this.#indexSets());
    this.#collections = from === undefined ? this.#emptyCollections() : new Map(from.#collections);
    this.#links = from === undefined ? LinkTables.empty(shape.relations, this.#owner) : from.#links.fork();
    this.#sequences = new Map(from === undefined ? [] : from.#sequences);
    this.#schemas = from === undefined ? [] : from.#schemas;
  }

  get relations(): Relations {
    return this.shape.relations;
  }

  get collections(): ReadonlyMap<string, Collection> {
    return this.#collections;
  }

  /** Whether anything was ever written in a locale other than the default one. */
  get hasLocales(): boolean {
    for (const collection of this.#collections.values()) if (collection.localeCodes() !== null) return true;
    return this.shape.relations.all.some((relation) => this.linkLocales(relation) !== null);
  }

  /** The highest numeric id assigned, by content type or component. */
  get sequences(): ReadonlyMap<string, number> {
    return this.#sequences;
  }

  /** In a shared log: fingerprints of the content types that have written, the present ones last. */
  get schemas(): readonly string[] {
    return this.#schemas;
  }

  set schemas(fingerprints: readonly string[]) {
    this.#schemas = fingerprints;
  }

  takeSchema(fingerprint: string): void {
    this.#schemas = [...this.#schemas.filter((each) => each !== fingerprint), fingerprint];
  }

  collection(type: string): Collection {
    return this.#collections.get(type) ?? impossible(`content type ${type} has a collection`);
  }

  writable(type: string): Collection {
    const collection = this.collection(type);
    if (collection.owner === this.#owner) return collection;
    const owned = collection.fork(this.#owner, this.#budget);
    this.#collections.set(type, owned);
    return owned;
  }

  links(relation: Relation, layer: Layer, end: End, key: number): LinkList {
    return this.linkTable(relation, layer).at(end, key);
  }

  linkTable(relation: Relation, layer: Layer): LinkTable {
    return this.#links.of(relation, layer);
  }

  writableLinks(relation: Relation, layer: Layer): LinkTable {
    return this.#links.writable(relation, layer, this.#owner);
  }

  /** A builder of the links of a relation in a layer; null if it has links already. */
  linkBuilder(relation: Relation, layer: Layer): LinkTableBuilder | null {
    if (!this.linkTable(relation, layer).isEmpty) return null;
    return new LinkTableBuilder(this.#owner, this.linkTable(relation, inOtherStatus(layer)));
  }

  /** Takes over the table of a builder. */
  replaceLinks(relation: Relation, layer: Layer, table: LinkTable): void {
    this.#links.replace(relation, layer, this.#owner, table);
  }

  /** The layers in which a relation may have links. */
  linkLayers(relation: Relation): readonly Layer[] {
    return this.#links.layers(relation);
  }

  /** The locales other than the default one in which a relation may have links; null if there are none. */
  linkLocales(relation: Relation): Iterable<string> | null {
    return this.#links.locales(relation);
  }

  /** The highest numeric id assigned to a content type or component. */
  lastId(of: string): number {
    return this.#sequences.get(of) ?? 0;
  }

  /** Records that numeric ids up to this one have been assigned. */
  raise(of: string, last: number): void {
    if (last > this.lastId(of)) this.#sequences.set(of, last);
  }

  /** Keeps the fingerprints of content types, which belong to the log and not to its content. */
  clear(): void {
    this.#collections = this.#emptyCollections();
    this.#links = LinkTables.empty(this.shape.relations, this.#owner);
    this.#sequences = new Map();
  }

  /** The same content for a second owner, in constant time. Neither side sees what the other writes. */
  fork(): StateContent {
    this.#owner = new Owner();
    return new StateContent(this.shape, this);
  }

  /** Takes over the content of another one, as a fork of it would. */
  become(other: StateContent): void {
    const fork = other.fork();
    this.#owner = fork.#owner;
    this.#collections = fork.#collections;
    this.#links = fork.#links;
    this.#sequences = fork.#sequences;
    this.#schemas = fork.#schemas;
  }

  #emptyCollections(): Map<string, Collection> {
    const { schema, uniques, limits } = this.shape;
    return new Map(
      [...schema.types.values()].map((type) => [
        type.uid,
        Collection.empty(type, this.#owner, {
          uniquePaths: uniques.get(type.uid) ?? [],
          indexed: limits,
          budget: this.#budget,
        }),
      ]),
    );
  }

  /** Makes a step of building an index; false if none is being built. */
  buildStep(): boolean {
    for (const set of this.#indexSets()) if (set.buildStep()) return true;
    return false;
  }

  *#indexSets(): Generator<IndexSet> {
    for (const collection of this.#collections.values()) {
      for (const { spaces } of collection.all()) yield* [spaces.draft.indexes, spaces.published.indexes];
    }
  }
}
