import { deepEqual, equal, notEqual, rejects } from "node:assert/strict";
import { check, type Place, type StorageCheck } from "../check.ts";
import { holds, storeSnapshot } from "../sample-history.ts";
import { appendBy, entriesBy, eventually, follow, idsBy, idsFrom, type Node, withNodes } from "./nodes.ts";

/** Checks of shared snapshots, and of a log that has lost entries that it had reported as durable. */
export const lossChecks: readonly StorageCheck[] = [
  check("shows every node the snapshot of one", (place) =>
    withNodes(place, 2, async (one, other) => {
      await appendBy(one, 0, 10);
      await storeSnapshot(one.storage, 10);
      await appendBy(one, 10, 2);
      equal((await other.storage.snapshots.newest())?.at, 10);
      await holds(other.storage, 12);
    }),
  ),

  check("keeps the newest of the snapshots that nodes store", (place) =>
    withNodes(place, 2, async (one, other) => {
      await appendBy(one, 0, 5);
      await appendBy(one, 5, 5);
      await idsFrom(other, 1);
      await storeSnapshot(one.storage, 10);
      await storeSnapshot(other.storage, 5).catch(() => {});
      equal((await other.storage.snapshots.newest())?.at, 10);
      await holds(other.storage, 10);
    }),
  ),

  check("has a whole snapshot when nodes store one at the same time", (place) =>
    withNodes(place, 3, async (...nodes) => {
      await appendBy(nodes[0], 0, 20);
      for (const node of nodes) await idsFrom(node, 1);
      await Promise.all(nodes.map(({ storage }) => storeSnapshot(storage, 20).catch(() => {})));
      for (const { storage } of nodes) await holds(storage, 20);
    }),
  ),

  losing("notices on reading that what was read is lost", async (one, other, lose) => {
    await lost(one, other, lose);
    await rejects(idsFrom(one, 5), { code: "diverged" });
  }),

  losing("notices on reading again, from before it, that what was read is lost", async (one, other, lose) => {
    await lost(one, other, lose);
    await rejects(idsFrom(one, 2), { code: "diverged" });
    await rejects(idsFrom(one, 5), { code: "diverged" });
    equal((await appendBy(one, 4)).kind, "conflict");
  }),

  losing("notices on reading that the log has become shorter", async (one, _, lose) => {
    await appendBy(one, 0, 2);
    await appendBy(one, 2, 2);
    await lose(2);
    await rejects(idsFrom(one, 5), { code: "diverged" });
  }),

  losing("passes no barrier of a log that has lost what was read", async (one, other, lose) => {
    await appendBy(one, 0, 2);
    await idsFrom(other, 1);
    await appendBy(one, 2, 2);
    await lose(2);
    await rejects(one.sharing.barrier(), { code: "diverged" });
    await appendBy(other, 2, 2);
    await rejects(one.sharing.barrier(), { code: "diverged" });
    equal(await other.sharing.barrier(), 4);
  }),

  losing("notices while it follows that what came is lost", async (one, other, lose) => {
    const heard = await follow(one, 0);
    await appendBy(one, 0, 2);
    await appendBy(one, 2, 2);
    await eventually(() => heard.entries.length === 4, "four entries come");
    await lose(2);
    await idsFrom(other, 1);
    await appendBy(other, 2, 3);
    await eventually(() => heard.ended !== null, "following a log that is another one ends");
    equal(heard.ended?.code, "diverged");
    equal(heard.entries.length, 4);
  }),

  losing("ends following when what was read aside from it is lost", async (one, other, lose) => {
    await appendBy(other, 0, 2);
    const heard = await follow(one, 0);
    await idsFrom(one, 1);
    await appendBy(one, 2, 2);
    await lose(2);
    // The follower hears of it by looking again, without another entry.
    await eventually(() => heard.ended !== null, "following a log that has become shorter ends");
    equal(heard.ended?.code, "diverged");
  }),

  losing("appends nothing on top of lost entries", async (one, other, lose) => {
    await lost(one, other, lose);
    equal((await appendBy(one, 4)).kind, "conflict");
    deepEqual(await idsFrom(other, 1), [...idsBy(one, 1, 2), ...idsBy(other, 3, 4)]);
  }),

  losing("does not append again in a turn on top of lost entries", async (one, other, lose) => {
    await lost(one, other, lose);
    const turn = await one.sharing.turn?.(4, 1_000).catch(({ code }: { code: string }) => equal(code, "diverged"));
    if (turn) notEqual((await turn.append(4, entriesBy(one, 4, 1))).kind, "ok");
    await turn?.release();
    deepEqual(await idsFrom(other, 1), [...idsBy(one, 1, 2), ...idsBy(other, 3, 4)]);
  }),

  losing("lets a node that has read lost entries start again", async (one, other, lose) => {
    await lost(one, other, lose);
    equal(await one.storage.snapshots.newest(), null);
    deepEqual(await idsFrom(one, 1), [...idsBy(one, 1, 2), ...idsBy(other, 3, 4)]);
    const heard = await follow(one, 4);
    deepEqual(await appendBy(one, 4), { kind: "ok", head: 5 });
    await eventually(() => heard.entries.length === 1, "what comes then comes");
    await heard.stop();
  }),

  losing("lets a node start again from a snapshot", async (one, other, lose) => {
    await appendBy(one, 0, 10);
    await idsFrom(other, 1);
    await storeSnapshot(other.storage, 10);
    await appendBy(one, 10, 5);
    await lose(10);
    await appendBy(other, 10, 5);
    equal((await one.storage.snapshots.newest())?.at, 10);
    deepEqual(await idsFrom(one, 11), idsBy(other, 11, 15));
    deepEqual(await appendBy(one, 15), { kind: "ok", head: 16 });
  }),

  losing("keeps no snapshot of a state that is lost", async (one, other, lose) => {
    await lost(one, other, lose);
    await storeSnapshot(one.storage, 4).catch(() => {});
    equal(await other.storage.snapshots.newest(), null);
  }),
];

/**
 * Both nodes have entries 1 and 2 of `one`; the log loses 3 and 4, which only `one` has read, and `other` appends its
 * own.
 */
async function lost(one: Node, other: Node, lose: (after: number) => Promise<void>): Promise<void> {
  await appendBy(one, 0, 2);
  await idsFrom(other, 1);
  await appendBy(one, 2, 2);
  await lose(2);
  deepEqual(await appendBy(other, 2, 2), { kind: "ok", head: 4 });
}

/** A check that passes at once where the place can lose nothing. */
function losing(
  name: string,
  run: (one: Node, other: Node, lose: NonNullable<Place["lose"]>) => Promise<void>,
): StorageCheck {
  return check(name, (place) =>
    withNodes(place, 2, async (one, other) => {
      if (place.lose !== undefined) await run(one, other, (after) => Promise.resolve(place.lose?.(after)));
    }),
  );
}
