import { createHash } from "node:crypto";
import { WeightedCache } from "../../../../engine/internal.ts";
import type { GraphqlRequest } from "./read-request.ts";
import { RequestFault } from "./request-fault.ts";

/** Documents that callers may name by their hash instead of sending them again. */
export class PersistedQueryCache {
  readonly #byHash: WeightedCache<string, string>;

  /** `bytes`: of the documents that are kept; the least recently used are evicted. */
  constructor(bytes: number) {
    this.#byHash = new WeightedCache(bytes);
  }

  /**
   * The document that a request contains or names.
   *
   * @throws RequestFault for an unknown hash, or one that does not match the document beside it.
   */
  documentOf({ query, hash }: GraphqlRequest): string {
    if (query === null) return this.#find(hash ?? "");
    if (hash !== null && createHash("sha256").update(query).digest("hex") !== hash) {
      throw new RequestFault("provided sha does not match query", { code: "INTERNAL_SERVER_ERROR" });
    }
    return query;
  }

  /** Remembers a valid document. */
  remember({ query, hash }: GraphqlRequest): void {
    if (query !== null && hash !== null) this.#byHash.set(hash, query, HASH_LENGTH + 2 * query.length);
  }

  #find(hash: string): string {
    const query = this.#byHash.get(hash);
    if (query !== undefined) return query;
    throw new RequestFault("PersistedQueryNotFound", { status: 200, code: "PERSISTED_QUERY_NOT_FOUND" });
  }
}

const HASH_LENGTH = 64;
