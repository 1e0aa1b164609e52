import { setImmediate } from "node:timers";
import type { Change, Engine } from "../../engine/internal.ts";
import type { Content } from "../shapes/content.ts";
import { blockOf, fitTogether } from "./blocks.ts";
import { LOCALES_FORMAT, SCHEMAS_FORMAT, SNAPSHOT_FORMAT, type SnapshotHead } from "./head.ts";
import { textOfVersions } from "./versions-line.ts";

/**
 * Target length of a line in bytes: long enough to be read at full speed, and short enough not to block readers and to
 * keep V8 from placing its text in large-object space.
 */
const LINE = 1 << 16;
/** Changes in the first line of a kind, while their size is unknown. */
const MIN_CHANGES = 16;
const MAX_CHANGES = 2048;

/** Encodes the whole state of an engine, which must not change in the meantime: encode a fork. */
export function encodeSnapshot(engine: Engine): AsyncGenerator<Uint8Array> {
  const { number, state } = engine;
  return encodeChanges({ number, at: state.at, format: formatOf(state) }, wholeOf(engine));
}

/** The fingerprints of content types come first. */
function* wholeOf(engine: Engine): Generator<Change> {
  for (const fingerprint of engine.state.schemas) yield { kind: "schema", fingerprint };
  yield* engine.dump();
}

/** Encodes a state that is not held by an engine. */
export function encodeContent(content: Content, number: number = content.head): AsyncGenerator<Uint8Array> {
  return encodeChanges({ number, at: content.at, format: formatOf(content) }, content.changes());
}

/** The lowest format number that can represent a state. */
export function formatOf({ hasLocales, schemas }: Pick<Content, "hasLocales" | "schemas">): number {
  if (schemas.length > 0) return SCHEMAS_FORMAT;
  return hasLocales ? LOCALES_FORMAT : SNAPSHOT_FORMAT;
}

/**
 * A whole state as JSON lines: a head with format, number and time, then blocks of changes, then the number of changes.
 * The changes are in an order in which they can be applied: versions of one kind by id, links after their documents.
 *
 * The lines are made while they are read, and other work can run between them.
 */
export async function* encodeChanges(
  { number, at, format = SNAPSHOT_FORMAT }: Omit<SnapshotHead, "format"> & Partial<SnapshotHead>,
  changes: Iterable<Change>,
): AsyncGenerator<Uint8Array> {
  yield line(JSON.stringify({ format, number, at } satisfies SnapshotHead));
  let count = 0;
  let most = MIN_CHANGES;
  let group: Change[] = [];
  const block = (): Uint8Array => {
    const block = blockOf(group);
    const bytes = line(block.kind === "versions" ? textOfVersions(block) : JSON.stringify(block));
    count += group.length;
    most = Math.min(MAX_CHANGES, 4 * most, Math.ceil((LINE * group.length) / bytes.byteLength));
    group = [];
    return bytes;
  };
  for (const change of changes) {
    const [first] = group;
    if (first !== undefined && (group.length >= most || !fitTogether(first, change))) {
      yield block();
      await new Promise(setImmediate);
    }
    group.push(change);
  }
  if (group.length > 0) yield block();
  yield line(JSON.stringify({ end: count }));
}

function line(json: string): Uint8Array {
  return Buffer.from(`${json}\n`);
}
