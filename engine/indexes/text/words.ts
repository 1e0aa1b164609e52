/** What parts words: whatever is neither a letter nor a digit, as far as it is ASCII. */
const WORD = /[^\0-/:-@[-`{-\x7f]+/g;
const ONE_WORD = /^[^\0-/:-@[-`{-\x7f]+$/;

/** The different words of a text. A text without any gap is in it where it is in one of them. */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(allWordsOf(text));
}

/** The words of a text as they come. */
export function allWordsOf(text: string): readonly string[] {
  return text.match(WORD) ?? [];
}

/** Whether there is no gap in a text. */
export function isOneWord(text: string): boolean {
  return ONE_WORD.test(text);
}
