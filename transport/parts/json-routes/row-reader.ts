import {
  type ContentType,
  count,
  type Entry,
  findMany,
  OBJECTS,
  type Query,
  type ReadContext,
  type UnknownRecord,
} from "../../../engine/internal.ts";
import type { Store } from "../../../storage/core.ts";
import { serviceQuery, serviceReading, unsuspended } from "../../contract/service-read.ts";
import type { RunLater } from "../../http/service.ts";

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
    return findMany(serviceReading(this.#store, query), OBJECTS, query).entries as readonly Entry[];
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
    return unsuspended(this.#runLater, () => read(serviceReading(this.#store, query, true)));
  }

  #query(type: ContentType, { start, limit, ...params }: ReadParams): Query {
    const window = start === undefined && limit === undefined ? {} : { pagination: { start, limit } };
    return serviceQuery(this.#store, type, { ...window, ...params, status: "published" }, "find");
  }
}
