import * as z from "zod/mini";
import type { Report } from "../schema-error.ts";
import { faultWording } from "./fault-wording.ts";
import { isRecord } from "./record.ts";

// Compiling a shape takes longer than its one use, and not every process may compile.
z.config({ jitless: true });

const AT_ONCE = { async: false } as const;

/** The shape of each key of an object; a key whose type is not optional is required. */
export type Shape<T> = { readonly [K in keyof T]: z.ZodMiniType<T[K], unknown> };

/**
 * The known keys of an object in their typed form; null counts as absent. Reports all faults, and then returns
 * undefined.
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
    if (part === undefined && shape[key]._zod.optin === "optional") continue;
    // Without the copies that `safeParse` makes for each value: it is called only for the words of faults.
    const parsed = shape[key]._zod.run({ value: part, issues: [] }, AT_ONCE) as z.core.ParsePayload<T[typeof key]>;
    if (parsed.issues.length === 0) typed[key] = parsed.value;
    else
      for (const issue of shape[key].safeParse(part, { error: faultWording }).error?.issues ?? []) {
        faults++;
        report([key, ...issue.path.map(String)], issue.message);
      }
  }
  // Without faults every key that is not optional is there.
  return faults === 0 ? (typed as T) : undefined;
}
