/** A fault in the part of an archive that is being read; a caller that has the entry's name adds it. */
export class EntryFault extends Error {
  override readonly name = "EntryFault";
  /** From 1; null where the fault is in no line. */
  readonly line: number | null;

  constructor(message: string, line: number | null = null) {
    super(message);
    this.line = line;
  }
}
