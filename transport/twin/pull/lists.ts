import { type ContentType, isRecord, type Schema, type Status, type UnknownRecord } from "../../../engine/internal.ts";
import { USER_TYPE } from "../../access/user-types.ts";
import { flatPopulate } from "../source/populate.ts";
import type { Upstream } from "../source/upstream.ts";
import { RefusedError, TwinError } from "../twin-error.ts";

/** Entries that are asked for in one page; a server with a smaller `maxLimit` gives fewer. */
const PAGE = 100;
/** Characters of an answer beyond which the next pages are smaller. */
const LARGE = 8_000_000;
/** Documents that are asked for by name in one request. */
const NAMED = 40;

/** A page of entries, as the source answered it. */
export type Page = readonly UnknownRecord[];

/** Reads lists of a source. Pages are continued behind the last id, so that deletions meanwhile skip nothing. */
export class Lists {
  readonly #upstream: Upstream;
  readonly #schema: Schema;
  #pageSize = PAGE;
  readonly #totals = new Map<string, number>();

  constructor(upstream: Upstream, schema: Schema) {
    this.#upstream = upstream;
    this.#schema = schema;
  }

  /** The most entries of a page that the source has granted so far. */
  get maxLimit(): number {
    return this.#pageSize;
  }

  /** Documents that the lists read so far have, as far as the source counts them. */
  get total(): number {
    return [...this.#totals.values()].reduce((sum, total) => sum + total, 0);
  }

  /** Every entry of a type and status, in all locales, in the order of ids from `after` on. */
  whole(type: ContentType, status: Status, after = 0, filters: readonly string[] = []): AsyncGenerator<Page> {
    return this.#pages(type, status, [...filters, ...this.#populate(type)], after);
  }

  /** The stamps of every entry of a type and status, which tell its states apart. */
  stamps(type: ContentType, status: Status, filters: readonly string[] = []): AsyncGenerator<Page> {
    const names = ["documentId", "updatedAt", "publishedAt", ...(type.locale === null ? [] : ["locale"])];
    return this.#pages(type, status, [...filters, ...names.map((name, at) => `fields[${at}]=${name}`)], 0);
  }

  /** The same, of the documents of these names. */
  async *stampsOf(type: ContentType, status: Status, names: readonly string[]): AsyncGenerator<Page> {
    for (const filters of namedBy(names, "documentId")) yield* this.stamps(type, status, filters);
  }

  /** The newest entries by id. */
  async *newest(type: ContentType, status: Status, filters: readonly string[]): AsyncGenerator<Page> {
    yield* this.#pages(type, status, [...filters, "fields[0]=documentId"], null);
  }

  /** The documents of these names, whole, in all locales. */
  async *named(
    type: ContentType,
    status: Status,
    names: readonly string[],
    field = "documentId",
  ): AsyncGenerator<Page> {
    for (const filters of namedBy(names, field)) yield* this.whole(type, status, 0, filters);
  }

  /** A single type's entry in one locale; null if there is none. */
  async single(type: ContentType, status: Status, locale: string | null): Promise<UnknownRecord | null> {
    const query = [`status=${status}`, ...(locale === null ? [] : [`locale=${locale}`]), ...this.#populate(type)];
    try {
      const answer = await this.#upstream.json(`/${type.singularName}?${query.join("&")}`);
      return isRecord(answer) && isRecord(answer.data) ? answer.data : null;
    } catch (error) {
      if (error instanceof RefusedError && error.status === 404) return null;
      throw error;
    }
  }

  #populate(type: ContentType): readonly string[] {
    return flatPopulate(this.#schema, type);
  }

  /** `after` null: from the highest id down. */
  async *#pages(
    type: ContentType,
    status: Status,
    query: readonly string[],
    after: number | null,
  ): AsyncGenerator<Page> {
    const isDown = after === null;
    const isUsers = type.uid === USER_TYPE;
    const fixed = [`sort=id:${isDown ? "desc" : "asc"}`, ...query];
    if (!isUsers) fixed.push(`status=${status}`);
    if (type.locale !== null && !isUsers) fixed.push("locale=*");
    for (let last = after; ; ) {
      const size = this.#pageSize;
      const limits = isUsers ? `limit=${size}` : `pagination[pageSize]=${size}`;
      const behind = last === null || last === 0 ? [] : [`filters[id][${isDown ? "$lt" : "$gt"}]=${last}`];
      const { entries, granted } = await this.#page(type, [...fixed, limits, ...behind].join("&"));
      if (entries.length > 0) yield entries;
      const end = Number(entries.at(-1)?.id);
      // The list of users tells no page size: it ends where nothing follows.
      if (entries.length === 0 || (!isUsers && entries.length < Math.min(size, granted ?? size))) return;
      if (!Number.isSafeInteger(end) || end === last)
        throw new TwinError(`the list of ${type.uid} is not sorted by id`);
      last = end;
    }
  }

  async #page(type: ContentType, query: string): Promise<{ readonly entries: Page; readonly granted: number | null }> {
    const path = type.uid === USER_TYPE ? "users" : type.pluralName;
    const { value, size } = await this.#asked(`/${path}?${query}`);
    const data = Array.isArray(value) ? value : isRecord(value) ? value.data : undefined;
    if (!Array.isArray(data)) throw new TwinError(`the answer to GET /${path} is no list of entries`);
    const entries = data.filter(isRecord);
    if (entries.some((entry) => isRecord(entry.attributes) && entry.documentId === undefined))
      throw new TwinError(
        "the source answers in the format of Strapi 4 (data.attributes), which a twin cannot be made of",
      );
    const { pageSize: granted, total } = paginationIn(value);
    if (total !== null && !this.#totals.has(type.uid)) this.#totals.set(type.uid, total);
    if (granted !== null && granted < this.#pageSize) this.#pageSize = granted;
    if (size > LARGE) this.#pageSize = Math.max(1, Math.floor(this.#pageSize / 2));
    return { entries, granted };
  }

  /** A server may refuse a page size that is above its limit. */
  async #asked(path: string): Promise<{ readonly value: unknown; readonly size: number }> {
    try {
      return await this.#upstream.sized(path);
    } catch (error) {
      const isTooLarge = error instanceof RefusedError && error.status === 400 && this.#pageSize > 25;
      if (!isTooLarge) throw error;
      this.#pageSize = 25;
      return this.#upstream.sized(path.replace(/(pageSize\]=|&limit=)\d+/, "$125"));
    }
  }
}

export function paginationIn(answer: unknown): { readonly pageSize: number | null; readonly total: number | null } {
  const { meta } = isRecord(answer) ? answer : {};
  const { pagination } = isRecord(meta) ? meta : {};
  const { pageSize, total } = isRecord(pagination) ? pagination : {};
  const isSize = typeof pageSize === "number" && pageSize >= 1;
  return { pageSize: isSize ? pageSize : null, total: typeof total === "number" ? total : null };
}

/** Filters for documents by name, some at a time. */
function* namedBy(names: readonly string[], field: string): Generator<readonly string[]> {
  for (let at = 0; at < names.length; at += NAMED)
    yield names
      .slice(at, at + NAMED)
      .map((name, place) => `filters[${field}][$in][${place}]=${encodeURIComponent(name)}`);
}
