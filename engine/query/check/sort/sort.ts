import type { SortKey } from "../../query.ts";
import { findField } from "../field.ts";
import { isRawObject } from "../raw-value.ts";
import { below, invalid, invalidKey } from "../refusal.ts";
import { resolveField } from "../resolve-field.ts";
import { type ParamScope, scopeBehind } from "../scope.ts";
import { type SortWish, sortWishes } from "./sort-wish.ts";

/**
 * Checks `sort` in any of its forms and returns its keys, first key first (reads, §8). A field that is sorted by
 * already is skipped. An exception is the opposite direction behind a to-many relation: one uses the smallest value
 * there, the other the largest.
 */
export function checkSort(scope: ParamScope, raw: unknown): readonly SortKey[] {
  const keys = new Map<string, SortKey>();
  const wishes = sortWishes(scope, raw);
  scope.context.countItems(wishes.length, "sortKeys", scope.param);
  const found = inTurns(
    wishes.map((wish) => walk(scope, wish)),
    isRawObject(raw) ? "one by one" : "together",
  );
  for (const [at, key] of found.entries()) {
    const wish = wishes[at];
    if (key === null || wish === undefined) continue;
    const name = wish.names.join(".");
    const value = key.path.length === 0 ? name : `${name}:${key.direction}`;
    if (!keys.has(value)) keys.set(value, key);
  }
  scope.context.faults.raise("unreadable");
  return [...keys.values()];
}

/**
 * Advances the walks level by level: as recorded, the fault nearest to the root is reported first among the keys of a
 * list.
 */
function inTurns(walks: readonly Walk[], order: "one by one" | "together"): readonly (SortKey | null)[] {
  const keys: (SortKey | null)[] = walks.map(() => null);
  let waiting = [...walks.entries()];
  while (waiting.length > 0) {
    waiting = waiting.filter(([at, steps]) => {
      let step = steps.next();
      while (order === "one by one" && !step.done) step = steps.next();
      if (step.done) keys[at] = step.value;
      return !step.done;
    });
  }
  return keys;
}

/** Takes one step for each level of a key's path. */
type Walk = Generator<undefined, SortKey | null>;

function* walk(root: ParamScope, wish: SortWish): Walk {
  const path: string[] = [];
  let scope = root;
  for (const [at, name] of wish.names.entries()) {
    scope.context.enter(scope.depth);
    if (isWithoutEffect(scope, name, wish)) return null;
    if (at === wish.names.length - 1) refuseOrderBelow(scope, name, wish);
    const field = resolveField(scope, name);
    if (field === null) return null;
    if (field.kind === "scalar") {
      const next = wish.names[at + 1];
      const here = scope;
      if (next !== undefined) {
        scope.context.faults.report("order", () => invalidKey(next, below(here.path, name), here.param));
        return null;
      }
      return isOwnStatus(scope, name) ? null : keyOf(scope, path, name, wish);
    }
    path.push(name);
    scope = scopeBehind(scope, name, field);
    yield;
  }
  if (wish.order) throw invalidKey(wish.order, scope.path, scope.param);
  const last = path.at(-1) ?? "";
  scope.context.faults.report("incomplete", () => invalidKey(last, scope.path, scope.param));
  return null;
}

/** Recorded: an entry's own attribute `status` is taken for the key of the admin API, and dropped. */
function isOwnStatus({ context, model }: ParamScope, name: string): boolean {
  return context.rules.statusSort === "ignored" && name === "status" && model.model === "content-type";
}

function keyOf(scope: ParamScope, path: readonly string[], field: string, { order }: SortWish): SortKey | null {
  if (order === null) return null;
  const direction = order?.trim().toLowerCase() ?? "asc";
  if (direction === "asc" || direction === "desc") return { path, field, direction };
  const message = "Invalid order. order can only be one of asc|desc|ASC|DESC";
  scope.context.faults.report("order", () => invalid(message));
  return null;
}

/** If a relation that may not be used has a direction, the error names the direction as a key below it. */
function refuseOrderBelow({ model, path, param }: ParamScope, name: string, { order }: SortWish): void {
  const field = findField(model, name);
  if (field?.kind === "hidden" && field.relation && order) throw invalidKey(order, below(path, name), param);
}

/** Names that are ignored in a sort and not reported as unknown. */
function isWithoutEffect({ context, model, path, param }: ParamScope, name: string, { order }: SortWish): boolean {
  if (path !== null || findField(model, name) !== null) return false;
  if (name === "status" && model.model === "content-type" && model.draftAndPublish) {
    if (order === undefined) context.faults.report("incomplete", () => invalidKey(name, path, param));
    return true;
  }
  // Recorded: names that every JavaScript object has get a different error.
  if (!(name in Object.prototype)) return false;
  context.faults.report("order", () => invalid("Invalid sort query"));
  return true;
}
