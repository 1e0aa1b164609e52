/** Characters with a transliteration of their own; all other letters only lose their diacritics. */
const LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ä: "ae",
    ö: "oe",
    ü: "ue",
    Ä: "Ae",
    Ö: "Oe",
    Ü: "Ue",
    ß: "ss",
    æ: "ae",
    Æ: "AE",
    ø: "o",
    Ø: "O",
    å: "a",
    Å: "A",
    ł: "l",
    Ł: "L",
    đ: "d",
    Đ: "D",
    þ: "th",
    Þ: "TH",
    ð: "d",
    œ: "oe",
    Œ: "OE",
    "&": " and ",
  }),
);

/** The longest slug: file names have a limit. */
const MAX_LENGTH = 100;

/** Transliterates a name to ASCII letters, digits and underscores for URLs: `My täst (1)` becomes `My_taest_1`. */
export function slug(name: string): string {
  const spelled = [...name.normalize("NFC")].map((letter) => LETTERS.get(letter) ?? letter).join("");
  const plain = spelled.normalize("NFKD").replace(/\p{M}/gu, "");
  const words = plain.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/([A-Z])(?=[A-Z][a-z\d])/g, "$1 ");
  return words
    .replace(/[^a-zA-Z\d]+/g, "_")
    .replace(/^_|_$/g, "")
    .slice(0, MAX_LENGTH);
}
