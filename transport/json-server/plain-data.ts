import { LazyMembers } from "../runtime/lazy-members.ts";

/**
 * A module's export in the form of JSON, as json-server takes it: a date as its text. Bigints stay.
 *
 * @throws Error for a number with so many digits that JavaScript has probably altered it.
 */
export function plainData(value: unknown): unknown {
  // From a JSON file, which is plain.
  const isRead = typeof value === "object" && value !== null && Object.values(value).some(isLazy);
  if (isRead || value === undefined) return value;
  return JSON.parse(JSON.stringify(value, withMark), (_, part) => {
    return typeof part === "string" && part.startsWith(MARK) ? BigInt(part.slice(MARK.length)) : part;
  });
}

const isLazy = (value: unknown) => value instanceof LazyMembers;

/** In front of the digits of a bigint, which JSON has no form for. */
const MARK = "\0bigint:";

function withMark(key: string, value: unknown): unknown {
  if (typeof value === "bigint") return `${MARK}${value}`;
  if (typeof value !== "number" || !Number.isInteger(value) || Number.isSafeInteger(value)) return value;
  if (/^-?\d{15,}[1-9]/.test(String(value)))
    throw new Error(`${key} is a number that JavaScript cannot keep exactly: write ${value}n, or a text`);
  return value;
}
