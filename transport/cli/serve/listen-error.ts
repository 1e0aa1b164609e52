/** An address that cannot be listened on. The message says why, and what to do. */
export class ListenError extends Error {
  override readonly name = "ListenError";
}
