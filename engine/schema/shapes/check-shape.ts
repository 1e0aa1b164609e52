// The third version of zod's interface: importing it takes 10 ms, the fourth version 50 ms (most of that for the texts
// of other languages), which is nearly all that importing the whole library may take.
import { type ZodType, type ZodTypeDef, z } from "zod/v3";
import type { Report } from "../schema-error.ts";
import { faultWording } from "./fault-wording.ts";
import { isRecord } from "./record.ts";

/** The shape of each key of an object; a key whose type is not optional is required. */
export type Shape<T> = { readonly [K in keyof T]: ZodType<T[K], ZodTypeDef, unknown> };

/**
 * The known keys of an object in their typed form; null counts as absent. Undefined if there are faults, all of which are
 * reported.
 *
 * Visits only keys that are present. zod's own objects visit every possible key: five times the work here.
 */
export function checkShape<T>(shape: Shape<T>, value: unknown, report: Report): T | undefined {
  if (!isRecord(value)) {
    report([], value === undefined ? "is missing" : "must be an object");
    return undefined;
  }
  let faults = 0;
  const typed: Partial<T> = {};
  for (const key in shape) {
    const part = Object.hasOwn(value, key) ? (value[key] ?? undefined) : undefined;
    if (part === undefined && shape[key] instanceof z.ZodOptional) continue;
    const result = shape[key].safeParse(part, { errorMap: faultWording });
    if (result.success) typed[key] = result.data;
    for (const issue of result.error?.issues ?? []) {
      faults++;
      report([key, ...issue.path.map(String)], issue.message);
    }
  }
  // Without faults every key that is not optional is there.
  return faults === 0 ? (typed as T) : undefined;
}
