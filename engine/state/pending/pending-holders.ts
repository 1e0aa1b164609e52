import type { Value } from "../../values/value.ts";
import type { VersionRecord } from "../../values/version.ts";
import type { Shape } from "../shape.ts";

interface Index {
  readonly type: string;
  readonly path: string;
  /** documentIds by value. */
  readonly holders: Map<Value, Set<string>>;
}

/**
 * Which pending published versions have a given value in a unique attribute. The index of an attribute is built when it
 * is first queried and then kept up to date, so that a transaction of many writes takes linear time.
 */
export class PendingHolders {
  readonly #shape: Shape;
  /** By type with locale, and documentId; null: removed. */
  readonly #versions = new Map<string, Map<string, VersionRecord | null>>();
  readonly #indexes = new Map<string, Index[]>();

  constructor(shape: Shape) {
    this.#shape = shape;
  }

  set(type: string, locale: string | null, documentId: string, version: VersionRecord | null): void {
    const space = spaceOf(type, locale);
    const versions = this.#versions.get(space) ?? new Map<string, VersionRecord | null>();
    this.#versions.set(space, versions);
    const before = versions.get(documentId) ?? null;
    versions.set(documentId, version);
    for (const index of this.#indexes.get(space) ?? []) {
      if (before !== null)
        for (const value of this.#values(index, before)) index.holders.get(value)?.delete(documentId);
      if (version !== null) this.#add(index, version);
    }
  }

  /** Whether the overlay decides about the document, so that the view below must be ignored. */
  decides(type: string, locale: string | null, documentId: string): boolean {
    return this.#versions.get(spaceOf(type, locale))?.has(documentId) ?? false;
  }

  holders(type: string, locale: string | null, path: string, value: Value): Iterable<string> {
    return this.#index(type, locale, path).holders.get(value) ?? [];
  }

  #index(type: string, locale: string | null, path: string): Index {
    const space = spaceOf(type, locale);
    const indexes = this.#indexes.get(space) ?? [];
    this.#indexes.set(space, indexes);
    const known = indexes.find((index) => index.path === path);
    if (known !== undefined) return known;
    const index: Index = { type, path, holders: new Map() };
    for (const version of this.#versions.get(space)?.values() ?? []) if (version !== null) this.#add(index, version);
    indexes.push(index);
    return index;
  }

  #add(index: Index, version: VersionRecord): void {
    for (const value of this.#values(index, version)) {
      const holders = index.holders.get(value);
      if (holders === undefined) index.holders.set(value, new Set([version.documentId]));
      else holders.add(version.documentId);
    }
  }

  #values({ type, path }: Index, version: VersionRecord): Iterable<Value> {
    const unique = this.#shape.unique(type, path);
    return unique.values(this.#shape.layouts.row(type, "published", 0, version).cells[unique.cell]);
  }
}

function spaceOf(type: string, locale: string | null): string {
  return locale === null ? type : `${type} ${locale}`;
}
