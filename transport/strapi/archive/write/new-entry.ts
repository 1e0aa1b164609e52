/** A file to be written to an archive. */
export interface NewEntry {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** Bytes after which a list continues in another file, so that only one file at a time is held. */
const FULL = 8 * 1_048_576;

/** A list as files of JSON lines, numbered from 1 in a folder. An empty list is one empty file. */
export function* linesEntries(folder: string, values: Iterable<unknown>): Generator<NewEntry> {
  let number = 1;
  let lines: Buffer[] = [];
  let size = 0;
  const take = (): NewEntry => {
    const name = `${folder}/${folder}_${String(number).padStart(5, "0")}.jsonl`;
    const entry = { name, size, bytes: lines };
    [number, lines, size] = [number + 1, [], 0];
    return entry;
  };
  for (const value of values) {
    const line = Buffer.from(`${JSON.stringify(value)}\n`);
    lines.push(line);
    size += line.length;
    if (size >= FULL) yield take();
  }
  if (size > 0 || number === 1) yield take();
}

/** A value as a file of its own. */
export function jsonEntry(name: string, value: unknown, indent?: number): NewEntry {
  const bytes = Buffer.from(JSON.stringify(value, null, indent));
  return { name, size: bytes.length, bytes: [bytes] };
}
