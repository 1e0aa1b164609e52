import { isDeeperThan, MAX_DEPTH } from "../document/data.ts";
import type { Json } from "../values/value.ts";

/**
 * Converts a json value as Strapi's text column does: a text that is JSON is parsed, twice if the result is such a text
 * again, and booleans become 1 and 0. Anything else stays unchanged: a text that is not JSON, or that is nested more
 * deeply than data may be.
 */
export function readBack(value: Json): Json {
  if (typeof value === "boolean") return value ? 1 : 0;
  return typeof value === "string" ? readText(value) : value;
}

function readText(text: string): Json {
  try {
    const read: Json = JSON.parse(text);
    const value: Json = typeof read === "string" ? JSON.parse(read) : read;
    return isDeeperThan(value, MAX_DEPTH) ? text : value;
  } catch {
    return text;
  }
}
