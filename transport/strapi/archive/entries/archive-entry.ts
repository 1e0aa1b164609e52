export interface ArchiveEntry {
  /** With slashes, relative to the archive's root, without `.` or `..` in it. */
  readonly name: string;
  readonly size: number;
  readonly bytes: AsyncIterable<Buffer>;
}

/** An entry of an archive, as it was found. */
export interface FoundEntry extends ArchiveEntry {
  readonly kind: "file" | "directory" | (string & {});
}

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
