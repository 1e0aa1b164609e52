import type { GraphQLFormattedError } from "graphql";
import { fittingJson } from "../../../../contract/error-body.ts";

/** The errors are two levels deep, their own members one deeper. */
const OUTER_LEVELS = 3;

/**
 * The errors of an answer as JSON, `[…]`, of at most 4 kB: a document can have a thousand faults, and each quotes the
 * document. Long texts are truncated first, then lists; at least the first error's code is sent.
 */
export function errorList(errors: readonly GraphQLFormattedError[]): string {
  const [first] = errors;
  const extensions = { code: first?.extensions?.code };
  return fittingJson(errors, OUTER_LEVELS - 1) ?? JSON.stringify([{ message: "The document is refused", extensions }]);
}
