import { impossible, invariant } from "../error.ts";
import type { Layer } from "../values/version.ts";
import type { Change, Commit } from "./commit.ts";
import { type LinkList, lastLink } from "./links/link-list.ts";
import type { End, Relation } from "./links/relation.ts";
import { makeChange, makeChangeWithoutRows } from "./pending/make-change.ts";
import { dump } from "./restore/dump.ts";
import { Replacement } from "./restore/replacement.ts";
import { type OpenSource, Restoration } from "./restore/restoration.ts";
import type { ReadAgain } from "./restore/sources.ts";
import type { Collection } from "./rows/collection.ts";
import { LastChanges } from "./rows/last-changes.ts";
import { recordsOf, type VersionColumns } from "./rows/version-columns.ts";
import type { Shape } from "./shape.ts";
import { StateContent } from "./state-content.ts";

/**
 * Everything that is stored, at one commit number. Changed by `apply` alone: live writes, recovery and snapshots all go
 * through it.
 */
export class State {
  /** @internal */
  readonly shape: Shape;
  readonly #content: StateContent;
  readonly #lastChanges: LastChanges;
  #number: number;
  #at: number;
  /** How far `revision` is ahead of the number. */
  #ahead: number;
  /** What is being restored and has not come into the collections yet. */
  #restoration: Restoration | null = null;

  /** @internal */
  constructor(shape: Shape, from?: State) {
    this.shape = shape;
    this.#content = from === undefined ? new StateContent(shape) : from.#content.fork();
    this.#lastChanges = from === undefined ? new LastChanges(shape) : from.#lastChanges.copy();
    this.#number = from?.number ?? 0;
    this.#at = from?.at ?? 0;
    this.#ahead = from === undefined ? 0 : from.#ahead;
  }

  /** Number of the last commit applied; 0 when empty. */
  get number(): number {
    return this.#number;
  }

  /** Grows with every change to this state, also where its number goes back because it became another one. */
  get revision(): number {
    return this.#number + this.#ahead;
  }

  /** Time of the last commit in epoch milliseconds. */
  get at(): number {
    return this.#at;
  }

  /** @internal */
  collection(type: string): Collection {
    if (this.#restoration !== null) this.finishRestore();
    return this.#content.collection(type);
  }

  /** @internal Links at one end of a document or component, in order. */
  links(relation: Relation, layer: Layer, end: End, key: number): LinkList {
    return this.#content.links(relation, layer, end, key);
  }

  /** @internal Codes of the locales beside the default one in which a relation may have links; null where there are none. */
  linkLocales(relation: Relation): Iterable<string> | null {
    return this.#content.linkLocales(relation);
  }

  /** @internal The highest place in use at one end; 0 without links. */
  lastPlace(relation: Relation, layer: Layer, end: End, key: number): number {
    const last = lastLink(this.links(relation, layer, end, key));
    if (last === undefined) return 0;
    return end === "source" ? last.inSource : last.inTarget;
  }

  /** @internal Number of the last commit that changed a content type, or a link from or to a document of it; 0 for none. */
  lastChange(type: string): number {
    return this.#lastChanges.of(type);
  }

  /** @internal Something in it is in another locale than the default one. */
  get hasLocales(): boolean {
    this.finishRestore();
    return this.#content.hasLocales;
  }

  /** @internal Fingerprints of the content types that have written to a shared log, the present ones last. */
  get schemas(): readonly string[] {
    return this.#content.schemas;
  }

  /** @internal The highest numeric id given out for a content type or component. */
  lastId(of: string): number {
    return this.#content.lastId(of);
  }

  /** @internal Applies a commit; its number must follow the last one. */
  apply(commit: Commit): void {
    if (commit.number !== this.#number + 1) impossible(`commit ${commit.number} follows commit ${this.#number}`);
    this.finishRestore();
    if (!(commit instanceof Replacement)) this.#changeBy(commit);
    else if (commit.state instanceof State) this.#replaceBy(commit.state);
    this.#number = commit.number;
    this.#at = commit instanceof Replacement ? commit.at : Math.max(this.#at, commit.at);
  }

  /** @internal Becomes what another state is, which need not have come from this one. All counts as changed. */
  become(other: State): void {
    const revision = this.revision + 1;
    this.#takeContent(other);
    this.#number = other.number;
    this.#at = other.at;
    this.#ahead = revision - this.#number;
    this.#lastChanges.touchAll(revision);
  }

  /** @internal Restores a whole state, written in any order. Only an empty state can be restored into. */
  restore(snapshot: Commit): void {
    const { changes, number, at } = snapshot;
    this.restorePart(changes.filter((change) => change.kind === "put").sort((a, b) => a.version.id - b.version.id));
    this.restorePart(changes.filter((change) => change.kind !== "put"));
    this.endRestore(number, at);
  }

  /** @internal Restores a part of a whole state, in an order in which its changes can be made. */
  restorePart(changes: readonly Change[]): void {
    invariant(this.#number === 0, "only an empty state is restored into");
    for (const change of changes) this.#change(change);
  }

  /** @internal Restores versions that are a part of a whole state; `read` reads them once more. */
  restoreVersions(versions: VersionColumns, read: ReadAgain): void {
    invariant(this.#number === 0, "only an empty state is restored into");
    const { type, status, id } = versions;
    const restoration = this.#beginRestoration();
    if (restoration !== null) restoration.putAll(versions, read);
    else for (const version of recordsOf(versions)) this.#change({ kind: "put", type, status, version });
    for (const each of id) this.#content.raise(type, each);
  }

  /**
   * @internal Applies what `prepare` returns for each commit, as `apply` does; `read` reads the versions that were put
   * once more.
   */
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
    this.#lastChanges.touchAll(this.revision);
  }

  /** @internal Whether a document is there; asking this ends no restoring. */
  hasDocument(type: string, documentId: string): boolean {
    return this.#content.collections.get(type)?.numberOf(documentId) !== undefined;
  }

  /** @internal Ends what is being restored; else the first one to look at a collection does. */
  finishRestore(): void {
    this.#restoration?.finishRestore();
    this.#restoration = null;
  }

  /** @internal All parts are there. */
  endRestore(number: number, at: number): void {
    this.#number = number;
    this.#at = at;
    this.#lastChanges.touchAll(this.revision);
  }

  /** @internal The whole state as changes: applied in this order to an empty state they make it again. */
  dump(): Iterable<Change> {
    this.finishRestore();
    return dump(this.#content);
  }

  /** The same state for a second owner: constant in the amount of data; neither side sees what the other writes. */
  fork(): State {
    this.finishRestore();
    return new State(this.shape, this);
  }

  /** What applying a replacement's changes would do, in constant time. */
  #replaceBy(state: State): void {
    const { schemas } = this;
    this.#takeContent(state);
    this.#content.schemas = schemas;
    this.#lastChanges.touchAll(this.revision + 1);
  }

  #takeContent(state: State): void {
    invariant(state.shape === this.shape, "a state is replaced by one of the same shape");
    state.finishRestore();
    this.#content.become(state.#content);
  }

  #changeBy({ changes, number }: Commit): void {
    for (const change of changes) {
      this.#change(change);
      this.#lastChanges.touch(change, number + this.#ahead);
    }
  }

  #change(change: Change): void {
    const needsRows = change.kind === "put" || change.kind === "remove";
    if (needsRows) this.finishRestore();
    if (needsRows || this.#restoration === null) makeChange(this.#content, change);
    else makeChangeWithoutRows(this.#content, change);
    if (change.kind === "clear") this.#cleared();
  }

  #restoreChange(restoration: Restoration, change: Change, source: OpenSource): void {
    if (change.kind === "put") {
      restoration.put(change, source);
      this.#content.raise(change.type, change.version.id);
    } else if (change.kind === "remove") restoration.remove(change);
    else this.#change(change);
  }

  #cleared(): void {
    this.#at = 0;
    this.#restoration?.clear(this.#content.collections);
  }

  /** Null when there is something already, so that what is restored has to go the way of other changes. */
  #beginRestoration(): Restoration | null {
    if (this.#restoration !== null) return this.#restoration;
    const { collections } = this.#content;
    for (const collection of collections.values()) if (!collection.isUntouched) return null;
    this.#restoration = new Restoration(this.shape, collections);
    return this.#restoration;
  }
}
