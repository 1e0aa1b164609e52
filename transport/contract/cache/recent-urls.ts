/**
 * The admission filter of the response cache: a two-way set-associative table of URL hashes, of fixed size. Occasionally a
 * URL is mistaken for another, or forgotten early; the cache must tolerate that. A hash has two possible places: with
 * one, of ten thousand URLs requested in turn, one in twenty was never found.
 *
 * Age is measured in bytes answered since, because that is what limits the cache.
 */
export class RecentUrls {
  readonly #places: number;
  readonly #window: number;
  #table: { readonly hashes: Int32Array; readonly asked: Float64Array } | null = null;
  /** In kibibytes: in bytes it would exceed 31 bits within seconds, and V8 would deoptimize its users. */
  #answered = 0;

  /** `places`: maximum number of remembered URLs; `window`: for how many bytes of answers. */
  constructor(places: number, window: number) {
    this.#places = Math.max(1, places);
    this.#window = window / KIBIBYTE;
  }

  /** Adds a URL with the bytes of its answer; false if it was not known. */
  again(url: string, bytes: number): boolean {
    // Allocated lazily: most forks are never asked anything.
    this.#table ??= { hashes: new Int32Array(this.#places), asked: new Float64Array(this.#places) };
    const { hashes, asked } = this.#table;
    const hash = hashOf(url);
    const first = (hash >>> 0) % this.#places;
    const place = placeOf(hash, hashes, asked, first, first ^ 1);
    const isKnown = hashes[place] === hash && this.#answered - (asked[place] ?? 0) <= this.#window;
    this.#answered += Math.round(bytes / KIBIBYTE);
    hashes[place] = hash;
    asked[place] = this.#answered;
    return isKnown;
  }
}

const KIBIBYTE = 1_024;

/** The place of a hash, or else the place to put it: the older one of the two. */
function placeOf(hash: number, hashes: Int32Array, asked: Float64Array, first: number, second: number): number {
  if (hashes[first] === hash) return first;
  // With an odd number of places, the last one has no partner.
  const secondAsked = asked[second] ?? Number.POSITIVE_INFINITY;
  return hashes[second] === hash || secondAsked < (asked[first] ?? 0) ? second : first;
}

/** FNV-1a over code units; never the value of an empty place. */
function hashOf(url: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < url.length; at++) hash = Math.imul(hash ^ url.charCodeAt(at), 0x01000193);
  return hash === 0 ? 1 : hash;
}
