import { isRecord } from "../../../engine/internal.ts";

const SHAPES: readonly (readonly [type: string, shape: RegExp])[] = [
  ["datetime", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/],
  ["date", /^\d{4}-\d\d-\d\d$/],
  ["time", /^\d\d:\d\d:\d\d(?:\.\d{1,9})?$/],
];

/** The type of an attribute that has these values; `json` for one that has none, which may become anything. */
export function scalarTypeOf(values: readonly unknown[]): string {
  const all = values.filter((value) => value !== null && value !== undefined);
  if (all.length === 0) return "json";
  if (all.every((value) => typeof value === "boolean")) return "boolean";
  // A later one may have a fraction.
  if (all.every((value) => typeof value === "number")) return "float";
  if (all.every((value) => typeof value === "string"))
    return SHAPES.find(([, shape]) => all.every((value) => shape.test(value)))?.[0] ?? "text";
  return all.every(isBlocks) ? "blocks" : "json";
}

/** The form of the blocks editor. */
function isBlocks(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0) return false;
  return value.every((item) => isRecord(item) && typeof item.type === "string" && Array.isArray(item.children));
}
