import { deepEqual } from "node:assert/strict";
import type { Appended, Entry, Position, Storage } from "../port.ts";
import { loadContent } from "../recovery/load.ts";
import { Content } from "../shapes/content.ts";
import { encodeChanges } from "../snapshot/encode.ts";
import type { Place } from "./check.ts";
import { sampleCommit } from "./commits.ts";

/** A new storage over the place, open. */
export async function opened(place: Place): Promise<Storage> {
  const storage = place.storage();
  await storage.open();
  return storage;
}

/** The next `count` entries of the made-up history. */
export function append(storage: Storage, expected: Position, count: number): Promise<Appended> {
  return storage.append(expected, sampleEntries(expected, count));
}

/** So many entries of it after a position. */
export function sampleEntries(after: Position, count: number): Entry[] {
  return Array.from({ length: count }, (_, index) => {
    const position = after + 1 + index;
    return { position, commit: `check.${position}`, body: sampleCommit(position) };
  });
}

/** Stores the state after so many commits of it. */
export async function storeSnapshot(storage: Storage, at: Position): Promise<void> {
  const content = sampleContent(at);
  await storage.snapshots.store(at, encodeChanges({ number: at, at: content.at }, content.changes()));
}

/** A snapshot whose making breaks in the middle. */
export async function* interrupted(): AsyncGenerator<Uint8Array> {
  for await (const bytes of encodeChanges({ number: 1, at: 1 }, sampleContent(5).changes())) {
    yield bytes;
    throw new Error("interrupted");
  }
}

/** The newest snapshot and the entries after it make the state of the first `head` commits. */
export async function holds(storage: Storage, head: Position): Promise<void> {
  deepEqual(comparable(await loadContent(storage)), comparable(sampleContent(head)));
}

/** The state after so many commits of it. */
export function sampleContent(head: Position): Content {
  const content = new Content("");
  content.apply(sampleEntries(0, head).map(({ body }) => body));
  return content;
}

function comparable(content: Content): unknown {
  const changes = [...content.changes()].map((change) => JSON.stringify(change)).sort();
  return { head: content.head, at: content.at, changes };
}

/** All entries from a position on. */
export async function entriesOf(storage: Storage, from: Position): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const group of storage.read(from)) entries.push(...group);
  return entries;
}
