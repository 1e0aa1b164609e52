// Not the fourth version of zod's interface: importing it takes five times as long.
import { type ZodIssueOptionalMessage, z } from "zod/v3";

/** An error map of zod, typed without zod: users of the package without zod's types read its declarations too. */
type ErrorMap = (fault: { readonly code: string }, context: { readonly defaultError: string }) => { message: string };

const NOUNS: { readonly [type: string]: string } = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** The words of a shape's fault, the same in schemas and configurations; they follow the path of the fault. */
export const faultWording: ErrorMap = (fault, { defaultError }) => {
  const issue = fault as ZodIssueOptionalMessage;
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
