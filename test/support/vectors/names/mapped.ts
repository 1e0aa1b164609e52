import { isRecord } from "../differences.ts";

/** A copy of a JSON value in which every string and number is replaced by `leaf(value, key)`. */
export function mapped(value: unknown, leaf: (value: unknown, key: string) => unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => mapped(item, leaf, key));
  if (!isRecord(value)) return leaf(value, key);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapped(item, leaf, name)]));
}
