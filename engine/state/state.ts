import type { Status } from "../document/version.ts";
import { invariant } from "../error.ts";
import { IndexBudget } from "../indexes/index-budget.ts";
import type { IndexSet } from "../indexes/index-set.ts";
import { type LinkList, lastLink } from "../links/link-list.ts";
import type { End, Relation } from "../links/relation.ts";
import { Owner } from "../paged/owner.ts";
import { Collection } from "./collection.ts";
import type { Change, ChangeOf, Commit } from "./commit.ts";
import { dump } from "./dump.ts";
import { LastChanges } from "./last-changes.ts";
import { type LinkedState, tellLink, tellLinksOf } from "./link-sets.ts";
import { LinkTables } from "./link-tables.ts";
import { Replacement } from "./replacement.ts";
import { type OpenSource, Restoration } from "./restoration.ts";
import type { Shape } from "./shape.ts";
import type { ReadAgain } from "./sources.ts";
import { recordsOf, type VersionColumns } from "./version-columns.ts";

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
  #links: LinkTables;
  #sequences = new Map<string, number>();
  readonly #lastChanges: LastChanges;
  /** What is being restored and has not come into the collections yet. */
  #restoration: Restoration | null = null;

  constructor(shape: Shape, from?: State) {
    this.shape = shape;
    this.#budget = new IndexBudget(shape.limits.bytes, () => this.#indexSets());
    this.#linked = {
      relations: shape.relations,
      links: (relation, layer, end, key) => this.links(relation, layer, end, key),
      collection: (type) => this.collection(type),
      writable: (type) => this.#writableCollection(type),
    };
    if (from === undefined) {
      this.#collections = emptyCollections(shape, this.#owner, this.#budget);
      this.#links = LinkTables.empty(shape.relations, this.#owner);
      this.#lastChanges = new LastChanges(shape);
      return;
    }
    this.#collections = new Map(from.#collections);
    this.#links = from.#links.fork();
    this.#sequences = new Map(from.#sequences);
    this.#lastChanges = from.#lastChanges.copy();
    this.#number = from.#number;
    this.#at = from.#at;
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
    if (this.#restoration !== null) this.settle();
    const collection = this.#collections.get(type);
    invariant(collection !== undefined, `content type ${type} has a collection`);
    return collection;
  }

  /** Links at one end of a document or component, in order. */
  links(relation: Relation, layer: Status, end: End, key: number): LinkList {
    return this.#links.of(relation, layer).at(end, key);
  }

  /** The highest place in use at one end; 0 without links. */
  lastPlace(relation: Relation, layer: Status, end: End, key: number): number {
    const last = lastLink(this.links(relation, layer, end, key));
    if (last === undefined) return 0;
    return end === "source" ? last.inSource : last.inTarget;
  }

  /** Number of the last commit that changed a content type, or a link from or to a document of it; 0 for none. */
  lastChange(type: string): number {
    return this.#lastChanges.of(type);
  }

  /** The highest numeric id given out for a content type or component. */
  lastId(of: string): number {
    return this.#sequences.get(of) ?? 0;
  }

  /** Takes in a commit; its number must follow the last one. */
  apply(commit: Commit): void {
    invariant(commit.number === this.#number + 1, `commit ${commit.number} follows commit ${this.#number}`);
    this.settle();
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

  /** Takes in versions that are a part of a whole state; `read` reads them once more. */
  restoreVersions(versions: VersionColumns, read: ReadAgain): void {
    invariant(this.#number === 0, "only an empty state is restored into");
    const { type, status, id } = versions;
    const restoration = this.#beginRestoration();
    if (restoration !== null) restoration.putAll(versions, read);
    else for (const version of recordsOf(versions)) this.#put({ kind: "put", type, status, version });
    for (const each of id) this.#raise(type, each);
  }

  /** Takes in what `prepare` makes of each commit, as `apply` does; `read` reads the versions that were put once more. */
  restoreCommits(commits: readonly Commit[], prepare: (commit: Commit) => Commit, read: ReadAgain): void {
    const restoration = this.#beginRestoration();
    if (restoration === null) {
      for (const commit of commits) this.apply(prepare(commit));
      return;
    }
    const source = restoration.openSource(read);
    for (const commit of commits) {
      const { number, at, changes } = prepare(commit);
      invariant(number === this.#number + 1, `commit ${number} follows commit ${this.#number}`);
      for (const change of changes) this.#restoreChange(restoration, change, source);
      this.#number = number;
      this.#at = Math.max(this.#at, at);
    }
    restoration.closeSource(source);
    this.#lastChanges.touchAll(this.#number);
  }

  /** Whether a document is there; asking this ends no restoring. */
  hasDocument(type: string, documentId: string): boolean {
    return this.#collections.get(type)?.numberOf(documentId) !== undefined;
  }

  /** Ends what is being restored; else the first one to look at a collection does. */
  settle(): void {
    this.#restoration?.settle();
    this.#restoration = null;
  }

  /** All parts are there. */
  endRestore(number: number, at: number): void {
    this.#lastChanges.touchAll(number);
    this.#number = number;
    this.#at = at;
  }

  /** The whole state as changes: applied in this order to an empty state they make it again. */
  dump(): Iterable<Change> {
    this.settle();
    return dump({
      shape: this.shape,
      collections: this.#collections,
      links: this.#links,
      sequences: this.#sequences,
    });
  }

  /** The same state for a second owner: constant in the amount of data; neither side sees what the other writes. */
  fork(): State {
    this.settle();
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
    this.#sequences = fork.#sequences;
    this.#lastChanges.touchAll(this.#number + 1);
  }

  #changeBy({ changes, number }: Commit): void {
    for (const change of changes) {
      this.#change(change);
      this.#lastChanges.touch(change, number);
    }
  }

  #clear(): void {
    this.#collections = emptyCollections(this.shape, this.#owner, this.#budget);
    this.#links = LinkTables.empty(this.shape.relations, this.#owner);
    this.#sequences = new Map();
    this.#at = 0;
    this.#restoration?.clear(this.#collections);
  }

  #change(change: Change): void {
    switch (change.kind) {
      case "put":
        this.#put(change);
        break;
      case "remove":
        this.#remove(change);
        break;
      case "link":
        this.#link(change);
        break;
      case "unlink":
        this.#unlink(change);
        break;
      case "sequence":
        this.#raise(change.of, change.last);
        break;
      case "clear":
        this.#clear();
    }
  }

  #restoreChange(restoration: Restoration, change: Change, source: OpenSource): void {
    if (change.kind === "put") {
      restoration.put(change, source);
      this.#raise(change.type, change.version.id);
    } else if (change.kind === "remove") restoration.remove(change);
    else this.#change(change);
  }

  #put({ type, status, version }: ChangeOf<"put">): void {
    const collection = this.#writableCollection(type);
    const number = collection.numberFor(version.documentId);
    const before = collection.document(number)?.[status] ?? null;
    const row = this.shape.layouts.row(type, status, number, version);
    const moves = before?.id !== row.id;
    if (moves && before !== null) tellLinksOf(this.#linked, collection, before, false);
    collection.put(row);
    if (moves) tellLinksOf(this.#linked, collection, row, true);
    this.#raise(type, version.id);
  }

  #remove({ type, status, documentId }: ChangeOf<"remove">): void {
    const collection = this.#writableCollection(type);
    const row = collection.find(documentId)?.[status];
    if (row) tellLinksOf(this.#linked, collection, row, false);
    collection.remove(status, documentId);
  }

  #link(change: ChangeOf<"link">): void {
    const { relation, source, target } = this.#endsOf(change);
    const { layer, order } = change;
    invariant(source !== undefined && target !== undefined, `both ends of a link of ${relation.name} exist`);
    const [inSource, inTarget] = order;
    this.#links.writable(relation, layer, this.#owner).add({ source, target, inSource, inTarget });
    if (this.#restoration === null) tellLink(this.#linked, relation, layer, { source, target }, true);
  }

  #unlink(change: ChangeOf<"unlink">): void {
    const { relation, source, target } = this.#endsOf(change);
    const { layer } = change;
    if (source === undefined || target === undefined) return;
    this.#links.writable(relation, layer, this.#owner).remove(source, target);
    if (this.#restoration === null) tellLink(this.#linked, relation, layer, { source, target }, false);
  }

  *#indexSets(): Generator<IndexSet> {
    for (const { spaces } of this.#collections.values()) yield* [spaces.draft.indexes, spaces.published.indexes];
  }

  #raise(of: string, last: number): void {
    if (last > this.lastId(of)) this.#sequences.set(of, last);
  }

  /** The relation of a change, with the numbers of what it connects; undefined for a document that is not there. */
  #endsOf({ relation: name, source, target }: ChangeOf<"link" | "unlink">) {
    const relation = this.shape.relations.byName.get(name);
    invariant(relation !== undefined, `relation ${name} exists`);
    return {
      relation,
      source: typeof source === "number" ? source : this.#collections.get(relation.owner.uid)?.numberOf(source),
      target: this.#collections.get(relation.target.uid)?.numberOf(target),
    };
  }

  /** Null when there is something already, so that what is restored has to go the way of other changes. */
  #beginRestoration(): Restoration | null {
    if (this.#restoration !== null) return this.#restoration;
    for (const collection of this.#collections.values()) if (!collection.isUntouched) return null;
    this.#restoration = new Restoration(this.shape, this.#collections);
    return this.#restoration;
  }

  #writableCollection(type: string): Collection {
    const collection = this.collection(type);
    if (collection.owner === this.#owner) return collection;
    const owned = collection.fork(this.#owner, this.#budget);
    this.#collections.set(type, owned);
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
