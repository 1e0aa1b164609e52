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
