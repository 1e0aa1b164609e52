import type { Change, Commit, LinkColumns, VersionColumns } from "../../engine/internal.ts";
import { isRecord } from "../../engine/internal.ts";
import { reasonOf, StorageError } from "../error.ts";
import { readLines } from "../files/lines.ts";
import { textOf } from "../files/text-of.ts";
import { decode, unknownFormat } from "../shapes/decode.ts";
import { listOf } from "../shapes/shape.ts";
import { changeShape } from "../shapes/shapes.ts";
import { blockShape, changesIn } from "./blocks.ts";
import {
  endShape,
  headShape,
  LISTS_FORMAT,
  LOCALES_FORMAT,
  SCHEMAS_FORMAT,
  SNAPSHOT_FORMAT,
  type SnapshotHead,
} from "./head.ts";
import { linkColumnsIn, linksOf } from "./links-block.ts";
import { columnsIn, putsOf } from "./versions-block.ts";
import { VersionsLine } from "./versions-line.ts";

/** A whole state, part by part, so that it need not be in memory twice. */
export interface Snapshot {
  /** Number and time of the last commit it contains. */
  readonly number: number;
  readonly at: number;
  /** Its parts, in an order in which they can be restored. Throws StorageError `invalid` if a part is incomplete. */
  readonly parts: AsyncIterable<SnapshotPart>;
}

/**
 * A part of a state: changes, or versions or links in columns. `again` reads the columns once more, all or one of them, so that
 * nobody has to keep them.
 */
export type SnapshotPart =
  | { readonly kind: "changes"; readonly changes: readonly Change[] }
  | { readonly kind: "links"; readonly columns: LinkColumns }
  | { readonly kind: "versions"; readonly columns: VersionColumns; readonly again: VersionsLine };

const IN_BLOCKS: ReadonlySet<number> = new Set([SNAPSHOT_FORMAT, LOCALES_FORMAT, SCHEMAS_FORMAT]);

const changesShape = listOf(changeShape);

/** @throws StorageError `invalid` if the bytes do not begin with the head of a known format. */
export async function decodeSnapshot(bytes: AsyncIterable<Uint8Array>): Promise<Snapshot> {
  const lines = readLines(bytes);
  const head = decode(headShape, parse((await lines.next()).value ?? Buffer.alloc(0)), "snapshot");
  const { number, at } = head;
  if (IN_BLOCKS.has(head.format)) return { number, at, parts: partsOf(head, lines, blockReader()) };
  if (head.format === LISTS_FORMAT) return { number, at, parts: sorted(partsOf(head, lines, inList)) };
  throw unknownFormat("snapshot", head.format, LISTS_FORMAT, ...IN_BLOCKS);
}

/**
 * The commit that turns an empty state into the whole stored state; meant for small states.
 *
 * @throws StorageError `invalid` when the bytes are not one whole snapshot in a known format.
 */
export async function decodeWhole(bytes: AsyncIterable<Uint8Array>): Promise<Commit> {
  const { number, at, parts } = await decodeSnapshot(bytes);
  return { number, at, changes: await allChanges(parts) };
}

async function* partsOf(
  { number }: SnapshotHead,
  lines: AsyncIterable<Buffer>,
  partOf: (value: unknown, line: Buffer) => SnapshotPart,
): AsyncGenerator<SnapshotPart> {
  let count = 0;
  for await (const line of lines) {
    const value = parse(line);
    if (isRecord(value) && Object.hasOwn(value, "end")) {
      if (decode(endShape, value, "snapshot").end === count) return;
      break;
    }
    const part = partOf(value, line);
    count += lengthOf(part);
    yield part;
  }
  throw new StorageError("invalid", `The snapshot at ${number} is not whole`, { position: number });
}

/** Returns a function that decodes one block after the other. */
function blockReader(): (value: unknown, line: Buffer) => SnapshotPart {
  return (value, line) => {
    const block = decode(blockShape, value, "snapshot");
    if (block.kind === "links") return { kind: "links", columns: linkColumnsIn(block) };
    if (block.kind !== "versions") return { kind: "changes", changes: changesIn(block) };
    return { kind: "versions", columns: columnsIn(block), again: new VersionsLine(line, block) };
  };
}

function inList(value: unknown): SnapshotPart {
  return { kind: "changes", changes: decode(changesShape, value, "snapshot") };
}

async function* sorted(parts: AsyncIterable<SnapshotPart>): AsyncGenerator<SnapshotPart> {
  const changes = await allChanges(parts);
  const puts = changes.filter((change) => change.kind === "put").sort((a, b) => a.version.id - b.version.id);
  yield { kind: "changes", changes: puts };
  yield { kind: "changes", changes: changes.filter((change) => change.kind !== "put") };
}

async function allChanges(parts: AsyncIterable<SnapshotPart>): Promise<readonly Change[]> {
  const changes: Change[] = [];
  for await (const part of parts) {
    for (const change of changesOf(part)) changes.push(change);
  }
  return changes;
}

/** The number of changes that a part stands for. */
function lengthOf(part: SnapshotPart): number {
  if (part.kind === "changes") return part.changes.length;
  return part.kind === "links" ? part.columns.source.length : part.columns.id.length;
}

function changesOf(part: SnapshotPart): readonly Change[] {
  if (part.kind === "changes") return part.changes;
  return part.kind === "links" ? linksOf(part.columns) : putsOf(part.columns);
}

function parse(line: Buffer): unknown {
  try {
    return JSON.parse(textOf(line));
  } catch (error) {
    throw new StorageError("invalid", `Invalid snapshot: ${reasonOf(error)}`);
  }
}
