/** A fault of ours inside a field: its text stays inside, and it is logged. */
export class Fault extends Error {
  override readonly name = "Fault";

  constructor(cause: unknown) {
    super("Internal Server Error", { cause });
  }
}
