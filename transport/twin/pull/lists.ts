import { type ContentType, isRecord, type Status, type UnknownRecord } from "../../../engine/internal.ts";
import { USER_TYPE } from "../../access/user-types.ts";
import { anyOf, type Dialect } from "../source/dialect.ts";
import { paginationIn } from "../source/pagination-in.ts";
import type { Upstream, ValueAnswer } from "../source/upstream.ts";
import { RefusedError, TwinError } from "../twin-error.ts";
import { numberText } from "./report.ts";

/** Entries that are asked for in one page; a server with a smaller `maxLimit` gives fewer. */
const PAGE = 100;
/** Characters of an answer beyond which the next pages are smaller. */
const LARGE = 8_000_000;
/** Characters of the longest answer that is kept to be asked for again: one of stamps, which every sweep reads. */
const KEPT = 65_536;
/** Characters of all of them together. */
const ALL_KEPT = 16_777_216;
/** Documents that are asked for by name in one request. */
const NAMED = 40;
/** Entries that may be added to a list while it is read, beside as many as it had. */
const ADDED = 10_000;
/** Entries of a list that the source does not count. */
const MOST_UNCOUNTED = 1_000_000;

/** A page of entries, as the source answered it. */
export type Page = readonly UnknownRecord[];

interface Listed {
  readonly entries: Page;
  /** The page size that was asked for, and the one that the answer tells. */
  readonly size: number;
  readonly granted: number | null;
  /** The entries that the answer tells. */
  readonly total: number | null;
}

/** Reads lists of a source. Pages are continued behind the last id, so that deletions meanwhile skip nothing. */
export class Lists {
  readonly #upstream: Upstream;
  readonly #dialect: Dialect;
  /** The most entries of a page that the source grants to any list. */
  #pageSize = PAGE;
  /** The largest page that it has granted. */
  #largest = 0;
  /** Smaller pages of types whose pages were refused, or very long, by uid. */
  readonly #sizes = new Map<string, number>();
  readonly #totals = new Map<string, number>();
  /** Short answers to which the source gave tags, by path. */
  readonly #kept = new Map<string, ValueAnswer>();
  #room = ALL_KEPT;

  constructor(upstream: Upstream, dialect: Dialect) {
    this.#upstream = upstream;
    this.#dialect = dialect;
  }

  /** The most entries of a page that the source has granted so far. */
  get maxLimit(): number {
    return this.#largest === 0 ? PAGE : this.#largest;
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

  /** The locales of a single type's entry, where the source lists none. */
  async localesOf(type: ContentType): Promise<readonly string[]> {
    const { status } = this.#dialect;
    const query = [status("draft"), "fields[0]=locale", "populate[localizations][fields][0]=locale"];
    const { answer, text } = await this.#upstream.text(`/${type.singularName}?${query.join("&")}`);
    if (answer.status !== 200) return [];
    return [...text.matchAll(/"locale":"([\w-]+)"/g)].map(([, code = ""]) => code);
  }

  /** `after` null: from the highest id down. A source that refuses the order is read page by page. */
  async *#pages(
    type: ContentType,
    status: Status,
    query: readonly string[],
    after: number | null,
  ): AsyncGenerator<Page> {
    const { status: versions, everyLocale } = this.#dialect;
    const locales = type.locale === null ? [] : [everyLocale];
    const asked = type.uid === USER_TYPE ? query : [...query, versions(status), ...locales];
    const pages = this.#pagesById(type, status, asked, after);
    let first: IteratorResult<Page>;
    try {
      first = await pages.next();
    } catch (error) {
      if (!(error instanceof RefusedError) || error.status !== 400 || type.uid === USER_TYPE) throw error;
      yield* this.#numberedPages(type, status, asked);
      return;
    }
    if (first.done === true) return;
    yield first.value;
    yield* pages;
  }

  /** Entries may move from page to page meanwhile: the stamps, which are compared later, tell what was missed. */
  async *#numberedPages(type: ContentType, status: Status, query: readonly string[]): AsyncGenerator<Page> {
    const end = endOf(type);
    for (let number = 1; ; number++) {
      const { entries, size, granted, total } = await this.#page(type, [...query, `pagination[page]=${number}`]);
      if (entries.length === 0) return;
      end(entries.length, total);
      yield entries.map((entry) => this.#dialect.entry(type, status, entry));
      if (entries.length < Math.min(size, granted ?? size)) return;
    }
  }

  async *#pagesById(
    type: ContentType,
    status: Status,
    query: readonly string[],
    after: number | null,
  ): AsyncGenerator<Page> {
    const isDown = after === null;
    const isUsers = type.uid === USER_TYPE;
    const fixed = [`sort=id:${isDown ? "desc" : "asc"}`, ...query];
    const counted = endOf(type);
    for (let last = after; ; ) {
      const behind = last === null || last === 0 ? [] : [`filters[id][${isDown ? "$lt" : "$gt"}]=${last}`];
      const { entries, size, granted, total } = await this.#page(type, [...fixed, ...behind]);
      const end = Number(entries.at(-1)?.id);
      // A list of the source's own that takes no parameters is always the same.
      if (entries.length === 0 || (granted === null && end === last)) return;
      counted(entries.length, total);
      yield entries.map((entry) => this.#dialect.entry(type, status, entry));
      // The list of users tells no page size: it ends where nothing follows.
      if (!isUsers && (granted === null ? entries.length !== size : entries.length < Math.min(size, granted))) return;
      if (!Number.isSafeInteger(end) || (last !== null && (isDown ? end >= last : end <= last)))
        throw new TwinError(`the list of ${type.uid} is not sorted by id`);
      last = end;
    }
  }

  async #page(type: ContentType, query: readonly string[]): Promise<Listed> {
    const isUsers = type.uid === USER_TYPE;
    const path = isUsers ? "users" : type.pluralName;
    const limit = isUsers ? "limit" : "pagination[pageSize]";
    const { answer, size } = await this.#asked(type, (most) => `/${path}?${[...query, `${limit}=${most}`].join("&")}`);
    const { value } = answer;
    const data = Array.isArray(value) ? value : isRecord(value) ? value.data : undefined;
    if (!Array.isArray(data)) throw new TwinError(`the answer to GET /${path} is no list of entries`);
    const { pageSize: granted, total } = paginationIn(value);
    if (total !== null && !this.#totals.has(type.uid)) this.#totals.set(type.uid, total);
    if (granted !== null && granted < size) this.#pageSize = granted;
    this.#largest = Math.max(this.#largest, granted ?? size);
    if (answer.size > LARGE) this.#sizes.set(type.uid, Math.max(1, Math.floor(size / 2)));
    return { entries: data.filter(isRecord), size, granted, total };
  }

  /** A server may refuse a page: its size is above a limit, or its entries link to too many others. */
  async #asked(type: ContentType, pathOf: (size: number) => string) {
    let size = Math.min(this.#pageSize, this.#sizes.get(type.uid) ?? PAGE);
    for (;;) {
      const path = pathOf(size);
      try {
        const answer = this.#keep(path, await this.#upstream.tagged(path, this.#kept.get(path)));
        if (size < this.#pageSize) this.#sizes.set(type.uid, size);
        return { answer, size };
      } catch (error) {
        if (!(error instanceof RefusedError) || error.status !== 400 || size === 1) throw error;
        size = Math.max(1, Math.floor(size / 4));
      }
    }
  }

  #keep(path: string, answer: ValueAnswer): ValueAnswer {
    const { size, tag } = answer;
    const room = this.#room + (this.#kept.get(path)?.size ?? 0) - size;
    if (tag === null || size > KEPT || room < 0) return answer;
    this.#kept.set(path, answer);
    this.#room = room;
    return answer;
  }
}

/**
 * Counts the entries of a list, with the total that its first page tells.
 *
 * @throws TwinError for more entries than that, and than may be added meanwhile
 */
function endOf({ uid }: ContentType): (entries: number, total: number | null) => void {
  let read = 0;
  let first: number | null | undefined;
  return (entries, total) => {
    if (first === undefined) first = total;
    read += entries;
    const most = first === null ? MOST_UNCOUNTED : 2 * first + ADDED;
    if (read <= most) return;
    const told = first === null ? "" : `, and the source counts ${numberText(first)}`;
    throw new TwinError(`the list of ${uid} does not end: ${numberText(read)} entries were read${told}`);
  };
}

function* inParts<T>(names: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < names.length; at += NAMED) yield names.slice(at, at + NAMED);
}
