/**
 * URLs that have been asked for not long ago, as far as their hashes tell: each takes the place of another one in a table
 * that never grows. Now and then a URL is taken for one that it is not, or forgotten early: whoever asks must not mind.
 */
export class AskedUrls {
  readonly #hashes: Int32Array;

  /** `places`: how many are remembered at most. */
  constructor(places: number) {
    this.#hashes = new Int32Array(Math.max(1, places));
  }

  /** Takes a URL in; false when it is new here. */
  again(url: string): boolean {
    const hash = hashOf(url);
    const place = (hash >>> 0) % this.#hashes.length;
    const isKnown = this.#hashes[place] === hash;
    this.#hashes[place] = hash;
    return isKnown;
  }
}

/** FNV-1a over code units; never what an empty place holds. */
function hashOf(url: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < url.length; at++) hash = Math.imul(hash ^ url.charCodeAt(at), 0x01000193);
  return hash === 0 ? 1 : hash;
}
