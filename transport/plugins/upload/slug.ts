/** Letters that are more than a plain one with a mark above or below. */
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

/** Longest slug: names of files have to fit into a folder. */
const MAX_LENGTH = 100;

/** A name in letters and digits of ASCII and underscores, for URLs: `My täst (1)` becomes `My_taest_1`. */
export function slug(name: string): string {
  const spelled = [...name.normalize("NFC")].map((letter) => LETTERS.get(letter) ?? letter).join("");
  const plain = spelled.normalize("NFKD").replace(/\p{M}/gu, "");
  const words = plain.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/([A-Z])(?=[A-Z][a-z\d])/g, "$1 ");
  return words
    .replace(/[^a-zA-Z\d]+/g, "_")
    .replace(/^_|_$/g, "")
    .slice(0, MAX_LENGTH);
}
