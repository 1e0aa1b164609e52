import { transliterate } from "../../contract/transliterate.ts";

/** The longest slug: file names have a limit. */
const MAX_LENGTH = 100;

/** Transliterates a name to ASCII letters, digits and underscores for URLs: `My täst (1)` becomes `My_taest_1`. */
export function slug(name: string): string {
  const words = transliterate(name)
    .replaceAll("&", " and ")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])(?=[A-Z][a-z\d])/g, "$1 ");
  return words
    .replace(/[^a-zA-Z\d]+/g, "_")
    .replace(/^_|_$/g, "")
    .slice(0, MAX_LENGTH);
}
