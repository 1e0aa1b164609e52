/**
 * Folds the case of a text for comparisons that ignore it: every letter in lower case, independent of the locale and of
 * neighbouring letters; accents stay. Folding preserves substrings: if one text contains another, the folded texts do
 * too.
 */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  // A capital sigma gets a different lower case at the end of a word than inside it.
  return lower.includes("ς") ? lower.replaceAll("ς", "σ") : lower;
}
