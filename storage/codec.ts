import type { Change, Commit, Engine, Issue } from "../engine/index.ts";
import { reasonOf, StorageError } from "./error.ts";
import { readLines } from "./lines.ts";
import { describe, listOf, record, type Shape } from "./shape.ts";
import { changeShape, commitShape, natural } from "./shapes.ts";

/** Number of the form in which commits and snapshots are written; a reader refuses what it does not know. */
export const FORMAT = 1;

/** Changes in one line of a snapshot: long enough to parse at full speed, short enough not to hold up readers. */
const CHANGES_PER_LINE = 256;

interface SnapshotHead {
  readonly format: number;
  readonly number: number;
  readonly at: number;
}

const headShape = record<SnapshotHead>({ format: natural, number: natural, at: natural });
const changesShape = listOf(changeShape);
const endShape = record<{ readonly end: number }>({ end: natural });

/**
 * @throws StorageError `invalid` with every fault and its path.
 */
export function decodeCommit(value: unknown): Commit {
  return decode(commitShape, value, "commit");
}

/** The whole state of an engine, which must not change meanwhile: encode a fork. */
export function encodeSnapshot(engine: Engine): AsyncGenerator<Uint8Array> {
  return encodeChanges({ number: engine.number, at: engine.state.at }, engine.dump());
}

/**
 * A whole state as JSON lines: a head with format, number and time, then lists of changes, then their count.
 *
 * Made while it is read, giving way to other work between lines.
 */
export async function* encodeChanges(
  { number, at }: Omit<SnapshotHead, "format">,
  all: Iterable<Change>,
): AsyncGenerator<Uint8Array> {
  yield line({ format: FORMAT, number, at } satisfies SnapshotHead);
  let count = 0;
  let changes: Change[] = [];
  for (const change of all) {
    count += 1;
    changes.push(change);
    if (changes.length < CHANGES_PER_LINE) continue;
    yield line(changes);
    changes = [];
    await new Promise(setImmediate);
  }
  if (changes.length > 0) yield line(changes);
  yield line({ end: count });
}

/**
 * The commit that makes the whole state out of an empty one.
 *
 * @throws StorageError `invalid` when the bytes are not one whole snapshot in a known format.
 */
export async function decodeSnapshot(bytes: AsyncIterable<Uint8Array>): Promise<Commit> {
  const lines = readLines(bytes);
  const head = decode(headShape, parse((await lines.next()).value ?? ""), "snapshot");
  if (head.format !== FORMAT) throw unknownFormat("snapshot", head.format);
  const changes: Change[] = [];
  for await (const text of lines) {
    const value = parse(text);
    if (!Array.isArray(value)) {
      const { end } = decode(endShape, value, "snapshot");
      if (end === changes.length) return { number: head.number, at: head.at, changes };
      break;
    }
    for (const change of decode(changesShape, value, "snapshot")) changes.push(change);
  }
  throw new StorageError("invalid", `The snapshot at ${head.number} is not whole`, { position: head.number });
}

export function unknownFormat(what: string, format: unknown): StorageError {
  const message = `The ${what} has format ${JSON.stringify(format)}; this version reads format ${FORMAT}`;
  return new StorageError("invalid", message, { format });
}

/**
 * The value itself, known to be a T.
 *
 * @throws StorageError `invalid` with every fault and its path.
 */
export function decode<T>(shape: Shape<T>, value: unknown, what: string): T {
  const issues = shape(value);
  if (issues.length > 0) throw invalid(what, issues);
  // The shape has just proved it.
  return value as T;
}

export function invalid(what: string, issues: readonly Issue[]): StorageError {
  return new StorageError("invalid", `Invalid ${what}: ${describe(issues)}`, { issues });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StorageError("invalid", `Invalid snapshot: ${reasonOf(error)}`);
  }
}

function line(value: unknown): Uint8Array {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}
