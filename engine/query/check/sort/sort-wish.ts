import { isRawObject } from "../raw-value.ts";
import { invalid, invalidKey } from "../refusal.ts";
import type { ParamScope } from "../scope.ts";

/** One key as it was asked for: the names on the way to the field, and the word for the direction. */
export interface SortWish {
  readonly names: readonly string[];
  /** Absent is ascending; null asks for nothing: the names are checked, and that is all. */
  readonly order?: string | null;
}

/** What `sort` asks for, in order: a text, a list of texts, an object, or a list of objects. Empty parts ask for nothing. */
export function sortWishes(scope: ParamScope, raw: unknown): readonly SortWish[] {
  if (raw === undefined || raw === null) return [];
  if (typeof raw === "string") return fromText(raw);
  if (isRawObject(raw)) return fromObject(scope, raw, []);
  if (!Array.isArray(raw)) {
    const expected = "Expected a string, an array of strings, a sort object or an array of sort objects";
    scope.context.faults.report("shape", () => invalid(`Invalid sort parameter. ${expected}`));
    return [];
  }
  const items = raw.filter((item) => item !== null && item !== undefined);
  if (items.every((item) => typeof item === "string")) return items.flatMap(fromText);
  if (items.every(isRawObject)) return items.flatMap((item) => fromObject(scope, item, []));
  throw invalidKey("0", scope.path, scope.param);
}

/** `field`, `field:desc` and `relation.field:asc`, between commas. What follows a second colon is ignored. */
function fromText(text: string): SortWish[] {
  return text.split(",").flatMap((part) => {
    const [field = "", order] = part.trim().split(":");
    if (field.trim() === "") return [];
    const names = field.split(".").filter((name) => name !== "");
    return [{ names: names.length === 0 ? [field] : names, ...(order === undefined ? {} : { order }) }];
  });
}

/** `{ field: "desc" }` and `{ relation: { field: "asc" } }`. */
function fromObject(scope: ParamScope, raw: object, names: readonly string[]): SortWish[] {
  scope.context.enter(scope.depth + names.length);
  return Object.entries(raw).flatMap(([name, order]) => {
    const path = [...names, name];
    if (typeof order === "object" && order !== null) return fromObject(scope, order, path);
    const word = String(order ?? "").trim();
    return [{ names: path, order: word === "" ? null : word }];
  });
}
