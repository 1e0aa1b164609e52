import type { Value } from "../../values/value.ts";
import { type Layer, localeOf, statusOf, type VersionRecord } from "../../values/version.ts";
import type { Change } from "../commit.ts";
import { LinkOverlay } from "../links/link-overlay.ts";
import type { End, Relation } from "../links/relation.ts";
import type { Shape } from "../shape.ts";
import { type LinkKey, layersOf, type NamedLink, type View } from "../view.ts";
import { PendingHolders } from "./pending-holders.ts";

interface Put {
  readonly type: string;
  readonly status: Layer;
  readonly documentId: string;
  /** @internal Null: removed. */
  readonly version: VersionRecord | null;
}

/**
 * Pending changes laid over a view, which they never touch: dropping the overlay takes them all back. Nothing that is
 * pending can be seen except through the overlay itself. It is a `View`, and does not say so in its declaration, which users
 * get with that of a transaction.
 */
export class Overlay {
  /** @internal */
  readonly shape: Shape;
  readonly #base: View;
  readonly #puts = new Map<string, Put>();
  readonly #holders: PendingHolders;
  readonly #links: LinkOverlay;
  /** By type, codes of the locales beside the default one that are written to. */
  readonly #locales = new Map<string, Set<string>>();
  readonly #sequences = new Map<string, number>();

  /** @internal */
  constructor(base: View) {
    this.shape = base.shape;
    this.#base = base;
    this.#holders = new PendingHolders(base.shape);
    this.#links = new LinkOverlay(base);
  }

  version(type: string, documentId: string, status: Layer): VersionRecord | null {
    const pending = this.#puts.get(putKey(type, status, documentId));
    return pending === undefined ? this.#base.version(type, documentId, status) : pending.version;
  }

  /** @internal */
  byId(type: string, id: number): { documentId: string; status: Layer } | null {
    for (const put of this.#puts.values()) if (put.type === type && put.version?.id === id) return put;
    const found = this.#base.byId(type, id);
    if (found === null || this.#puts.has(putKey(type, found.status, found.documentId))) return null;
    return found;
  }

  /** @internal */
  links(relation: Relation, layer: Layer, end: End, key: LinkKey): readonly NamedLink[] {
    return this.#links.links(relation, layer, end, key);
  }

  /** @internal */
  lastPlace(relation: Relation, layer: Layer, end: End, key: LinkKey): number {
    return this.#links.lastPlace(relation, layer, end, key);
  }

  /** @internal */
  locales(type: string): readonly string[] | null {
    const below = this.#base.locales(type);
    const pending = this.#locales.get(type);
    return pending === undefined ? below : [...new Set([...(below ?? []), ...pending])];
  }

  /** @internal */
  linkLocales(relation: Relation): readonly string[] | null {
    return this.#links.locales(relation);
  }

  /** @internal */
  holders(type: string, locale: string | null, path: string, value: Value): readonly string[] {
    const stored = this.#base.holders(type, locale, path, value);
    const below = stored.filter((each) => !this.#holders.decides(type, locale, each));
    return [...below, ...this.#holders.holders(type, locale, path, value)];
  }

  *documents(type: string): Generator<string> {
    const known = new Set<string>();
    for (const documentId of this.#base.documents(type)) {
      known.add(documentId);
      if (this.#exists(type, documentId)) yield documentId;
    }
    for (const { type: of, documentId } of this.#puts.values()) {
      if (of !== type || known.has(documentId)) continue;
      known.add(documentId);
      if (this.#exists(type, documentId)) yield documentId;
    }
  }

  /** @internal */
  lastId(of: string): number {
    return this.#sequences.get(of) ?? this.#base.lastId(of);
  }

  /** @internal The next numeric id of a content type or component. */
  nextId(of: string): number {
    const id = this.lastId(of) + 1;
    this.#sequences.set(of, id);
    return id;
  }

  /** @internal */
  put(type: string, status: Layer, version: VersionRecord): void {
    const { documentId } = version;
    this.#set({ type, status, documentId, version });
  }

  /** @internal */
  remove(type: string, status: Layer, documentId: string): void {
    this.#set({ type, status, documentId, version: null });
  }

  /** @internal */
  link(relation: Relation, layer: Layer, link: NamedLink): void {
    this.#links.put(relation, layer, link);
  }

  /** @internal */
  unlink(relation: Relation, layer: Layer, source: LinkKey, target: string): void {
    this.#links.remove(relation, layer, source, target);
  }

  /** @internal What is pending, in an order in which it can be applied: links go before the documents they hang on, and come after. */
  changes(): Change[] {
    const links = this.#links.changes();
    const versions = [...this.#puts.values()].flatMap((put) => this.#versionChange(put));
    return [
      ...[...this.#sequences].map(([of, last]): Change => ({ kind: "sequence", of, last })),
      ...links.filter((change) => change.kind === "unlink"),
      ...versions.filter((change) => change.kind === "remove"),
      ...versions.filter((change) => change.kind === "put"),
      ...links.filter((change) => change.kind === "link"),
    ];
  }

  /** @internal Lays what is pending onto another overlay. */
  mergeInto(overlay: Overlay): void {
    for (const put of this.#puts.values()) overlay.#set(put);
    for (const [of, last] of this.#sequences) overlay.#sequences.set(of, last);
    this.#links.mergeInto(overlay.#links);
  }

  #versionChange({ type, status, documentId, version }: Put): Change[] {
    if (version !== null) return [{ kind: "put", type, status, version }];
    return this.#base.version(type, documentId, status) === null ? [] : [{ kind: "remove", type, status, documentId }];
  }

  #exists(type: string, documentId: string): boolean {
    return layersOf(this, type).some((layer) => this.version(type, documentId, layer) !== null);
  }

  #set(put: Put): void {
    const { type, status, documentId, version } = put;
    this.#puts.set(putKey(type, status, documentId), put);
    const locale = localeOf(status);
    if (statusOf(status) === "published") this.#holders.set(type, locale, documentId, version);
    if (locale === null) return;
    const locales = this.#locales.get(type);
    if (locales === undefined) this.#locales.set(type, new Set([locale]));
    else locales.add(locale);
  }
}

function putKey(type: string, status: Layer, documentId: string): string {
  return `${type} ${status} ${documentId}`;
}
