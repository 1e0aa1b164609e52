import { impossible, invariant } from "../error.ts";
import { BuildSignals } from "../indexes/building/build-signals.ts";
import type { Layer } from "../values/version.ts";
import type { Change, Commit } from "./commit.ts";
import { placeIn } from "./links/link.ts";
import type { LinkColumns } from "./links/link-columns.ts";
import type { End } from "./links/link-end-name.ts";
import { type LinkList, lastLink } from "./links/link-list.ts";
import type { Relation } from "./links/relation.ts";
import { makeChange, makeChangeWithoutRows } from "./pending/make-change.ts";
import { dump } from "./restore/dump.ts";
import { Replacement } from "./restore/replacement.ts";
import { type OpenSource, Restoration } from "./restore/restoration.ts";
import { RestoredLinks } from "./restore/restored-links.ts";
import type { ReadAgain } from "./restore/sources.ts";
import type { Collection } from "./rows/collection.ts";
import { LastChanges } from "./rows/last-changes.ts";
import { recordsOf, type VersionColumns } from "./rows/version-columns.ts";
import type { Shape } from "./shape.ts";
import { StateContent } from "./state-content.ts";

/** How many states there have been. */
let states = 0;

/**
 * Everything that is stored, at one commit number. Only `apply` changes it: live writes, recovery and snapshots all use
 * it.
 */
export class State {
  /** @internal */
  readonly shape: Shape;
  /** @internal Unique among the states of a process. */
  readonly serial = ++states;
  /** @internal */
  readonly buildSignals = new BuildSignals();
  readonly #content: StateContent;
  readonly #lastChanges: LastChanges;
  #number: number;
  #at: number;
  /** The difference between `revision` and the commit number. */
  #ahead: number;
  /** Restored content that the collections have not taken over yet. */
  #restoration: Restoration | null = null;
  /** Restored links; some may not be visible yet. */
  readonly #restoredLinks: RestoredLinks;

  /** @internal */
  constructor(shape: Shape, from?: State) {
    this.shape = shape;
    this.#content = from === undefined ? new StateContent(shape) : from.#content.fork();
    this.#restoredLinks = new RestoredLinks(this.#content);
    this.#lastChanges = from === undefined ? new LastChanges(shape) : from.#lastChanges.copy();
    this.#number = from?.number ?? 0;
    this.#at = from?.at ?? 0;
    this.#ahead = from === undefined ? 0 : from.#ahead;
  }

  /** Number of the last commit applied; 0 when empty. */
  get number(): number {
    return this.#number;
  }

  /**
   * Grows with every change of this state, even if its number decreases because the state was replaced by another one.
   */
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

  /** @internal The locales other than the default one in which a relation may have links; null if there are none. */
  linkLocales(relation: Relation): Iterable<string> | null {
    return this.#content.linkLocales(relation);
  }

  /** @internal The highest place used at one end; 0 without links. */
  lastPlace(relation: Relation, layer: Layer, end: End, key: number): number {
    const last = lastLink(this.links(relation, layer, end, key));
    return last === undefined ? 0 : placeIn(last, end);
  }

  /**
   * @internal The revision of the last change of a content type, or of a link from or to its documents; 0 if there was
   *   none.
   */
  lastChange(type: string): number {
    return this.#lastChanges.of(type);
  }

  /** @internal The same of several types together. */
  lastChangeOfAny(types: readonly string[]): number {
    return types.reduce((last, type) => Math.max(last, this.lastChange(type)), 0);
  }

  /** @internal Whether anything in it is in a locale other than the default one. */
  get hasLocales(): boolean {
    this.finishRestore();
    return this.#content.hasLocales;
  }

  /** @internal Fingerprints of the content types that have written to a shared log, the present ones last. */
  get schemas(): readonly string[] {
    return this.#content.schemas;
  }

  /** @internal The highest numeric id assigned to a content type or component. */
  lastId(of: string): number {
    return this.#content.lastId(of);
  }

  /** @internal Applies a commit, whose number must follow the last one. */
  apply(commit: Commit): void {
    if (commit.number !== this.#number + 1) impossible(`commit ${commit.number} follows commit ${this.#number}`);
    this.finishRestore();
    if (!(commit instanceof Replacement)) this.#changeBy(commit);
    else if (commit.state instanceof State) this.#replaceBy(commit.state);
    this.#number = commit.number;
    this.#at = commit instanceof Replacement ? commit.at : Math.max(this.#at, commit.at);
  }

  /**
   * @internal Takes over the content of another state, which need not be related to this one. Everything counts as
   *   changed.
   */
  become(other: State): void {
    const revision = this.revision + 1;
    this.#takeContent(other);
    this.#number = other.number;
    this.#at = other.at;
    this.#ahead = revision - this.#number;
    this.#lastChanges.touchAll(revision);
  }

  /** @internal Restores a whole state from changes in any order. The state must be empty. */
  restore(snapshot: Commit): void {
    const { changes, number, at } = snapshot;
    this.restorePart(changes.filter((change) => change.kind === "put").sort((a, b) => a.version.id - b.version.id));
    this.restorePart(changes.filter((change) => change.kind !== "put"));
    this.endRestore(number, at);
  }

  /** @internal Restores a part of a whole state, whose changes must be in an order in which they can be applied. */
  restorePart(changes: readonly Change[]): void {
    invariant(this.#number === 0, "only an empty state is restored into");
    this.#restoredLinks.finish();
    for (const change of changes) this.#change(change);
  }

  /** @internal Restores versions that are part of a whole state; `read` reads them again. */
  restoreVersions(versions: VersionColumns, read: ReadAgain): void {
    invariant(this.#number === 0, "only an empty state is restored into");
    const { type, status, id } = versions;
    const restoration = this.#beginRestoration();
    if (restoration !== null) restoration.putAll(versions, read);
    else for (const version of recordsOf(versions)) this.#change({ kind: "put", type, status, version });
    for (const each of id) this.#content.raise(type, each);
  }

  /**
   * @internal Restores links that are part of a whole state; returns how many were left out because one of their ends
   *   does not exist. They need not be visible before `endRestore`.
   */
  restoreLinks(links: LinkColumns): number {
    invariant(this.#number === 0, "only an empty state is restored into");
    return this.#restoredLinks.add(links, this.#restoration);
  }

  /**
   * @internal Applies what `prepare` returns for each commit, as `apply` does; `read` reads the versions in them again.
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

  /** @internal Whether a document exists. Unlike other reads, this does not end a restore. */
  hasDocument(type: string, documentId: string): boolean {
    return this.#content.collections.get(type)?.numberOf(documentId) !== undefined;
  }

  /** @internal Ends a restore. The first access to a collection does so as well. */
  finishRestore(): void {
    this.#restoredLinks.finish();
    this.#restoration?.finishRestore();
    this.#restoration = null;
  }

  /** @internal All parts have been restored. */
  endRestore(number: number, at: number): void {
    this.#restoredLinks.finish();
    this.#number = number;
    this.#at = at;
    this.#lastChanges.touchAll(this.revision);
  }

  /** @internal Makes a step of building an index; false if none is being built. */
  buildStep(): boolean {
    return this.#content.buildStep();
  }

  /** @internal The whole state as changes: applied in this order to an empty state, they create it again. */
  dump(): Iterable<Change> {
    this.finishRestore();
    return dump(this.#content);
  }

  /** The same state for a second owner, in constant time. Neither side sees what the other writes. */
  fork(): State {
    this.finishRestore();
    return new State(this.shape, this);
  }

  /** Has the effect of applying a replacement's changes, in constant time. */
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

  /** Null if there is content already, so that restored changes have to be applied like any others. */
  #beginRestoration(): Restoration | null {
    if (this.#restoration !== null) return this.#restoration;
    const { collections } = this.#content;
    for (const collection of collections.values()) if (!collection.isUntouched) return null;
    this.#restoration = new Restoration(this.shape, collections);
    return this.#restoration;
  }
}
