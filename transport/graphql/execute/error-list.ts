import type { GraphQLFormattedError } from "graphql";
import { fittingJson } from "../../contract/error-body.ts";

/** The errors are two levels deep, their own members one deeper. */
const OUTER_LEVELS = 3;

/**
 * The errors of an answer as JSON, `[…]`, of 4 kB at most: a document may be wrong in a thousand places, and quotes what
 * was sent. Long texts are cut short, beyond that lists; at least the first error's code is sent.
 */
export function errorList(errors: readonly GraphQLFormattedError[]): string {
  const [first] = errors;
  const extensions = { code: first?.extensions?.code };
  return fittingJson(errors, OUTER_LEVELS - 1) ?? JSON.stringify([{ message: "The document is refused", extensions }]);
}
