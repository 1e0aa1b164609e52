import { isRawObject } from "../raw-value.ts";
import { invalid, invalidKey } from "../refusal.ts";
import type { ParamScope } from "../scope.ts";

/** One requested sort key: the names on the path to the field, and the text for the direction. */
export interface SortWish {
  readonly names: readonly string[];
  /** Absent: ascending. Null: the names are checked, but the key is ignored. */
  readonly order?: string | null;
}

/**
 * The requested keys in order. `sort` is a text, a list of texts, an object, or a list of objects. Empty parts are
 * ignored.
 */
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

/** `field`, `field:desc` and `relation.field:asc`, comma-separated. Anything after a second colon is ignored. */
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
