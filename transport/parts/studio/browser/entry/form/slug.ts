/** Combining marks, such as accents. */
const MARKS = /\p{M}/gu;
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;

/** Latin letters that are not a basic letter with a mark. */
const LETTERS: { readonly [letter: string]: string } = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  þ: "th",
  ı: "i",
};

/** The words of a text for a URL: in lower case without accents, joined by hyphens. Words in other scripts are left out. */
export function slugOf(text: string): string {
  const plain = text.normalize("NFKD").toLowerCase().replaceAll(MARKS, "");
  const latin = plain.replaceAll(/[ßæœøłđþı]/g, (letter) => LETTERS[letter] ?? letter);
  return latin
    .split(BETWEEN_WORDS)
    .filter((word) => /^[a-z0-9]+$/.test(word))
    .join("-");
}
