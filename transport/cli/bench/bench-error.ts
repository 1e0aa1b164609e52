/** What keeps a server from being measured, in a line for the user. */
export class BenchError extends Error {
  override readonly name = "BenchError";
}
