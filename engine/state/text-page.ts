import type { Beside } from "../paged/paged-array.ts";
import type { Digest, EntryText } from "./row.ts";

const PLACES = 256;
const WORDS = 4;

/**
 * The default entries of a page of rows as JSON text, beside the rows: what a list is made of is found without looking at
 * rows, which lie anywhere in memory.
 */
export class TextPage implements Beside {
  readonly #texts = new Array<string | undefined>(PLACES).fill(undefined);
  readonly #isAscii = new Uint8Array(PLACES);
  readonly #hasDigest = new Uint8Array(PLACES);
  #digests: Int32Array | null = null;

  /** The entry of the row at a place, made where it is not there. */
  entry(place: number, make: () => EntryText): EntryText {
    const known = this.#texts[place];
    if (known !== undefined) return new TextBeside(this, place, known, this.#isAscii[place] === 1);
    const { text, isAscii } = make();
    this.#texts[place] = text;
    this.#isAscii[place] = isAscii ? 1 : 0;
    return new TextBeside(this, place, text, isAscii);
  }

  forget(place: number): void {
    this.#texts[place] = undefined;
    this.#hasDigest[place] = 0;
  }

  /** Of the text at a place, as long as it is this one. */
  digest(place: number, text: string): Digest | null {
    const words = this.#digests;
    if (words === null || this.#hasDigest[place] === 0 || this.#texts[place] !== text) return null;
    const at = place * WORDS;
    return { a: words[at] ?? 0, b: words[at + 1] ?? 0, c: words[at + 2] ?? 0, d: words[at + 3] ?? 0 };
  }

  setDigest(place: number, text: string, { a, b, c, d }: Digest): void {
    if (this.#texts[place] !== text) return;
    this.#digests ??= new Int32Array(PLACES * WORDS);
    this.#digests.set([a, b, c, d], place * WORDS);
    this.#hasDigest[place] = 1;
  }
}

/** An entry whose digest is kept in its page. */
class TextBeside implements EntryText {
  readonly text: string;
  readonly isAscii: boolean;
  readonly #page: TextPage;
  readonly #place: number;

  constructor(page: TextPage, place: number, text: string, isAscii: boolean) {
    this.text = text;
    this.isAscii = isAscii;
    this.#page = page;
    this.#place = place;
  }

  get digest(): Digest | null {
    return this.#page.digest(this.#place, this.text);
  }

  set digest(digest: Digest) {
    this.#page.setDigest(this.#place, this.text, digest);
  }
}
