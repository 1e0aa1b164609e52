/** An internal fault inside a field: its message is not sent, and it is logged. */
export class Fault extends Error {
  override readonly name = "Fault";

  constructor(cause: unknown) {
    super("Internal Server Error", { cause });
  }
}
