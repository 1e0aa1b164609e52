/** A fault in the entry of an archive that is being read; a caller that knows the entry's name adds it. */
export class EntryFault extends Error {
  override readonly name = "EntryFault";
  /** From 1; null if the fault is not in a line. */
  readonly line: number | null;

  constructor(message: string, line: number | null = null) {
    super(message);
    this.line = line;
  }
}
