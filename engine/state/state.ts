import type { Status } from "../document/version.ts";
import { invariant } from "../error.ts";
import { IndexBudget } from "../indexes/index-budget.ts";
import { INDEX_LIMITS, type IndexLimits } from "../indexes/index-limits.ts";
import type { IndexSet } from "../indexes/index-set.ts";
import { type LinkList, lastLink } from "../links/link-list.ts";
import { LinkTable } from "../links/link-table.ts";
import { type End, type Relation, Relations } from "../links/relation.ts";
import { Owner } from "../paged/owner.ts";
import type { ContentType } from "../schema/content-type.ts";
import type { Schema } from "../schema/schema.ts";
import { Collection } from "./collection.ts";
import type { Change, Commit } from "./commit.ts";
import { Layouts } from "./layout.ts";
import { type LinkedState, tellLink, tellLinksOf } from "./link-sets.ts";
import { Replacement } from "./replacement.ts";
import { type UniquePath, uniquePaths } from "./unique-index.ts";

type Layers = { readonly [layer in Status]: LinkTable };

/** What is the same for every state of one schema, worked out once. */
export class Shape {
  readonly schema: Schema;
  readonly layouts: Layouts;
  readonly relations: Relations;
  /** Unique attributes by content type. */
  readonly uniques: ReadonlyMap<string, readonly UniquePath[]>;

  readonly limits: IndexLimits;

  constructor(schema: Schema, limits: Partial<IndexLimits> = {}) {
    this.schema = schema;
    this.limits = { ...INDEX_LIMITS, ...limits };
    this.layouts = new Layouts(schema);
    this.relations = new Relations(schema);
    this.uniques = new Map(
      [...schema.types.values()].map((type) => [type.uid, uniquePaths(schema, this.layouts, type)]),
    );
  }

  unique(type: string, path: string): UniquePath {
    const unique = this.uniques.get(type)?.find((each) => each.name === path);
    invariant(unique !== undefined, `${path} of ${type} is unique`);
    return unique;
  }
}

/**
 * Everything that is stored, at one commit number. Changed by `apply` alone: live writes, recovery and snapshots all go
 * through it.
 */
export class State {
  readonly shape: Shape;
  #owner = new Owner();
  #number = 0;
  #at = 0;
  readonly #budget: IndexBudget;
  readonly #linked: LinkedState;
  #collections: Map<string, Collection>;
  #links: Map<string, Layers>;
  #linkOwners: Map<string, Owner>;
  #sequences: Map<string, number>;
  /** Number of the last commit that changed a content type, or a link from or to it. */
  readonly #lastChanges: Map<string, number>;

  constructor(shape: Shape, from?: State) {
    this.shape = shape;
    this.#budget = new IndexBudget(shape.limits.bytes, () => this.#indexSets());
    this.#linked = {
      relations: shape.relations,
      links: (relation, layer, end, key) => this.links(relation, layer, end, key),
      collection: (type) => this.collection(type),
      writable: (type) => this.#writableCollection(type),
    };
    this.#collections =
      from === undefined ? emptyCollections(shape, this.#owner, this.#budget) : new Map(from.#collections);
    this.#links = from === undefined ? emptyLinks(shape, this.#owner) : new Map(from.#links);
    this.#linkOwners = from === undefined ? ownedBy(shape, this.#owner) : new Map(from.#linkOwners);
    this.#sequences = from === undefined ? new Map() : new Map(from.#sequences);
    this.#lastChanges = from === undefined ? new Map() : new Map(from.#lastChanges);
    this.#number = from === undefined ? 0 : from.#number;
    this.#at = from === undefined ? 0 : from.#at;
  }

  /** Number of the last commit applied; 0 when empty. */
  get number(): number {
    return this.#number;
  }

  /** Time of the last commit in epoch milliseconds. */
  get at(): number {
    return this.#at;
  }

  collection(type: string): Collection {
    const collection = this.#collections.get(type);
    invariant(collection !== undefined, `content type ${type} has a collection`);
    return collection;
  }

  /** Links at one end of a document or component, in order. */
  links(relation: Relation, layer: Status, end: End, key: number): LinkList {
    return this.#tables(relation.name)[layer].at(end, key);
  }

  /** The highest place in use at one end; 0 without links. */
  lastPlace(relation: Relation, layer: Status, end: End, key: number): number {
    const last = lastLink(this.links(relation, layer, end, key));
    if (last === undefined) return 0;
    return end === "source" ? last.inSource : last.inTarget;
  }

  /** Number of the last commit that changed a content type, or a link from or to a document of it; 0 for none. */
  lastChange(type: string): number {
    return this.#lastChanges.get(type) ?? 0;
  }

  /** The highest numeric id given out for a content type or component. */
  lastId(of: string): number {
    return this.#sequences.get(of) ?? 0;
  }

  /** Takes in a commit; its number must follow the last one. */
  apply(commit: Commit): void {
    invariant(commit.number === this.#number + 1, `commit ${commit.number} follows commit ${this.#number}`);
    if (commit instanceof Replacement) this.#become(commit.state);
    else this.#changeBy(commit);
    this.#number = commit.number;
    this.#at = commit instanceof Replacement ? commit.at : Math.max(this.#at, commit.at);
  }

  /** Takes in a whole state, in whatever order it was written down. Only an empty state can be restored into. */
  restore(snapshot: Commit): void {
    const { changes, number, at } = snapshot;
    this.restorePart(changes.filter((change) => change.kind === "put").sort((a, b) => a.version.id - b.version.id));
    this.restorePart(changes.filter((change) => change.kind !== "put"));
    this.endRestore(number, at);
  }

  /** Takes in a part of a whole state, in an order in which its changes can be made. */
  restorePart(changes: readonly Change[]): void {
    invariant(this.#number === 0, "only an empty state is restored into");
    for (const change of changes) this.#change(change);
  }

  /** All parts are there. */
  endRestore(number: number, at: number): void {
    this.#touchAll(number);
    this.#number = number;
    this.#at = at;
  }

  /** The whole state as changes: applied in this order to an empty state they make it again. */
  *dump(): Generator<Change> {
    for (const [of, last] of this.#sequences) yield { kind: "sequence", of, last };
    for (const { type, spaces } of this.#collections.values()) {
      for (const status of ["draft", "published"] as const) {
        for (const row of spaces[status].rows()) {
          yield { kind: "put", type: type.uid, status, version: this.shape.layouts.record(type.uid, row) };
        }
      }
    }
    for (const relation of this.shape.relations.all) yield* this.#dumpLinks(relation);
  }

  /** The same state for a second owner: constant in the amount of data; neither side sees what the other writes. */
  fork(): State {
    this.#owner = new Owner();
    return new State(this.shape, this);
  }

  /** What applying a replacement's changes would do, in constant time. */
  #become(state: State): void {
    invariant(state.shape === this.shape, "a state is replaced by one of the same shape");
    const fork = state.fork();
    this.#owner = fork.#owner;
    this.#collections = fork.#collections;
    this.#links = fork.#links;
    this.#linkOwners = fork.#linkOwners;
    this.#sequences = fork.#sequences;
    this.#touchAll(this.#number + 1);
  }

  #changeBy({ changes, number }: Commit): void {
    for (const change of changes) {
      this.#change(change);
      this.#touch(change, number);
    }
  }

  #clear(): void {
    this.#collections = emptyCollections(this.shape, this.#owner, this.#budget);
    this.#links = emptyLinks(this.shape, this.#owner);
    this.#linkOwners = ownedBy(this.shape, this.#owner);
    this.#sequences = new Map();
    this.#at = 0;
  }

  *#dumpLinks(relation: Relation): Generator<Change> {
    for (const layer of ["draft", "published"] as const) {
      for (const link of this.#tables(relation.name)[layer]) {
        const source = this.#sourceName(relation, link.source);
        const target = this.#documentId(relation.target, link.target);
        const order = [link.inSource, link.inTarget] as const;
        yield { kind: "link", relation: relation.name, layer, source, target, order };
      }
    }
  }

  #change(change: Change): void {
    if (change.kind === "put") {
      const collection = this.#writableCollection(change.type);
      const number = collection.numberOf(change.version.documentId) ?? collection.nextNumber;
      const before = collection.document(number)?.[change.status] ?? null;
      const row = this.shape.layouts.row(change.type, change.status, number, change.version);
      const moves = before?.id !== row.id;
      if (moves && before !== null) tellLinksOf(this.#linked, collection, before, false);
      collection.put(row);
      if (moves) tellLinksOf(this.#linked, collection, row, true);
      this.#raise(change.type, change.version.id);
    } else if (change.kind === "remove") {
      const collection = this.#writableCollection(change.type);
      const row = collection.find(change.documentId)?.[change.status];
      if (row) tellLinksOf(this.#linked, collection, row, false);
      collection.remove(change.status, change.documentId);
    } else if (change.kind === "sequence") {
      this.#raise(change.of, change.last);
    } else if (change.kind === "clear") {
      this.#clear();
    } else {
      const relation = this.shape.relations.byName.get(change.relation);
      invariant(relation !== undefined, `relation ${change.relation} exists`);
      const table = this.#writableTables(relation.name)[change.layer];
      const source = this.#sourceKey(relation, change.source);
      const target = this.collection(relation.target.uid).numberOf(change.target);
      if (change.kind === "unlink") {
        if (target === undefined || source === undefined) return;
        table.remove(source, target);
        tellLink(this.#linked, relation, change.layer, { source, target }, false);
        return;
      }
      invariant(source !== undefined && target !== undefined, `both ends of a link of ${change.relation} exist`);
      table.add({ source, target, inSource: change.order[0], inTarget: change.order[1] });
      tellLink(this.#linked, relation, change.layer, { source, target }, true);
    }
  }

  *#indexSets(): Generator<IndexSet> {
    for (const { spaces } of this.#collections.values()) yield* [spaces.draft.indexes, spaces.published.indexes];
  }

  #touchAll(number: number): void {
    for (const type of this.#collections.keys()) this.#lastChanges.set(type, number);
  }

  #touch(change: Change, number: number): void {
    if (change.kind === "clear") this.#touchAll(number);
    if (change.kind === "put" || change.kind === "remove") this.#lastChanges.set(change.type, number);
    if (change.kind !== "link" && change.kind !== "unlink") return;
    const relation = this.shape.relations.byName.get(change.relation);
    if (relation === undefined) return;
    this.#lastChanges.set(relation.owner.uid, number).set(relation.target.uid, number);
  }

  #raise(of: string, last: number): void {
    if (last > this.lastId(of)) this.#sequences.set(of, last);
  }

  #sourceKey(relation: Relation, source: string | number): number | undefined {
    return typeof source === "number" ? source : this.collection(relation.owner.uid).numberOf(source);
  }

  #sourceName(relation: Relation, source: number): string | number {
    return relation.owner.model === "component" ? source : this.#documentId(relation.owner, source);
  }

  #documentId(type: ContentType, number: number): string {
    const document = this.collection(type.uid).document(number);
    invariant(document !== undefined, `document ${number} of ${type.uid} exists`);
    return document.documentId;
  }

  #writableCollection(type: string): Collection {
    const collection = this.collection(type);
    if (collection.owner === this.#owner) return collection;
    const owned = collection.fork(this.#owner, this.#budget);
    this.#collections.set(type, owned);
    return owned;
  }

  #tables(relation: string): Layers {
    const layers = this.#links.get(relation);
    invariant(layers !== undefined, `relation ${relation} has its links`);
    return layers;
  }

  #writableTables(relation: string): Layers {
    const layers = this.#tables(relation);
    if (this.#linkOwners.get(relation) === this.#owner) return layers;
    const owned = { draft: layers.draft.fork(this.#owner), published: layers.published.fork(this.#owner) };
    this.#links.set(relation, owned);
    this.#linkOwners.set(relation, this.#owner);
    return owned;
  }
}

function emptyCollections(shape: Shape, owner: Owner, budget: IndexBudget): Map<string, Collection> {
  return new Map(
    [...shape.schema.types.values()].map((type) => [
      type.uid,
      Collection.empty(type, shape.uniques.get(type.uid) ?? [], owner, shape.limits.fewRows, budget),
    ]),
  );
}

function emptyLinks(shape: Shape, owner: Owner): Map<string, Layers> {
  return new Map(
    shape.relations.all.map((relation) => [
      relation.name,
      { draft: new LinkTable(owner), published: new LinkTable(owner) },
    ]),
  );
}

function ownedBy(shape: Shape, owner: Owner): Map<string, Owner> {
  return new Map(shape.relations.all.map((relation) => [relation.name, owner]));
}
