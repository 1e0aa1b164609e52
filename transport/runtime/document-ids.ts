import { type Random, SYSTEM_RANDOM, seededRandom } from "./random.ts";

/**
 * How documentIds are generated: unpredictable, counting from 1, determined by a seed, or by a function; all have 24
 * lower-case letters and digits, the first a letter.
 */
export type IdsOption = "random" | "sequential" | number | (() => string);

/** Returns a new documentId at each call. */
export interface DocumentIds {
  next(): string;
  /** A copy that continues independently with the same ids. */
  fork(): DocumentIds;
}

/** @throws TypeError for an invalid option. */
export function documentIds(option: IdsOption): DocumentIds {
  if (typeof option === "function") return given(option);
  if (option === "sequential") return counted(0);
  if (option === "random") return drawn(SYSTEM_RANDOM);
  if (Number.isSafeInteger(option)) return drawn(seededRandom(option, 1));
  throw new TypeError(
    `ids must be "random", "sequential", a whole number or a function, not ${JSON.stringify(option)}`,
  );
}

/** A function keeps its own state: forks share it. */
function given(next: () => string): DocumentIds {
  const ids: DocumentIds = { next, fork: () => ids };
  return ids;
}

function counted(last: number): DocumentIds {
  let count = last;
  return {
    next: () => {
      count += 1;
      return `d${String(count).padStart(23, "0")}`;
    },
    fork: () => counted(count),
  };
}

function drawn(random: Random): DocumentIds {
  return { next: () => drawDocumentId(random), fork: () => drawn(random.fork()) };
}

const LETTERS = Buffer.from("abcdefghijklmnopqrstuvwxyz");
const LETTERS_AND_DIGITS = Buffer.from(`${LETTERS}0123456789`);

/** 24 characters of 123 random bits. The modulo bias of 3 % does not cause collisions. */
function drawDocumentId(random: Random): string {
  const bytes = random.bytes(DRAWN.length);
  for (let at = 0; at < DRAWN.length; at++) {
    const characters = at === 0 ? LETTERS : LETTERS_AND_DIGITS;
    DRAWN[at] = characters[(bytes[at] ?? 0) % characters.length] ?? 0;
  }
  return DRAWN.toString("latin1");
}

/** The characters of the id that is being made: text that is joined one by one stays in pieces until it is compared. */
const DRAWN = Buffer.alloc(24);
