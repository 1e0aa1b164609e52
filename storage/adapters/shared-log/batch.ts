import { crc32 } from "node:zlib";
import { type Commit, isRecord } from "../../../engine/internal.ts";
import { reasonOf, StorageError } from "../../error.ts";
import type { Appended, Entries, Entry, Position } from "../../port.ts";
import { assertKnownFormat } from "../../shapes/commit-format.ts";
import { decode, isUnknownFormat } from "../../shapes/decode.ts";
import { record } from "../../shapes/shape.ts";
import { commitShape, text } from "../../shapes/shapes.ts";
import type { Tail } from "./tails.ts";

interface Line {
  readonly commit: string;
  readonly body: Commit;
}

const lineShape = record<Line>({ commit: text, body: commitShape });

/** A batch as a shared log stores it. */
export interface BatchRow extends Tail {
  /** Id of the batch before it; for the first batch, the id of the log. */
  readonly prev: string;
  /** Null if it was not requested. */
  readonly body: Buffer | null;
  readonly crc: number;
}

export interface EncodedBatch {
  readonly body: Buffer;
  readonly crc: number;
}

/** Bytes of a batch that several writes share: more would hold each of them up, and the nodes that read it. */
export const SHARED_BATCH = 16 << 20;

/** Bytes of any batch: larger ones come near the limits of texts, and of PostgreSQL's values. */
const MAX_BATCH = 256 << 20;

/** Null for a batch that is too large to be stored. */
export function encodeBatch(entries: readonly Entry[]): EncodedBatch | null {
  const lines = entries.map(lineOf);
  // Joined first, a text may be longer than V8 allows.
  if (lines.reduce((length, line) => length + line.length, 0) > MAX_BATCH) return null;
  const body = Buffer.from(lines.join(""));
  return body.length > MAX_BATCH ? null : { body, crc: crcOf(body) };
}

/** The error for a larger batch, by the name of the system. */
export function tooLarge(system: string): Appended {
  const reason = `a single write may store ${MAX_BATCH >> 20} MiB in ${system}`;
  return { kind: "failed", reason: `${reason}: fill an empty log with \`galley data copy\`, which stores it in parts` };
}

function lineOf({ commit, body }: Entry): string {
  return `${JSON.stringify({ commit, body } satisfies Line)}\n`;
}

/** Signed, like an SQL `int`. */
function crcOf(body: Buffer): number {
  return crc32(body) | 0;
}

/** The entries of a batch. They are parsed at the first iteration, which throws StorageError `damaged` or `invalid`. */
export class StoredEntries implements Entries {
  readonly #row: BatchRow;
  #entries: readonly Entry[] | null = null;

  constructor(row: BatchRow) {
    this.#row = row;
  }

  [Symbol.iterator](): Iterator<Entry> {
    this.#entries ??= decodeRow(this.#row);
    return this.#entries[Symbol.iterator]();
  }
}

/** The entries of a batch from a position on. */
export function entriesFrom(row: BatchRow, from: Position): Entries {
  const entries = new StoredEntries(row);
  return row.first < from ? [...entries].filter(({ position }) => position >= from) : entries;
}

function decodeRow({ first, last, body, crc }: BatchRow): readonly Entry[] {
  if (body === null || crcOf(body) !== crc) throw damaged(first, "its checksum is another one");
  try {
    const lines = body.toString().split("\n").slice(0, -1);
    if (lines.length !== last - first + 1) throw damaged(first, `it has ${lines.length} entries`);
    return lines.map((line, at): Entry => ({ position: first + at, ...decodeLine(line) }));
  } catch (error) {
    const isNamed = isUnknownFormat(error) || (error instanceof StorageError && error.code === "damaged");
    throw isNamed ? error : damaged(first, reasonOf(error));
  }
}

function decodeLine(text: string): Line {
  const line: unknown = JSON.parse(text);
  if (isRecord(line)) assertKnownFormat(line.body);
  return decode(lineShape, line, "entry");
}

function damaged(first: Position, reason: string): StorageError {
  return new StorageError("damaged", `The batch at position ${first} is damaged: ${reason}`, { position: first });
}
