/** An unmet expectation of a test, with the actual outcome. */
export class ExpectationError extends Error {
  override readonly name = "ExpectationError";
}
