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
  for (const name of Object.keys(data)) {
    if (isDeeperThan(data[name], MAX_DEPTH)) {
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

/** Whether lists and objects are nested more than `depth` levels deep. Looks no deeper, so it terminates on cycles. */
export function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (depth === 0) return true;
  const parts = Array.isArray(value) ? value : Object.values(value);
  for (const part of parts) if (isDeeperThan(part, depth - 1)) return true;
  return false;
}

/** The data's own property of this name; undefined for inherited ones. */
export function own(data: UnknownRecord, name: string): unknown {
  return Object.hasOwn(data, name) ? data[name] : undefined;
}
