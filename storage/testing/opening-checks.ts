import { deepEqual, equal, notEqual, ok, rejects } from "node:assert/strict";
import { check, durableCheck, type StorageCheck } from "./check.ts";
import { append, entriesOf, holds, interrupted, opened, storeSnapshot } from "./sample-history.ts";

/** Of opening, closing, and what lasts from one to the other. */
export const openingChecks: readonly StorageCheck[] = [
  check("opens empty", async (place) => {
    const storage = place.storage();
    const { logId, head, oldest } = await storage.open();
    notEqual(logId, "");
    deepEqual({ head, oldest }, { head: 0, oldest: 0 });
    equal(await storage.snapshots.newest(), null);
    deepEqual(await entriesOf(storage, 1), []);
    await storage.close();
  }),

  check("has what nodes need of a shared log exactly where it says that it is shared", async (place) => {
    const storage = place.storage();
    const { shared } = await storage.open();
    equal(storage.sharing !== undefined, shared);
    await storage.close();
  }),

  durableCheck("keeps everything that was acknowledged when it is opened again", async (place) => {
    const storage = place.storage();
    const { logId } = await storage.open();
    await append(storage, 0, 30);
    await storage.close();
    for (const head of [30, 31, 32]) {
      const again = place.storage();
      const opened = await again.open();
      deepEqual({ logId: opened.logId, head: opened.head }, { logId, head });
      await holds(again, head);
      deepEqual(await append(again, head, 1), { kind: "ok", head: head + 1 });
      await again.close();
    }
  }),

  durableCheck("opens from a snapshot and what came after it", async (place) => {
    const storage = await opened(place);
    await append(storage, 0, 10);
    await storeSnapshot(storage, 10);
    await append(storage, 10, 10);
    await storeSnapshot(storage, 20);
    await storage.trim(10);
    await append(storage, 20, 3);
    await storage.close();
    const again = await opened(place);
    ok(((await again.snapshots.newest())?.at ?? 0) >= 20);
    await holds(again, 23);
    await again.close();
  }),

  durableCheck("opens after a snapshot that was never finished", async (place) => {
    const storage = await opened(place);
    await append(storage, 0, 10);
    await storage.snapshots.store(10, interrupted()).catch(() => {});
    await storage.close();
    const again = await opened(place);
    await holds(again, 10);
    await again.close();
  }),

  durableCheck("lets only one storage at a time into a place that is not shared", async (place) => {
    const storage = place.storage();
    const { shared } = await storage.open();
    if (!shared) {
      await rejects(place.storage().open(), { code: "locked" });
      await append(storage, 0, 1);
      await holds(storage, 1);
    }
    await storage.close();
    const next = await opened(place);
    await next.close();
  }),

  check("rejects every use while it is not open", async (place) => {
    const storage = place.storage();
    await rejects(append(storage, 0, 1));
    await storage.open();
    await storage.close();
    await rejects(append(storage, 0, 1));
    await rejects(storage.snapshots.newest());
    await rejects(entriesOf(storage, 1));
  }),

  check("can be closed twice and when it was never opened", async (place) => {
    const storage = place.storage();
    await storage.close();
    await storage.open();
    await storage.close();
    await storage.close();
    ok(true);
  }),
];
