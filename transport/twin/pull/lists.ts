import { type ContentType, isRecord, type Status, type UnknownRecord } from "../../../engine/internal.ts";
import { USER_TYPE } from "../../access/user-types.ts";
import { anyOf, type Dialect } from "../source/dialect.ts";
import { paginationIn } from "../source/pagination-in.ts";
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
  readonly #dialect: Dialect;
  #pageSize = PAGE;
  readonly #totals = new Map<string, number>();

  constructor(upstream: Upstream, dialect: Dialect) {
    this.#upstream = upstream;
    this.#dialect = dialect;
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
    return this.#pages(type, status, [...filters, ...this.#dialect.populate(type)], this.#dialect.idAtSource(after));
  }

  /** The stamps of every entry of a type and status, which tell its states apart. */
  stamps(type: ContentType, status: Status, filters: readonly string[] = []): AsyncGenerator<Page> {
    return this.#pages(type, status, [...filters, ...this.#dialect.stamps(type)], 0);
  }

  /** The stamps of the documents of these names. */
  async *stampsOf(type: ContentType, status: Status, names: readonly string[]): AsyncGenerator<Page> {
    for (const some of inParts(names)) yield* this.stamps(type, status, this.#dialect.named(type, some));
  }

  /** The newest entries by id. */
  async *newest(type: ContentType, status: Status, filters: readonly string[]): AsyncGenerator<Page> {
    yield* this.#pages(type, status, [...filters, ...this.#dialect.stamps(type)], null);
  }

  /** The documents of these names, whole, in all locales. */
  async *named(type: ContentType, status: Status, names: readonly string[]): AsyncGenerator<Page> {
    for (const some of inParts(names)) yield* this.whole(type, status, 0, this.#dialect.named(type, some));
  }

  /** The rows of these ids, whole. */
  async *ofIds(type: ContentType, status: Status, ids: readonly number[]): AsyncGenerator<Page> {
    for (const some of inParts(ids.map((id) => this.#dialect.idAtSource(id))))
      yield* this.whole(type, status, 0, anyOf("filters[id]", some));
  }

  /** A single type's entry in one locale; null if there is none. */
  async single(type: ContentType, status: Status, locale: string | null): Promise<UnknownRecord | null> {
    const { status: versions, populate } = this.#dialect;
    const query = [versions(status), ...(locale === null ? [] : [`locale=${locale}`]), ...populate(type)];
    try {
      const answer = await this.#upstream.json(`/${type.singularName}?${query.join("&")}`);
      if (!isRecord(answer) || !isRecord(answer.data)) return null;
      return this.#dialect.entry(type, status, answer.data);
    } catch (error) {
      if (error instanceof RefusedError && error.status === 404) return null;
      throw error;
    }
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
    if (!isUsers) fixed.push(this.#dialect.status(status));
    if (type.locale !== null && !isUsers) fixed.push(this.#dialect.everyLocale);
    for (let last = after; ; ) {
      const size = this.#pageSize;
      const limits = isUsers ? `limit=${size}` : `pagination[pageSize]=${size}`;
      const behind = last === null || last === 0 ? [] : [`filters[id][${isDown ? "$lt" : "$gt"}]=${last}`];
      const { entries, granted } = await this.#page(type, [...fixed, limits, ...behind].join("&"));
      if (entries.length > 0) yield entries.map((entry) => this.#dialect.entry(type, status, entry));
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

function* inParts<T>(names: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < names.length; at += NAMED) yield names.slice(at, at + NAMED);
}
