import { type Branches, type Part, readPattern, type ScalarAttribute } from "../../../engine/internal.ts";
import type { Draw } from "./draw.ts";
import { FactoryError } from "./factory-error.ts";
import type { Random } from "./random.ts";

const ATTEMPTS = 500;

/** Parts of a pattern in one text, and in all attempts together: repetitions within repetitions multiply. */
const PARTS = 100_000;
const ALL_PARTS = 500_000;

/** Characters to choose from; the last ones are for patterns that require others than ASCII. */
const ALPHABET = [
  ..."etaoinshrdlucmfwypvbgkjqxzETAOINSHRDLUCMFWYPVBGKJQXZ0123456789 -_.,:;!?@/#+*=()[]{}<>%&'\"$^|~`\\",
  ..."éßñΩжあ漢\n\t",
];

/**
 * A text that matches the pattern of an attribute and its length limits. Lookarounds and back references succeed only by
 * chance.
 *
 * @throws FactoryError if none is found.
 */
export function patternText(attribute: ScalarAttribute, { random, path }: Draw): string {
  const { regex, minLength = 0, maxLength = attribute.type === "string" ? 255 : Number.POSITIVE_INFINITY } = attribute;
  if (regex === undefined) return "";
  const branches = readPattern(regex.source);
  let parts = 0;
  for (let attempt = 0; attempt < ATTEMPTS && parts < ALL_PARTS; attempt++) {
    // Longer with each attempt, until repetitions reach the minimum length.
    const more = attempt % 2 === 0 ? 2 : Math.min(minLength, 10_000) + (attempt % 10);
    const writer = new Writer(random, regex.flags, more);
    const text = padded(writer.branches(branches), minLength, regex.source);
    parts += writer.parts;
    if (text.length >= minLength && text.length <= maxLength && regex.test(text)) return text;
  }
  throw new FactoryError(
    path,
    `has no value that can be made: none was found that /${shortened(regex.source)}/ matches`,
  );
}

function shortened(source: string): string {
  return source.length > 200 ? `${source.slice(0, 200)}…` : source;
}

/** A pattern without an end anchor allows anything behind it. */
function padded(text: string, length: number, source: string): string {
  return source.endsWith("$") ? text : text.padEnd(length, "a");
}

class Writer {
  readonly #random: Random;
  readonly #flags: string;
  /** Maximum repetitions beyond the minimum of an unbounded quantifier. */
  readonly #more: number;
  /** Parts so far. */
  parts = 0;

  constructor(random: Random, flags: string, more: number) {
    this.#random = random;
    this.#flags = flags;
    this.#more = more;
  }

  branches(branches: Branches): string {
    return this.#random
      .one(branches)
      .map((part) => this.#part(part))
      .join("");
  }

  /** Nothing when the text is too long, so that it is refused. */
  #part(part: Part): string {
    if (this.parts++ >= PARTS) return "";
    switch (part.kind) {
      case "one":
        return this.#random.one(charactersOf(part.text, this.#flags));
      case "group":
        return part.look ? "" : this.branches(part.branches);
      case "repeat": {
        const most = Math.min(part.max, part.min + this.#more);
        const times = part.min + this.#random.below(most - part.min + 1);
        let text = "";
        for (let time = 0; time < times && this.parts < PARTS; time++) text += this.#part(part.body);
        return text;
      }
      default:
        return "";
    }
  }
}

const CHARACTERS = new Map<string, readonly string[]>();

/** Characters of the alphabet that one part of a pattern matches; a blank if there is none. */
function charactersOf(text: string, flags: string): readonly string[] {
  const key = `${flags}/${text}`;
  const known = CHARACTERS.get(key);
  if (known !== undefined) return known;
  const pattern = new RegExp(`^(?:${text})$`, flags);
  const plain = /^[^\\[.]/.test(text) ? [text] : ALPHABET.filter((character) => pattern.test(character));
  // Only a few characters of one class, so that long texts stay readable.
  const characters = plain.length === 0 ? escaped(text) : plain.slice(0, 40);
  CHARACTERS.set(key, characters);
  return characters;
}

/** The character of an escape outside the alphabet: `\u00e9`, `\u{1F600}`. */
function escaped(text: string): readonly string[] {
  const [, digits] = /^\\(?:u\{?|x)([\da-f]+)\}?$/i.exec(text) ?? [];
  return [digits === undefined ? " " : String.fromCodePoint(Number.parseInt(digits, 16))];
}
