/** A file to be written to an archive. */
export interface NewEntry {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** Bytes after which a list continues in another file, so that only one file at a time is held. */
const FULL = 8 * 1_048_576;

/** Lines of JSON as files with numbers from 1; without lines there is one empty file. */
export class LineFiles {
  readonly #nameOf: (number: number) => string;
  #number = 1;
  #lines: Buffer[] = [];
  #size = 0;

  constructor(nameOf: (number: number) => string) {
    this.#nameOf = nameOf;
  }

  /** The file that this line fills. */
  *add(value: unknown): Generator<NewEntry> {
    const line = Buffer.from(`${JSON.stringify(value)}\n`);
    this.#lines.push(line);
    this.#size += line.length;
    if (this.#size >= FULL) yield this.#take();
  }

  /** The last file. */
  *end(): Generator<NewEntry> {
    if (this.#size > 0 || this.#number === 1) yield this.#take();
  }

  #take(): NewEntry {
    const entry = { name: this.#nameOf(this.#number), size: this.#size, bytes: this.#lines };
    this.#number += 1;
    this.#lines = [];
    this.#size = 0;
    return entry;
  }
}

/** The lines of a folder of an archive. */
export function linesOf(folder: string): LineFiles {
  return new LineFiles((number) => `${folder}/${folder}_${String(number).padStart(5, "0")}.jsonl`);
}

export function* linesEntries(folder: string, values: Iterable<unknown>): Generator<NewEntry> {
  const lines = linesOf(folder);
  for (const value of values) yield* lines.add(value);
  yield* lines.end();
}

/** The settings of an archive: its default locale alone. */
export function settingsEntries(defaultLocale: string): Generator<NewEntry> {
  const value = {
    key: "plugin_i18n_default_locale",
    value: defaultLocale,
    type: "string",
    environment: null,
    tag: null,
  };
  return linesEntries("configuration", [{ type: "core-store", value: { id: 1, ...value } }]);
}

/** A value as a file of its own. */
export function jsonEntry(name: string, value: unknown, indent?: number): NewEntry {
  const bytes = Buffer.from(JSON.stringify(value, null, indent));
  return { name, size: bytes.length, bytes: [bytes] };
}
