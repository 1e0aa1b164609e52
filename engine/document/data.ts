import { validationError } from "../error.ts";
import { isRecord, type UnknownRecord } from "../schema/shapes/record.ts";
import { typeFault } from "./check/type-fault.ts";
import { faultAt } from "./path.ts";

/** Maximum nesting of lists and objects in data. Every function that walks data may recurse. */
export const MAX_DEPTH = 64;

declare const bounded: unique symbol;

/** A caller's data as named values. Its nesting has been checked, so that no later code need check it. */
export type DocumentData = UnknownRecord & { readonly [bounded]: true };

/** Throws EngineError `validation` if it is not an object, or is nested too deep. */
export function readData(data: unknown): DocumentData {
  if (!isRecord(data)) throw validationError([typeFault([], "object", null, data)]);
  for (const [name, value] of Object.entries(data)) {
    if (isDeeperThan(value, MAX_DEPTH)) {
      throw validationError([faultAt([name], `must not be nested deeper than ${MAX_DEPTH} levels`)]);
    }
  }
  return storedData(data);
}

/** Stored values passed this check when they were written. */
export function storedData(values: UnknownRecord): DocumentData {
  // The brand does not exist at run time.
  return values as DocumentData;
}

/** Whether lists and objects are nested more than `depth` levels deep. Iterative; terminates on cycles. */
export function isDeeperThan(value: unknown, depth: number): boolean {
  const waiting: (readonly [value: unknown, level: number])[] = [[value, 1]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [part, level] = next;
    if (typeof part !== "object" || part === null) continue;
    if (level > depth) return true;
    for (const inner of Object.values(part)) if (typeof inner === "object") waiting.push([inner, level + 1]);
  }
  return false;
}

/** The data's own property of this name; undefined for inherited ones. */
export function own(data: UnknownRecord, name: string): unknown {
  return Object.hasOwn(data, name) ? data[name] : undefined;
}
