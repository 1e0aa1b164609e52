import { isDeeperThan, MAX_DEPTH } from "../document/data.ts";
import type { Json } from "../values/value.ts";

/**
 * A json value as a text column gives it back: a text is taken for the JSON that it may be, twice when it is the text of
 * a text, and booleans become 1 and 0. What is no JSON, or nested as no data may be, stays as it was.
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
