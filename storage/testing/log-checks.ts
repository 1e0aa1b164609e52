import { deepEqual, ok } from "node:assert/strict";
import type { Change, Commit } from "../../engine/internal.ts";
import { loadContent } from "../recovery/load.ts";
import { check, type StorageCheck } from "./check.ts";
import { append, entriesOf, holds, opened, sampleEntries } from "./sample-history.ts";

/** Of a list of entries that only grows. */
export const logChecks: readonly StorageCheck[] = [
  check("appends a batch and moves the head by its length", async (place) => {
    const storage = await opened(place);
    deepEqual(await append(storage, 0, 1), { kind: "ok", head: 1 });
    deepEqual(await append(storage, 1, 100), { kind: "ok", head: 101 });
    await holds(storage, 101);
    await storage.close();
  }),

  check("takes an empty batch for nothing", async (place) => {
    const storage = await opened(place);
    deepEqual(await append(storage, 0, 0), { kind: "ok", head: 0 });
    await holds(storage, 0);
    await storage.close();
  }),

  check("refuses a batch for another position and writes nothing", async (place) => {
    const storage = await opened(place);
    await append(storage, 0, 3);
    deepEqual(await append(storage, 2, 1), { kind: "conflict", head: 3 });
    deepEqual(await append(storage, 4, 1), { kind: "conflict", head: 3 });
    await holds(storage, 3);
    deepEqual(await append(storage, 3, 1), { kind: "ok", head: 4 });
    await holds(storage, 4);
    await storage.close();
  }),

  check("reads from a position on, in order and without a gap", async (place) => {
    const storage = await opened(place);
    for (let head = 0; head < 40; head += 8) await append(storage, head, 8);
    const all = await entriesOf(storage, 1);
    for (const from of [1, 7, 8, 9, 40, 41, 99]) {
      deepEqual(
        await entriesOf(storage, from),
        all.filter(({ position }) => position >= from),
      );
    }
    await holds(storage, 40);
    await storage.close();
  }),

  check("keeps position, commit id and body of an entry", async (place) => {
    const storage = await opened(place);
    await append(storage, 0, 12);
    const first = (await storage.snapshots.newest())?.at ?? 0;
    deepEqual(await entriesOf(storage, first + 1), sampleEntries(first, 12 - first));
    await storage.close();
  }),

  check("takes an entry of a megabyte", async (place) => {
    const storage = await opened(place);
    const [entry] = sampleEntries(0, 1);
    const sequence: Change = { kind: "sequence", of: "x".repeat(1_000_000), last: 1 };
    ok(entry !== undefined);
    const large = { ...entry, body: { ...entry.body, changes: [sequence] } };
    deepEqual(await storage.append(0, [large]), { kind: "ok", head: 1 });
    deepEqual([...(await loadContent(storage)).sequences], [[sequence.of, 1]]);
    await storage.close();
  }),

  check("tells at less cost what the entries tell, where it can", async (place) => {
    const storage = await opened(place);
    await append(storage, 0, 100);
    const first = (await storage.snapshots.newest())?.at ?? 0;
    for await (const entries of storage.read(first + 1)) {
      const bodies = [...entries].map(({ body }) => body);
      for (let times = 0; times < 2; times += 1) deepEqual((entries.scan?.() ?? bodies).map(withPlainVersions), bodies);
    }
    await storage.close();
  }),
];

/** The same with each version as plain data, regardless of its representation. */
function withPlainVersions(commit: Commit): Commit {
  const changes = commit.changes.map((change): Change => {
    if (change.kind !== "put") return change;
    const { id, documentId, createdAt, updatedAt, publishedAt, values } = change.version;
    return { ...change, version: { id, documentId, createdAt, updatedAt, publishedAt, values } };
  });
  return { ...commit, changes };
}
