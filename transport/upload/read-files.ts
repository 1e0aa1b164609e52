import {
  type Access,
  CHECK_LIMITS,
  type CheckLimits,
  checkQuery,
  EngineError,
  FILE_TYPE,
  FULL_ACCESS,
  findFirst,
  findMany,
  findOne,
  paginationOf,
  type Query,
  type RawParams,
  type Reading,
  readingOf,
  TEXT,
} from "../../engine/index.ts";
import type { Store } from "../../storage/index.ts";
import { byId } from "./by-id.ts";

const UNLIMITED: CheckLimits = { ...CHECK_LIMITS, defaultLimit: null, maxLimit: null, withCount: false };

/** Files as JSON text, as callers see them. */
export class FileReader {
  readonly #store: Store;
  readonly #pageLimits: CheckLimits;

  /** `pageLimits`: of lists that come in pages. */
  constructor(store: Store, pageLimits: CheckLimits) {
    this.#store = store;
    this.#pageLimits = pageLimits;
  }

  /** All that the parameters ask for, from `start` on and up to `limit` where these are given. */
  list({ start, limit, page: _page, pageSize: _size, ...params }: RawParams, access: Access): string {
    const query = this.#check({ ...params, pagination: { start, limit } }, access, UNLIMITED);
    const { entries } = findMany(this.#reading(query, access), TEXT, query);
    return `[${entries.map(shown).join(",")}]`;
  }

  /** A page of them, in an envelope. */
  page(params: RawParams, access: Access): string {
    const query = this.#check(params, access, this.#pageLimits);
    const { entries, total } = findMany(this.#reading(query, access), TEXT, query);
    const pagination = JSON.stringify(paginationOf(query.page, total));
    return `{"data":[${entries.map(shown).join(",")}],"meta":{"pagination":${pagination}}}`;
  }

  /** One by its numeric id, of the parameters only with what `populate` asks for. Throws EngineError `not-found`. */
  one(id: number | null, { populate }: RawParams, access: Access): string {
    const query = byId(FILE_TYPE, id ?? 0, this.#check({ populate }, access, UNLIMITED));
    const entry = id === null ? null : findFirst(this.#reading(query, access), TEXT, query);
    if (entry === null) throw new EngineError("not-found", "file.notFound");
    return shown(entry);
  }

  /** One that has just been written. */
  readonly written = (documentId: string): string => {
    const query = this.#check({}, FULL_ACCESS, UNLIMITED);
    const entry = findOne(this.#reading(query, FULL_ACCESS), TEXT, query, documentId);
    if (entry === null) throw new EngineError("not-found", "Entity not found");
    return shown(entry);
  };

  #check(params: RawParams, access: Access, limits: CheckLimits): Query {
    const { schema, rules } = this.#store.engine;
    return checkQuery({ schema, type: schema.type(FILE_TYPE), params, access, rules, limits, shape: "find" });
  }

  #reading(query: Query, access: Access): Reading {
    const { state, rules } = this.#store.engine;
    return readingOf(state, rules, query, access, "caller");
  }
}

/** The URLs of files that are kept beside the content are never signed. */
function shown(entry: string): string {
  return `${entry.slice(0, -1)},"isUrlSigned":false}`;
}
