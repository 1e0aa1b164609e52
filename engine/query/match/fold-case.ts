/**
 * A text as it is compared where case means nothing: every letter in lower case, without regard to a locale or to the
 * letters around it; accents stay. So what is part of a text is part of it when both are folded.
 */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  // A capital sigma becomes another letter at the end of a word than inside it.
  return lower.includes("ς") ? lower.replaceAll("ς", "σ") : lower;
}
