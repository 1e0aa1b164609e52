import { deepEqual, ok } from "node:assert/strict";
import { check, type StorageCheck } from "./check.ts";
import { append, holds, interrupted, opened, storeSnapshot } from "./sample-history.ts";

/** Of snapshots beside the entries, and what may be forgotten when they are stored. */
export const snapshotChecks: readonly StorageCheck[] = [
  check("gives back a snapshot that was stored", async (place) => {
    const storage = await opened(place);
    await append(storage, 0, 20);
    await storeSnapshot(storage, 20);
    await append(storage, 20, 5);
    ok(((await storage.snapshots.newest())?.at ?? 0) >= 20);
    await holds(storage, 25);
    await storage.close();
  }),

  check("takes appends while a snapshot is stored", async (place) => {
    const storage = await opened(place);
    await append(storage, 0, 10);
    const stored = storeSnapshot(storage, 10);
    for (let head = 10; head < 30; head += 1) deepEqual(await append(storage, head, 1), { kind: "ok", head: head + 1 });
    await stored;
    await holds(storage, 30);
    await storage.close();
  }),

  check("shows a snapshot only when it is whole", async (place) => {
    const storage = await opened(place);
    await append(storage, 0, 10);
    await storeSnapshot(storage, 10);
    await append(storage, 10, 10);
    await storage.snapshots.store(20, interrupted()).catch(() => {});
    await holds(storage, 20);
    await storage.close();
  }),

  check("keeps the entries since the second newest snapshot whatever is trimmed", async (place) => {
    const storage = await opened(place);
    await append(storage, 0, 10);
    await storage.trim(10);
    await holds(storage, 10);
    await storeSnapshot(storage, 10);
    await append(storage, 10, 10);
    await storeSnapshot(storage, 20);
    await append(storage, 20, 10);
    await storage.trim(30);
    await holds(storage, 30);
    await storage.close();
  }),
];
