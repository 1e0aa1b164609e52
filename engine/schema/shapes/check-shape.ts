// The third version of zod's interface: importing it takes 10 ms, the fourth version 50 ms (most of that for the texts
// of other languages), which is nearly all that importing the whole library may take.
import { type ZodType, type ZodTypeDef, z } from "zod/v3";
import type { Report } from "../schema-error.ts";
import { faultWording } from "./fault-wording.ts";
import { isRecord } from "./record.ts";

/** What each key of an object holds; a key whose type is not optional must be there. */
export type Shape<T> = { readonly [K in keyof T]: ZodType<T[K], ZodTypeDef, unknown> };

/**
 * The known keys of an object in their typed form; what is null counts as absent. Undefined when there are faults, all
 * of which are reported.
 *
 * Looks only at keys that are there. zod's own objects look at every key that could be: five times the work here.
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
