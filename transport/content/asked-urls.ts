/**
 * URLs that have been asked for not long ago, in two generations of so many characters: when the young one is full, the
 * old one is forgotten and the young one takes its place.
 */
export class AskedUrls {
  readonly #limit: number;
  #young = new Set<string>();
  #old = new Set<string>();
  #characters = 0;

  /** `limit`: characters of a generation. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes a URL in; false when it is new here. */
  again(url: string): boolean {
    if (this.#young.has(url)) return true;
    if (this.#characters + url.length > this.#limit) {
      this.#old = this.#young;
      this.#young = new Set();
      this.#characters = 0;
    }
    const isOld = this.#old.has(url);
    if (url.length > this.#limit) return isOld;
    this.#young.add(url);
    this.#characters += url.length;
    return isOld;
  }
}
