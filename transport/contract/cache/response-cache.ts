import type { Access } from "../../../engine/internal.ts";
import type { Answer } from "../../http/answer.ts";
import { type CachedAnswer, CachedAnswers, sizeOf } from "./cached-answers.ts";
import { RecentUrls } from "./recent-urls.ts";

/** The filter remembers one URL per so many bytes of the cache: about the size of a single entry. */
const BYTES_PER_QUESTION = 1_024;

/** Revision of the state at which a content type last changed. */
export type LastChange = (type: string) => number;

/**
 * Answers to reads by caller and exact URL, or another text that is all of a request. One caller never gets another's
 * answer. Bounded in bytes; the least recently used are evicted.
 *
 * Two generations of half the bytes each: when the young one is full, the old one is dropped as a whole and the young one
 * takes its place; hits in the old one move to the young one. Evicting single answers costs more than making small ones
 * anew: repeatedly taking the first key of a map skips over all deleted ones each time.
 */
export class ResponseCache {
  #young = new CachedAnswers();
  #old = new CachedAnswers();
  readonly #limit: number;
  readonly #lastChange: LastChange;
  readonly #asked: RecentUrls;
  #hits = 0;
  #misses = 0;

  /** `limit`: bytes of bodies and URLs; 0 keeps nothing. */
  constructor(limit: number, lastChange: LastChange) {
    this.#limit = limit;
    this.#lastChange = lastChange;
    this.#asked = new RecentUrls(Math.floor(limit / BYTES_PER_QUESTION), limit / 2);
  }

  /** Number of hits so far. */
  get hits(): number {
    return this.#hits;
  }

  /** Number of misses so far. */
  get misses(): number {
    return this.#misses;
  }

  /** Current size. */
  get bytes(): number {
    return this.#young.bytes + this.#old.bytes;
  }

  clear(): void {
    this.#young = new CachedAnswers();
    this.#old = new CachedAnswers();
  }

  get(access: Access, url: string): Answer | null {
    const young = this.#young.get(access, url);
    const cached = young ?? this.#old.get(access, url);
    if (cached?.types.every((type) => this.#lastChange(type) <= cached.at)) {
      this.#hits += 1;
      if (young === undefined) this.#renew(access, url, cached);
      return cached.answer;
    }
    this.#misses += 1;
    if (cached !== undefined) this.#drop(access, url);
    return null;
  }

  /**
   * Whether an answer with a body of this length is worth keeping; call it once per answer made. True only if the same
   * URL was requested before, so recently that its answer would still be cached. Most distinct URLs never come again, a
   * cycle of URLs whose answers do not all fit never hits, and keeping an answer costs more than making one.
   */
  wants(url: string, body: number): boolean {
    return this.#limit > 0 && this.#asked.again(url, sizeOf(url, body));
  }

  put(access: Access, url: string, cached: CachedAnswer): void {
    const size = sizeOf(url, cached.answer.body.length);
    if (size * 16 > this.#limit) return;
    this.#drop(access, url);
    if ((this.#young.bytes + size) * 2 > this.#limit) {
      this.#old = this.#young;
      this.#young = new CachedAnswers();
    }
    this.#young.put(access, url, cached);
  }

  #renew(access: Access, url: string, cached: CachedAnswer): void {
    this.#old.drop(access, url);
    this.put(access, url, cached);
  }

  #drop(access: Access, url: string): void {
    this.#young.drop(access, url);
    this.#old.drop(access, url);
  }
}
