import { transliterate } from "../../../../contract/transliterate.ts";

/**
 * The stored values of an enumeration by valid GraphQL names, in order: `extra large` becomes `extra_large`, `Ünder`
 * becomes `Uender`, `дизель` becomes `dizel`. Duplicate names are numbered.
 */
export function enumNames(values: readonly string[]): ReadonlyMap<string, string> {
  const byName = new Map<string, string>();
  for (const value of values) {
    const name = enumName(value);
    let free = name;
    for (let count = 2; byName.has(free); count++) free = name === NAMELESS ? `_${count}` : `${name}_${count}`;
    byName.set(free, value);
  }
  return byName;
}

function enumName(value: string): string {
  const name = transliterate(value)
    .replace(/&/g, " and ")
    .replace(/[^a-zA-Z\d]+/g, "_")
    .replace(/^_|_$/g, "");
  if (name === "") return NAMELESS;
  if (/^\d/.test(name)) return `_${name}`;
  return RESERVED.has(name) ? `${name}_` : name;
}

/** The name of a value that holds no letter or digit. */
const NAMELESS = "_";

/** Reserved words. */
const RESERVED: ReadonlySet<string> = new Set(["true", "false", "null"]);
