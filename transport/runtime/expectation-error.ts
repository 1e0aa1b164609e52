/** An unmet expectation of a test: what was expected, and what came instead. */
export class ExpectationError extends Error {
  override readonly name = "ExpectationError";
}
