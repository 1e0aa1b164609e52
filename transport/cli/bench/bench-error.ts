/** The reason why a server cannot be measured, in one line for the user. */
export class BenchError extends Error {
  override readonly name = "BenchError";
}
