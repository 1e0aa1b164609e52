import type { Access } from "../../../engine/internal.ts";
import type { Answer } from "../../http/answer.ts";
import { type CachedAnswer, CachedAnswers, sizeOf } from "./cached-answers.ts";
import { RecentUrls } from "./recent-urls.ts";

/** One question is remembered for each of so many bytes that may be kept: about what a single entry takes. */
const BYTES_PER_QUESTION = 1_024;

/** Revision of the state at which a content type was changed last. */
export type LastChange = (type: string) => number;

/**
 * Answers to reads by caller and exact URL. One caller never gets what was made for another. Bounded in bytes; those that
 * nobody has asked for in the longest time go first.
 *
 * They are kept in two generations of half the bytes. When the young one is full, the old one is dropped whole and the
 * young one takes its place; what is asked for in the old one moves to the young one. To drop single answers instead
 * costs more than to make small ones anew: taking the first of a map over and over steps each time over all that
 * was taken before.
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
    return this.#young.bytes + this.#old.bytes;
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
   * Whether an answer with a body of this length is worth keeping; to be asked once for each that is made. Only where the
   * same was asked for before, so lately that the answer would still be here. Most questions that differ never are, those
   * that come round in more bytes than there is room for find nothing, and to keep an answer costs more than to make one.
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
