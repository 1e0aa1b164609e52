/**
 * The admission filter of the response cache: a two-way set of URL hashes, in a table that never grows. Now and then a
 * URL is taken for another one, or forgotten early; the cache must not mind. A hash has two places to choose from: with
 * one, of ten thousand URLs that come round in turn one in twenty was never known.
 *
 * What is long ago is measured in bytes answered since, as that is what a cache of answers has room for.
 */
export class RecentUrls {
  readonly #places: number;
  readonly #window: number;
  #table: { readonly hashes: Int32Array; readonly asked: Float64Array } | null = null;
  /** In kibibytes. In bytes it would pass 31 bits within seconds, and have V8 compile anew all that counts with it. */
  #answered = 0;

  /** `places`: how many are remembered at most; `window`: for how many bytes of answers. */
  constructor(places: number, window: number) {
    this.#places = Math.max(1, places);
    this.#window = window / KIBIBYTE;
  }

  /** Takes a URL in, with the bytes of its answer; false when it is new here. */
  again(url: string, bytes: number): boolean {
    // Most forks are never asked anything.
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

/** Where a hash is, else where it is to be: in the place of the one that was asked for longer ago. */
function placeOf(hash: number, hashes: Int32Array, asked: Float64Array, first: number, second: number): number {
  if (hashes[first] === hash) return first;
  // Of an odd number of places the last has no second one.
  const secondAsked = asked[second] ?? Number.POSITIVE_INFINITY;
  return hashes[second] === hash || secondAsked < (asked[first] ?? 0) ? second : first;
}

/** FNV-1a over code units; never what an empty place holds. */
function hashOf(url: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < url.length; at++) hash = Math.imul(hash ^ url.charCodeAt(at), 0x01000193);
  return hash === 0 ? 1 : hash;
}
