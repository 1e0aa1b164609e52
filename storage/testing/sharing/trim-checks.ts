import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { StorageError } from "../../error.ts";
import type { Storage } from "../../port.ts";
import { loadContent } from "../../recovery/load.ts";
import type { Content } from "../../shapes/content.ts";
import { NODE_LAPSE } from "../../sharing/lapses.ts";
import { check, type StorageCheck } from "../check.ts";
import { holds, storeSnapshot } from "../sample-history.ts";
import { forget, hasForgotten, twoSnapshots } from "./forget-checks.ts";
import { appendBy, eventually, follow, idsBy, idsFrom, openNode, withNodes } from "./nodes.ts";

/** Checks of trimming a shared log, and of nodes that have not read the trimmed entries. */
export const trimChecks: readonly StorageCheck[] = [
  check("reports requested entries that are trimmed", (place) =>
    withNodes(place, 2, async (one, other) => {
      if (!(await forget(one, other))) return;
      await rejects(idsFrom(other, 1), { code: "trimmed" });
      await holds(other.storage, 25);
    }),
  ),

  check("stops a follower that has missed trimmed entries", (place) =>
    withNodes(place, 2, async (one, other) => {
      if (!(await forget(one, other))) return;
      const heard = await follow(other, 0);
      await eventually(() => heard.ended !== null, "following what is forgotten ends");
      equal(heard.ended?.code, "trimmed");
      deepEqual(heard.entries, []);
    }),
  ),

  check("continues from a snapshot whose entries are trimmed", (place) =>
    withNodes(place, 2, async (one, other) => {
      if (!(await forget(one, other))) return;
      equal((await other.storage.snapshots.newest())?.at, 20);
      deepEqual(await idsFrom(other, 21), idsBy(one, 21, 25));
      deepEqual(await appendBy(other, 25), { kind: "ok", head: 26 });
    }),
  ),

  check("forgets nothing that a node which opens has yet to read", (place) =>
    withNodes(place, 2, async (one, late) => {
      equal(await late.storage.snapshots.newest(), null);
      await twoSnapshots(one);
      await one.storage.trim(20);
      equal(await hasForgotten(one), false);
      deepEqual(await idsFrom(late, 1), idsBy(one, 1, 25));
    }),
  ),

  check("forgets nothing that comes after the snapshot which a node reads", (place) =>
    withNodes(place, 2, async (one, late) => {
      await appendBy(one, 0, 5);
      await storeSnapshot(one.storage, 5);
      equal((await late.storage.snapshots.newest())?.at, 5);
      await twoSnapshots(one, 5);
      await one.storage.trim(25);
      deepEqual(await idsFrom(late, 6), idsBy(one, 6, 30));
    }),
  ),

  check("waits for no node that has taken leave", (place) =>
    withNodes(place, 1, async (one) => {
      const late = await openNode(place, "z");
      await late.storage.snapshots.newest();
      await late.storage.close();
      await twoSnapshots(one);
      await one.storage.trim(20);
      await holds(one.storage, 25);
      // Which others wait for it is for the storage to say: this one has read all.
      if (await hasForgotten(one)) await rejects(idsFrom(one, 1), { code: "trimmed" });
    }),
  ),

  check("waits a minute, and no longer, for a node that is gone", (place) =>
    withNodes(place, 2, async (one, gone) => {
      if (place.age === undefined) return;
      await gone.storage.snapshots.newest();
      await twoSnapshots(one);
      await place.age(NODE_LAPSE - 30_000);
      await one.storage.trim(20);
      equal(await hasForgotten(one), false);
      // The node lives, after all, and may say so at any moment.
      for (let tries = 0; tries < 20 && !(await hasForgotten(one)); tries += 1) {
        await place.age(NODE_LAPSE + 30_000);
        await one.storage.trim(20);
      }
      ok(await hasForgotten(one), "what a node that is gone has yet to read is forgotten");
      await rejects(idsFrom(gone, 1), { code: "trimmed" });
      equal((await gone.storage.snapshots.newest())?.at, 20);
      deepEqual(await idsFrom(gone, 21), idsBy(one, 21, 25));
    }),
  ),

  check("gives a snapshot whole, or says that it is forgotten", (place) =>
    withNodes(place, 2, async (one, other) => {
      await appendBy(one, 0, 5);
      await storeSnapshot(one.storage, 5);
      const begun = await other.storage.snapshots.newest();
      ok(begun);
      await twoSnapshots(one, 5);
      const all = async () => {
        for await (const bytes of begun.bytes) ok(bytes.length > 0);
      };
      await all().catch(({ code }: { code: string }) => equal(code, "trimmed"));
      await holds(other.storage, 30);
    }),
  ),

  check("opens while others write, store snapshots and trim", (place) =>
    withNodes(place, 1, async (one) => {
      const heard = await follow(one, 0);
      let isOver = false;
      let head = 0;
      const load = async () => {
        while (!isOver) {
          await appendBy(one, head, 3);
          head += 3;
          if (head % 12 !== 0) continue;
          await storeSnapshot(one.storage, head);
          await one.storage.trim(head);
        }
      };
      const open = async () => {
        for (let round = 0; round < 8 && !isOver; round += 1) {
          const before = head;
          const node = await openNode(place, "z");
          const content = await loadOnceMore(node.storage);
          ok(content.head >= before, `a node opens at ${before} at least, not at ${content.head}`);
          await node.storage.close();
          await sleep(1);
        }
      };
      const end = () => {
        isOver = true;
      };
      await Promise.all([load().finally(end), open().finally(end)]);
      await heard.stop();
      await holds(one.storage, head);
    }),
  ),
];

/** Attempts at loading. A store makes as many. */
const MAX_ATTEMPTS = 5;

/** Loads the content, again from the start where the log forgets entries meanwhile. */
async function loadOnceMore(storage: Storage): Promise<Content> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await loadContent(storage);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !(error instanceof StorageError) || error.code !== "trimmed") throw error;
    }
  }
}
