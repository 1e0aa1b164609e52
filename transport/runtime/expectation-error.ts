/** What a test expects did not come: says what was expected and what came instead. */
export class ExpectationError extends Error {
  override readonly name = "ExpectationError";
}
