// The third version of zod's interface: importing it takes 10 ms, the fourth version 50 ms (most of that for the texts
// of other languages), which is nearly all that importing the whole library may take.
import { type ZodErrorMap, type ZodType, z } from "zod/v3";
import type { Report } from "./schema-error.ts";

/** The value in its typed form without unknown keys, or undefined when it has faults, all of which are reported. */
export function checkShape<T>(
  shape: ZodType<T>,
  value: unknown,
  path: readonly string[],
  report: Report,
): T | undefined {
  const result = shape.safeParse(value, { errorMap: wording });
  if (result.success) return result.data;
  for (const issue of result.error.issues) report([...path, ...issue.path.map(String)], issue.message);
  return undefined;
}

const NOUNS: { readonly [type: string]: string } = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

const wording: ZodErrorMap = (issue, { defaultError }) => {
  switch (issue.code) {
    case z.ZodIssueCode.invalid_type:
      return { message: issue.received === "undefined" ? "is missing" : `must be ${NOUNS[issue.expected]}` };
    case z.ZodIssueCode.invalid_enum_value:
      return { message: `must be one of ${issue.options.join(", ")}` };
    case z.ZodIssueCode.too_small:
      return { message: issue.type === "number" ? `must be at least ${issue.minimum}` : "must not be empty" };
    case z.ZodIssueCode.too_big:
      return { message: `must be at most ${issue.maximum}` };
    case z.ZodIssueCode.not_finite:
      return { message: "must be a finite number" };
    default:
      return { message: defaultError };
  }
};
