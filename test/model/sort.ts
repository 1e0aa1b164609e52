import type { Json } from "../../engine/internal.ts";
import { type Entry, joinedTo, modelBehind, valueAt, type World } from "./entry.ts";
import { compareValues, type FieldType, fieldType } from "./scalars.ts";

interface Key {
  readonly names: readonly string[];
  readonly descending: boolean;
}

/** Whether `sort` asks for an order at all. */
export function asksForOrder(raw: unknown): boolean {
  return keysOf(raw).length > 0;
}

/** Entries in the order that `sort` asks for, ties by ascending id (reads, §8). */
export function sorted(world: World, entries: readonly Entry[], raw: unknown): Entry[] {
  const keys = keysOf(raw).filter(({ names }) => names[0] !== "status");
  return [...entries].sort((left, right) => {
    for (const key of keys) {
      const order = compareBy(
        key,
        typeAt(world, left, key.names),
        valueFor(world, left, key),
        valueFor(world, right, key),
      );
      if (order !== 0) return order;
    }
    return Number(valueAt(left, "id")) - Number(valueAt(right, "id"));
  });
}

function keysOf(raw: unknown): Key[] {
  if (typeof raw === "string") return raw === "" ? [] : raw.split(",").map(fromText);
  if (Array.isArray(raw)) return raw.flatMap(keysOf);
  if (typeof raw !== "object" || raw === null) return [];
  return Object.entries(raw).flatMap(([name, order]) => {
    if (typeof order === "string") return [{ names: [name], descending: isDescending(order) }];
    return keysOf(order).map((key) => ({ ...key, names: [name, ...key.names] }));
  });
}

function fromText(text: string): Key {
  const [path = "", order = "asc"] = text.trim().split(":");
  return { names: path.split("."), descending: isDescending(order) };
}

function isDescending(order: string): boolean {
  return order.toLowerCase() === "desc";
}

/** The related value that comes first in this direction. */
function valueFor(world: World, entry: Entry, key: Key): Json {
  const type = typeAt(world, entry, key.names);
  const [first = null] = valuesAt(world, entry, key.names).sort((left, right) => compareBy(key, type, left, right));
  return first;
}

function valuesAt(world: World, entry: Entry, [name = "", ...rest]: readonly string[]): Json[] {
  if (rest.length === 0) return [valueAt(entry, name)];
  return joinedTo(world, entry, name).flatMap((linked) => valuesAt(world, linked, rest));
}

function typeAt({ schema }: World, entry: Entry, names: readonly string[]): FieldType {
  const model = names.slice(0, -1).reduce((behind, name) => modelBehind(schema, behind, name), entry.model);
  return fieldType(model, names.at(-1) ?? "");
}

/** Nulls are first ascending, last descending. */
function compareBy({ descending }: Key, type: FieldType, left: Json, right: Json): number {
  const order =
    left === null || right === null ? Number(left !== null) - Number(right !== null) : compareValues(type, left, right);
  return descending ? -order : order;
}
