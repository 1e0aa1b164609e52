import type { Random } from "../random.ts";

const list = (text: string) => text.split(" ");

const ADJECTIVES = list(
  "amber bright calm clear copper early fair gentle golden little mellow misty northern open plain quiet silver slow small steady sunny warm western wild yellow",
);
const NOUNS = list(
  "anchor apple basket beacon bridge candle castle cloud coast field forest garden harbour hill island kitchen lantern market meadow morning mountain orchard paper river sail song station stone stream studio summer table tide valley village willow window winter workshop",
);
/** Of one thing to another; the second form is plural. */
const VERBS = list("brings carries crosses finds follows guards holds keeps meets opens remembers watches");
const PLURAL_VERBS = list("bring carry cross find follow guard hold keep meet open remember watch");
const TIMES = ["in the evening", "after the rain", "before the summer", "every morning", "at noon", "all year round"];

export function wordsOf(random: Random, count: number): string[] {
  return Array.from({ length: count }, (_, at) => random.one(at < count - 1 ? ADJECTIVES : NOUNS));
}

/** Places with different pairs of words. */
export const PAIRS = 975;

/** An adjective and a noun, as `Quiet lantern`: another one for each of the first `PAIRS` places. */
export function pairAt(place: number): string {
  const [adjective = "", noun = ""] = [ADJECTIVES[(place * 7) % ADJECTIVES.length], NOUNS[(place * 11) % NOUNS.length]];
  return `${adjective.charAt(0).toUpperCase()}${adjective.slice(1)} ${noun}`;
}

/** `A`: an adjective, `N`: a noun, `V`: a verb, `P`: a verb of a plural, `T`: a time. */
const HEADINGS = [
  "The A N",
  "The N and the N",
  "Notes from the N",
  "Inside the A N",
  "Walking to the N",
  "How we P the N",
  "Beyond the A N",
  "One A N by the N",
  "What the N V",
];

const SENTENCES = [
  "The A N V the N T.",
  "We P the N and P a A N.",
  "It is a A N with a view of the N.",
  "Nobody V the N like the A N.",
  "From the N you see the A N.",
  "Only the A N V the N.",
  "You P the A N between the N and the N.",
  "There is a N behind the A N.",
];

/** A heading of two to six words. */
export function headingOf(random: Random): string {
  return filled(random, random.one(HEADINGS));
}

/** A sentence of six to thirteen words. */
export function sentenceOf(random: Random): string {
  return filled(random, random.one(SENTENCES));
}

/** Sentences, one after the other. */
export function paragraphOf(random: Random, sentences: number): string {
  return Array.from({ length: sentences }, () => sentenceOf(random)).join(" ");
}

function filled(random: Random, template: string): string {
  const lists: { readonly [sign: string]: readonly string[] } = {
    A: ADJECTIVES,
    N: NOUNS,
    V: VERBS,
    P: PLURAL_VERBS,
    T: TIMES,
  };
  const used = new Set<string>();
  const text = template.replace(/\b[ANVPT]\b/g, (sign) => {
    let word = random.one(lists[sign] ?? []);
    while (used.has(word)) word = random.one(lists[sign] ?? []);
    used.add(word);
    return word;
  });
  return capital(text.replace(/\ba (?=[aeiou])/gi, (article) => `${article.trim()}n `));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Whole sentences of a text, or another sentence or heading; null if none fits. */
function shorterOf(random: Random, text: string, least: number, most: number): string | null {
  const isFit = ({ length }: string) => length >= least && length <= most;
  const end = text.lastIndexOf(". ", most - 1);
  if (end > 0 && isFit(text.slice(0, end + 1))) return text.slice(0, end + 1);
  const make = text.endsWith(".") ? sentenceOf : headingOf;
  for (let n = 0; n < 8; n++) {
    const other = make(random);
    if (isFit(other)) return other;
  }
  return [2, 1].map((count) => capital(wordsOf(random, count).join(" "))).find(isFit) ?? null;
}

/** Words that no text ends with. */
const LINKING = new Set(list("a an and by from in of on the to we with you between behind before after like"));

/** Whole words of a text, at most so many characters; a sentence still ends with a full stop. Shorter texts get words more. */
export function fittedWords(random: Random, text: string, least: number, most: number): string {
  let whole = text;
  while (whole.length < least) whole += ` ${sentenceOf(random)}`;
  if (whole.length <= most) return whole;
  const fitting = text.includes(" ") ? shorterOf(random, whole, Math.max(least, 1), most) : null;
  if (fitting !== null) return fitting;
  const stop = whole.endsWith(".") && most > 1 ? "." : "";
  const room = most - stop.length;
  const cut = whole.slice(0, room);
  const end = whole[room] === " " ? room : cut.lastIndexOf(" ");
  const words = (end < Math.max(least, 1) ? cut : cut.slice(0, end)).trimEnd().replace(/[,.]$/, "");
  const left = words.split(" ");
  while (left.length > 1 && LINKING.has(left.at(-1)?.toLowerCase() ?? "")) left.pop();
  const shorter = left.join(" ");
  return ((shorter.length + stop.length >= least ? shorter : words) + stop).padEnd(least, "e");
}
