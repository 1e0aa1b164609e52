import { type Entry, valueAt } from "./entry.ts";
import { lower } from "./operators.ts";
import { textOf } from "./scalars.ts";

const TEXTS = ["string", "text", "richtext", "email", "uid", "enumeration"];
const NUMBERS = ["integer", "biginteger", "float", "decimal"];

/** `_q` (reads, §13): in what a caller may read. */
export function isFound(entry: Entry, search: unknown): boolean {
  if (search === undefined || search === null || search === "") return true;
  const sought = lower(String(search));
  const isNumber = sought.trim() !== "" && !Number.isNaN(Number(search));
  const names = ["id", "documentId"];
  for (const attribute of entry.model.attributes.values()) {
    if (attribute.kind !== "scalar" || attribute.private || !attribute.searchable) continue;
    if (TEXTS.includes(attribute.type) || (isNumber && NUMBERS.includes(attribute.type))) names.push(attribute.name);
  }
  return names.some((name) => {
    const value = valueAt(entry, name);
    return value !== null && lower(textOf(value)).includes(sought);
  });
}
