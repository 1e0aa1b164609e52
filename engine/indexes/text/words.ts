/** Words are separated by all ASCII characters other than letters and digits. */
const WORD = /[^\0-/:-@[-`{-\x7f]+/g;
const ONE_WORD = /^[^\0-/:-@[-`{-\x7f]+$/;

/**
 * The distinct words of a text. A text without a word boundary is contained in it if one of these words contains it.
 */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(allWordsOf(text));
}

/** The words of a text in order. */
export function allWordsOf(text: string): readonly string[] {
  return text.match(WORD) ?? [];
}

/** Whether a text contains no word boundary. */
export function isOneWord(text: string): boolean {
  return ONE_WORD.test(text);
}
