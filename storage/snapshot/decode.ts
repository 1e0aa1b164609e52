import type { Change, Commit } from "../../engine/index.ts";
import { decode, unknownFormat } from "../decode.ts";
import { reasonOf, StorageError } from "../error.ts";
import { readLines } from "../lines.ts";
import { isObject, listOf } from "../shape.ts";
import { changeShape } from "../shapes.ts";
import { blockShape, changesIn } from "./blocks.ts";
import { endShape, headShape, LISTS_FORMAT, SNAPSHOT_FORMAT, type SnapshotHead } from "./head.ts";

/** A whole state, piece by piece, so that it need not be in memory twice. */
export interface Snapshot {
  /** Number and time of the last commit in it. */
  readonly number: number;
  readonly at: number;
  /** Its changes in an order in which they can be made. Throws StorageError `invalid` at what is not whole. */
  readonly parts: AsyncIterable<readonly Change[]>;
}

const changesShape = listOf(changeShape);

/** @throws StorageError `invalid` when the bytes do not begin a snapshot in a known format. */
export async function decodeSnapshot(bytes: AsyncIterable<Uint8Array>): Promise<Snapshot> {
  const lines = readLines(bytes);
  const head = decode(headShape, parse((await lines.next()).value ?? ""), "snapshot");
  const { number, at } = head;
  if (head.format === SNAPSHOT_FORMAT) return { number, at, parts: partsOf(head, lines, inBlock) };
  if (head.format === LISTS_FORMAT) return { number, at, parts: sorted(partsOf(head, lines, inList)) };
  throw unknownFormat("snapshot", head.format, LISTS_FORMAT, SNAPSHOT_FORMAT);
}

/**
 * The commit that makes the whole state out of an empty one, for states that are small.
 *
 * @throws StorageError `invalid` when the bytes are not one whole snapshot in a known format.
 */
export async function decodeWhole(bytes: AsyncIterable<Uint8Array>): Promise<Commit> {
  const { number, at, parts } = await decodeSnapshot(bytes);
  const changes: Change[] = [];
  for await (const part of parts) for (const change of part) changes.push(change);
  return { number, at, changes };
}

async function* partsOf(
  { number }: SnapshotHead,
  lines: AsyncIterable<string>,
  changesOf: (value: unknown) => readonly Change[],
): AsyncGenerator<readonly Change[]> {
  let count = 0;
  for await (const text of lines) {
    const value = parse(text);
    if (isObject(value) && Object.hasOwn(value, "end")) {
      if (decode(endShape, value, "snapshot").end === count) return;
      break;
    }
    const changes = changesOf(value);
    count += changes.length;
    yield changes;
  }
  throw new StorageError("invalid", `The snapshot at ${number} is not whole`, { position: number });
}

function inBlock(value: unknown): readonly Change[] {
  return changesIn(decode(blockShape, value, "snapshot"));
}

function inList(value: unknown): readonly Change[] {
  return decode(changesShape, value, "snapshot");
}

async function* sorted(parts: AsyncIterable<readonly Change[]>): AsyncGenerator<readonly Change[]> {
  const changes: Change[] = [];
  for await (const part of parts) for (const change of part) changes.push(change);
  const puts = changes.filter((change) => change.kind === "put").sort((a, b) => a.version.id - b.version.id);
  yield puts;
  yield changes.filter((change) => change.kind !== "put");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StorageError("invalid", `Invalid snapshot: ${reasonOf(error)}`);
  }
}
