import { validationError } from "../error.ts";
import { isRecord, type UnknownRecord } from "../schema/record.ts";
import { faultAt } from "./path.ts";
import { typeFault } from "./type-fault.ts";

/** Levels of lists and objects below the data. Everything that walks through data may recurse. */
export const MAX_DEPTH = 64;

/** The data as named values. Throws EngineError `validation` for what is no object, or is nested too deep. */
export function readData(data: unknown): UnknownRecord {
  if (!isRecord(data)) throw validationError([typeFault([], "object", null, data)]);
  for (const [name, value] of Object.entries(data)) {
    if (isDeeperThan(value, MAX_DEPTH)) {
      throw validationError([faultAt([name], `must not be nested deeper than ${MAX_DEPTH} levels`)]);
    }
  }
  return data;
}

/** Whether lists and objects stand in each other more than `depth` times. Needs no call stack; ends on cycles too. */
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

/** What the data itself has under a name; undefined for what every object has. */
export function own(data: UnknownRecord, name: string): unknown {
  return Object.hasOwn(data, name) ? data[name] : undefined;
}
