import type { Access } from "../../engine/index.ts";
import type { Answer } from "../answer.ts";

/** An answer that can be given again, for as long as nothing it was read from has changed. */
export interface CachedAnswer {
  readonly answer: Answer & { readonly body: Uint8Array };
  /** Commit number at which it was made. */
  readonly at: number;
  /** uids of the content types it was read from. */
  readonly types: readonly string[];
}

/** Number of the last commit that changed a content type. */
export type LastChange = (type: string) => number;

/**
 * Answers to reads by caller and exact URL. One caller never gets what was made for another. Bounded in bytes; the oldest
 * go first.
 */
export class ResponseCache {
  readonly #byAccess = new Map<Access, Map<string, CachedAnswer>>();
  readonly #limit: number;
  readonly #lastChange: LastChange;
  #bytes = 0;
  #hits = 0;
  #misses = 0;

  /** `limit`: bytes of bodies and URLs; 0 keeps nothing. */
  constructor(limit: number, lastChange: LastChange) {
    this.#limit = limit;
    this.#lastChange = lastChange;
  }

  /** Answers given from here since the beginning. */
  get hits(): number {
    return this.#hits;
  }

  /** Questions that had to be answered anew. */
  get misses(): number {
    return this.#misses;
  }

  /** What is kept now. */
  get bytes(): number {
    return this.#bytes;
  }

  get(access: Access, url: string): Answer | null {
    const answers = this.#byAccess.get(access);
    const cached = answers?.get(url);
    if (cached?.types.every((type) => this.#lastChange(type) <= cached.at)) {
      this.#hits += 1;
      return cached.answer;
    }
    this.#misses += 1;
    if (answers !== undefined && cached !== undefined) this.#drop(answers, url, cached);
    return null;
  }

  put(access: Access, url: string, answer: CachedAnswer): void {
    const size = sizeOf(url, answer);
    if (size * 16 > this.#limit) return;
    while (this.#bytes + size > this.#limit) this.#dropOldest();
    const answers = this.#byAccess.get(access) ?? new Map<string, CachedAnswer>();
    this.#byAccess.set(access, answers);
    const before = answers.get(url);
    if (before !== undefined) this.#drop(answers, url, before);
    answers.set(url, answer);
    this.#bytes += size;
  }

  #dropOldest(): void {
    for (const [access, answers] of this.#byAccess) {
      const [oldest] = answers;
      if (oldest === undefined) {
        this.#byAccess.delete(access);
        continue;
      }
      this.#drop(answers, ...oldest);
      return;
    }
  }

  #drop(answers: Map<string, CachedAnswer>, url: string, cached: CachedAnswer): void {
    answers.delete(url);
    this.#bytes -= sizeOf(url, cached);
  }
}

/** What a map entry and a tag cost beside the URL and the body. */
const ENTRY_BYTES = 500;

function sizeOf(url: string, { answer }: CachedAnswer): number {
  return ENTRY_BYTES + url.length + answer.body.byteLength;
}
