import type { AttributeDefinition } from "../../engine/internal.ts";

const MAX_INTEGER = 2 ** 31 - 1;
const MAX_STRING = 255;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** The narrowest attribute type that stores all of these values unchanged; json if no other does. */
export function attributeOf(values: readonly unknown[]): AttributeDefinition {
  const given = values.filter((value) => value !== null && value !== undefined);
  const all = (fits: (value: unknown) => boolean) => given.length > 0 && given.every(fits);
  if (all((value) => typeof value === "boolean")) return { type: "boolean" };
  if (all(isInteger)) return { type: "integer" };
  if (all((value) => typeof value === "number")) return { type: "float" };
  if (!all((value) => typeof value === "string")) return { type: "json" };
  const texts = given.map(String);
  if (texts.every((text) => DATE.test(text) && isTime(text))) return { type: "date" };
  if (texts.every((text) => DATE_TIME.test(text) && isTime(text))) return { type: "datetime" };
  return { type: texts.some((text) => text.length > MAX_STRING || text.includes("\n")) ? "text" : "string" };
}

function isInteger(value: unknown): boolean {
  return Number.isInteger(value) && Math.abs(Number(value)) <= MAX_INTEGER;
}

/** 2023-02-30 is not a date. */
function isTime(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && (!DATE.test(text) || new Date(time).toISOString().startsWith(text));
}
