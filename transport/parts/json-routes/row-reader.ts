import {
  CHECK_LIMITS,
  type CheckLimits,
  type ContentType,
  checkQuery,
  count,
  type Entry,
  FULL_ACCESS,
  findMany,
  OBJECTS,
  type Query,
  type ReadContext,
  readContextOf,
  Suspension,
  type UnknownRecord,
} from "../../../engine/internal.ts";
import type { Store } from "../../../storage/core.ts";
import type { RunLater } from "../../http/service.ts";

const UNLIMITED: CheckLimits = { ...CHECK_LIMITS, defaultLimit: null, maxLimit: null };

/** Which entries a read is about, in the form of REST's parameters. */
export interface ReadParams {
  readonly filters?: UnknownRecord;
  readonly sort?: string | readonly string[];
  readonly start?: number;
  readonly limit?: number;
  readonly populate?: UnknownRecord;
}

/** Reads published entries with all their attributes. */
export class RowReader {
  readonly #store: Store;
  readonly #runLater: RunLater;

  constructor(store: Store, runLater: RunLater) {
    this.#store = store;
    this.#runLater = runLater;
  }

  /** At once: for reads within a write. */
  now(type: ContentType, params: ReadParams): readonly Entry[] {
    const query = this.#query(type, params);
    return findMany(this.#reading(query, false), OBJECTS, query).entries as readonly Entry[];
  }

  entries(type: ContentType, params: ReadParams): Promise<readonly Entry[]> {
    const query = this.#query(type, params);
    return this.#later(query, (reading) => findMany(reading, OBJECTS, query).entries as readonly Entry[]);
  }

  count(type: ContentType, filters: UnknownRecord): Promise<number> {
    const query = this.#query(type, { filters });
    return this.#later(query, (reading) => count(reading, query));
  }

  async #later<T>(query: Query, read: (reading: ReadContext) => T): Promise<T> {
    const run = () => read(this.#reading(query, true));
    try {
      return run();
    } catch (error) {
      if (!(error instanceof Suspension)) throw error;
      return this.#runLater(error, run);
    }
  }

  #reading(query: Query, maySuspend: boolean): ReadContext {
    const { state, rules } = this.#store.engine;
    return readContextOf(state, rules, query, FULL_ACCESS, "service", { maySuspend });
  }

  #query(type: ContentType, { start, limit, ...params }: ReadParams): Query {
    const { rules, schema } = this.#store.engine;
    const window = start === undefined && limit === undefined ? {} : { pagination: { start, limit } };
    const asked = { ...window, ...params, status: "published" };
    const shape = "find";
    return checkQuery({
      schema,
      type,
      params: asked,
      access: FULL_ACCESS,
      audience: "service",
      rules,
      limits: UNLIMITED,
      shape,
    });
  }
}
