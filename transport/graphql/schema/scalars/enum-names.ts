/**
 * The stored values of an enumeration by valid GraphQL names, in order: `extra large` becomes `extra_large`, `Ünder`
 * becomes `Uender`. Duplicate names are numbered.
 */
export function enumNames(values: readonly string[]): ReadonlyMap<string, string> {
  const byName = new Map<string, string>();
  for (const value of values) {
    const name = enumName(value);
    let free = name;
    for (let count = 2; byName.has(free); count++) free = `${name}_${count}`;
    byName.set(free, value);
  }
  return byName;
}

function enumName(value: string): string {
  const latin = value.replace(/[^\0-\x7f]/g, (letter) => LETTERS.get(letter) ?? letter).normalize("NFD");
  const name = latin
    .replace(/\p{M}/gu, "")
    .replace(/&/g, " and ")
    .replace(/[^a-zA-Z\d]+/g, "_")
    .replace(/^_|_$/g, "");
  if (name === "" || /^\d/.test(name)) return `_${name}`;
  return RESERVED.has(name) ? `${name}_` : name;
}

/** Reserved words. */
const RESERVED: ReadonlySet<string> = new Set(["true", "false", "null"]);

/** Letters that do not decompose into a Latin letter and a mark. */
const LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ß: "ss",
    ẞ: "SS",
    ä: "ae",
    Ä: "Ae",
    ö: "oe",
    Ö: "Oe",
    ü: "ue",
    Ü: "Ue",
    æ: "ae",
    Æ: "AE",
    ø: "o",
    Ø: "O",
    đ: "d",
    Đ: "D",
    ð: "d",
    Ð: "D",
    þ: "th",
    Þ: "TH",
    ł: "l",
    Ł: "L",
    œ: "oe",
    Œ: "OE",
    ı: "i",
  }),
);
