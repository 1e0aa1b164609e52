import type { Random } from "./random.ts";

const WORDS = (
  "amber anchor apple autumn basket beacon berry bridge bright calm candle canvas castle cedar clear cloud clover copper " +
  "coral cotton early ember fair feather field forest garden gentle glass golden harbour hazel honey island ivory lantern " +
  "laurel lemon little maple meadow mellow mint misty morning north oak ocean olive orchard paper pearl pepper pine plain " +
  "quiet rain river rose saffron sail salt silver slow snow song south spring steady stone stream summer sunny thyme tide " +
  "timber valley velvet warm water west wild willow wind winter wood yellow"
).split(" ");

export function wordsOf(random: Random, count: number): string[] {
  return Array.from({ length: count }, () => random.one(WORDS));
}

/** A heading of two to four words. */
export function headingOf(random: Random): string {
  return capital(wordsOf(random, 2 + random.below(3)).join(" "));
}

/** A sentence of six to eleven words. */
export function sentenceOf(random: Random): string {
  return `${capital(wordsOf(random, 6 + random.below(6)).join(" "))}.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Whole words of a text, at most so many characters; a sentence still ends with a full stop. Shorter texts get words more. */
export function fittedWords(random: Random, text: string, least: number, most: number): string {
  let whole = text;
  while (whole.length < least) whole += ` ${sentenceOf(random)}`;
  if (whole.length <= most) return whole;
  const stop = whole.endsWith(".") && most > 1 ? "." : "";
  const room = most - stop.length;
  const cut = whole.slice(0, room);
  const end = whole[room] === " " ? room : cut.lastIndexOf(" ");
  const words = (end < Math.max(least, 1) ? cut : cut.slice(0, end)).trimEnd().replace(/[,.]$/, "");
  return (words + stop).padEnd(least, "e");
}
