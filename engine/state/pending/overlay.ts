import type { Value } from "../../values/value.ts";
import { type Layer, localeOf, statusOf, type VersionRecord } from "../../values/version.ts";
import type { Change } from "../commit.ts";
import type { End } from "../links/link-end-name.ts";
import { LinkOverlay } from "../links/link-overlay.ts";
import type { Relation } from "../links/relation.ts";
import type { Shape } from "../shape.ts";
import { type LinkKey, layersOf, type NamedLink, type View } from "../view.ts";
import { PendingHolders } from "./pending-holders.ts";

interface Put {
  /** `putKey` of the next three. */
  readonly key: string;
  readonly type: string;
  readonly status: Layer;
  readonly documentId: string;
  /** @internal Null: removed. */
  readonly version: VersionRecord | null;
}

/**
 * Copy-on-write overlay: pending changes over a view, which they never modify. Dropping the overlay undoes them all.
 * Pending changes are visible only through the overlay itself. It is a `View`, but does not declare so, because its
 * declaration is part of the public one of a transaction.
 */
export class Overlay {
  /** @internal */
  readonly shape: Shape;
  readonly #base: View;
  // Each is created on first use: most writes need few of them.
  #puts: Map<string, Put> | null = null;
  #holders: PendingHolders | null = null;
  #links: LinkOverlay | null = null;
  /** By type: the locales other than the default one that are written to. */
  #locales: Map<string, Set<string>> | null = null;
  #sequences: Map<string, number> | null = null;

  /** @internal */
  constructor(base: View) {
    this.shape = base.shape;
    this.#base = base;
  }

  version(type: string, documentId: string, status: Layer): VersionRecord | null {
    const pending = this.#pending(type, documentId, status);
    return pending === undefined ? this.#base.version(type, documentId, status) : pending.version;
  }

  /** @internal */
  has(type: string, documentId: string, status: Layer): boolean {
    const pending = this.#pending(type, documentId, status);
    return pending === undefined ? this.#base.has(type, documentId, status) : pending.version !== null;
  }

  /** @internal */
  byId(type: string, id: number): { documentId: string; status: Layer } | null {
    for (const put of this.#allPuts()) if (put.type === type && put.version?.id === id) return put;
    const found = this.#base.byId(type, id);
    if (found === null || this.#pending(type, found.documentId, found.status) !== undefined) return null;
    return found;
  }

  /** @internal */
  links(relation: Relation, layer: Layer, end: End, key: LinkKey): readonly NamedLink[] {
    return (this.#links ?? this.#base).links(relation, layer, end, key);
  }

  /** @internal */
  linksBetween(relation: Relation, layer: Layer, end: End, key: LinkKey, from: number, before: number): NamedLink[] {
    return (this.#links ?? this.#base).linksBetween(relation, layer, end, key, from, before);
  }

  /** @internal */
  lastPlace(relation: Relation, layer: Layer, end: End, key: LinkKey): number {
    return (this.#links ?? this.#base).lastPlace(relation, layer, end, key);
  }

  /** @internal */
  locales(type: string): readonly string[] | null {
    const below = this.#base.locales(type);
    const pending = this.#locales?.get(type);
    return pending === undefined ? below : [...new Set([...(below ?? []), ...pending])];
  }

  /** @internal */
  linkLocales(relation: Relation): readonly string[] | null {
    return (this.#links ?? this.#base).linkLocales(relation);
  }

  /** @internal */
  holders(type: string, locale: string | null, path: string, value: Value): readonly string[] {
    const stored = this.#base.holders(type, locale, path, value);
    const holders = this.#holdersOfPuts();
    if (holders === null) return stored;
    const below = stored.filter((each) => !holders.decides(type, locale, each));
    return [...below, ...holders.holders(type, locale, path, value)];
  }

  *documents(type: string): Generator<string> {
    const known = new Set<string>();
    for (const documentId of this.#base.documents(type)) {
      known.add(documentId);
      if (this.#exists(type, documentId)) yield documentId;
    }
    for (const { type: of, documentId } of this.#allPuts()) {
      if (of !== type || known.has(documentId)) continue;
      known.add(documentId);
      if (this.#exists(type, documentId)) yield documentId;
    }
  }

  /** @internal */
  lastId(of: string): number {
    return this.#sequences?.get(of) ?? this.#base.lastId(of);
  }

  /** @internal The next numeric id of a content type or component. */
  nextId(of: string): number {
    const id = this.lastId(of) + 1;
    this.#raise(of, id);
    return id;
  }

  /** @internal Later ids of a content type are above `last`. */
  reserveIds(of: string, last: number): void {
    if (last > this.lastId(of)) this.#raise(of, last);
  }

  /** @internal */
  put(type: string, status: Layer, version: VersionRecord): void {
    const { documentId } = version;
    this.#set({ key: putKey(type, status, documentId), type, status, documentId, version });
  }

  /** @internal */
  remove(type: string, status: Layer, documentId: string): void {
    this.#set({ key: putKey(type, status, documentId), type, status, documentId, version: null });
  }

  /** @internal */
  link(relation: Relation, layer: Layer, link: NamedLink): void {
    this.#writableLinks().put(relation, layer, link);
  }

  /** @internal */
  unlink(relation: Relation, layer: Layer, source: LinkKey, target: string): void {
    this.#writableLinks().remove(relation, layer, source, target);
  }

  /**
   * @internal The pending changes in an order in which they can be applied: links are removed before the documents they
   *   belong to, and added after them.
   */
  changes(): Change[] {
    const changes: Change[] = [];
    if (this.#sequences !== null)
      for (const [of, last] of this.#sequences) changes.push({ kind: "sequence", of, last });
    const links = this.#links?.changes() ?? NO_CHANGES;
    for (const change of links) if (change.kind === "unlink") changes.push(change);
    for (const { type, status, documentId, version } of this.#allPuts()) {
      if (version !== null || !this.#base.has(type, documentId, status)) continue;
      changes.push({ kind: "remove", type, status, documentId });
    }
    for (const { type, status, version } of this.#allPuts()) {
      if (version !== null) changes.push({ kind: "put", type, status, version });
    }
    for (const change of links) if (change.kind === "link") changes.push(change);
    return changes;
  }

  /** @internal Copies the pending changes to another overlay. */
  mergeInto(overlay: Overlay): void {
    for (const put of this.#allPuts()) overlay.#set(put);
    if (this.#sequences !== null) for (const [of, last] of this.#sequences) overlay.#raise(of, last);
    this.#links?.mergeInto(overlay.#writableLinks());
  }

  /** Made when it is first needed, which few transactions do, and kept up to date from then on. */
  #holdersOfPuts(): PendingHolders | null {
    if (this.#holders !== null || this.#puts === null) return this.#holders;
    this.#holders = new PendingHolders(this.shape);
    for (const put of this.#allPuts()) hold(this.#holders, put);
    return this.#holders;
  }

  #pending(type: string, documentId: string, status: Layer): Put | undefined {
    return this.#puts?.get(putKey(type, status, documentId));
  }

  #allPuts(): Iterable<Put> {
    return this.#puts?.values() ?? NO_PUTS;
  }

  #raise(of: string, last: number): void {
    this.#sequences ??= new Map();
    this.#sequences.set(of, last);
  }

  #writableLinks(): LinkOverlay {
    this.#links ??= new LinkOverlay(this.#base);
    return this.#links;
  }

  #exists(type: string, documentId: string): boolean {
    return layersOf(this, type).some((layer) => this.has(type, documentId, layer));
  }

  #set(put: Put): void {
    const { key, type, status } = put;
    this.#puts ??= new Map();
    this.#puts.set(key, put);
    if (this.#holders !== null) hold(this.#holders, put);
    const locale = localeOf(status);
    if (locale === null) return;
    this.#locales ??= new Map();
    const locales = this.#locales.get(type);
    if (locales === undefined) this.#locales.set(type, new Set([locale]));
    else locales.add(locale);
  }
}

function hold(holders: PendingHolders, { type, status, documentId, version }: Put): void {
  if (statusOf(status) === "published") holders.set(type, localeOf(status), documentId, version);
}

const NO_PUTS: readonly Put[] = [];
const NO_CHANGES: readonly Change[] = [];

function putKey(type: string, status: Layer, documentId: string): string {
  return `${type} ${status} ${documentId}`;
}
