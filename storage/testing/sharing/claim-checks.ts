import { deepEqual, equal, ok } from "node:assert/strict";
import type { Position } from "../../port.ts";
import { CLAIM_LAPSE } from "../../sharing/lapses.ts";
import { check, type Place, type StorageCheck } from "../check.ts";
import { holds, storeSnapshot } from "../sample-history.ts";
import { appendBy, idsFrom, type Node, withNodes } from "./nodes.ts";

/** Of who stores the snapshots of a log that nodes share. They pass at once where `due` says so to one node at a time. */
export const claimChecks: readonly StorageCheck[] = [
  claiming("lets one of many nodes claim a snapshot", async (nodes) => {
    const claimed = await Promise.all(nodes.map((node) => claim(node, 10)));
    deepEqual(
      claimed.filter((isClaimed) => isClaimed),
      [true],
    );
  }),

  claiming("lets no node claim a stored snapshot, and any node the next one", async ([one, other]) => {
    ok(await claim(one, 10));
    await storeSnapshot(one.storage, 10);
    equal(await claim(other, 10), false);
    await appendBy(one, 10, 5);
    await idsFrom(other, 11);
    ok(await claim(other, 15));
    await storeSnapshot(other.storage, 15);
    await holds(one.storage, 15);
  }),

  claiming("lets another node claim a snapshot that could not be stored", async ([one, other]) => {
    ok(await claim(one, 10));
    await one.storage.snapshots.store(10, failing([])).catch(() => {});
    ok(await claim(other, 10));
  }),

  aging("hands a claim on that was not renewed for five minutes", async ([one, other], age) => {
    ok(await claim(one, 10));
    await age(CLAIM_LAPSE - 30_000);
    equal(await claim(other, 10), false);
    await age(60_000);
    ok(await claim(other, 10));
  }),

  aging("renews a claim with each part that is stored", async ([one, other], age) => {
    ok(await claim(one, 10));
    const isTaken: boolean[] = [];
    const look = async () => {
      await age(CLAIM_LAPSE - 60_000);
      isTaken.push(await claim(other, 10));
    };
    await one.storage.snapshots.store(10, failing([look, look, look])).catch(() => {});
    deepEqual(isTaken, [false, false, false]);
  }),

  aging("stores nothing for a node whose claim was handed on", async ([one, other], age) => {
    ok(await claim(one, 10));
    const handOn = async () => {
      await age(CLAIM_LAPSE + 60_000);
      ok(await claim(other, 10));
    };
    await one.storage.snapshots.store(10, failing([handOn, async () => {}])).catch(() => {});
    await storeSnapshot(other.storage, 10);
    equal((await one.storage.snapshots.newest())?.at, 10);
    await holds(one.storage, 10);
  }),
];

const PART = Buffer.alloc(2 << 20, "x");

/** Bytes that break off behind some large parts; something happens after each part. */
async function* failing(between: readonly (() => Promise<void>)[]): AsyncGenerator<Uint8Array> {
  for (const happen of between) {
    yield PART;
    await happen();
  }
  throw new Error("interrupted");
}

async function claim({ sharing }: Node, at: Position): Promise<boolean> {
  return (await sharing.claimSnapshot?.(at)) ?? false;
}

/** With three nodes that have the same ten entries. */
function claiming(
  name: string,
  run: (nodes: readonly [Node, Node, Node], place: Place) => Promise<void>,
): StorageCheck {
  return check(name, (place) =>
    withNodes(place, 3, async (...nodes) => {
      if (nodes[0].sharing.claimSnapshot === undefined) return;
      await appendBy(nodes[0], 0, 10);
      for (const node of nodes) await idsFrom(node, 1);
      await run(nodes, place);
    }),
  );
}

/** A check that passes at once where the place cannot make what nodes said older. */
function aging(
  name: string,
  run: (nodes: readonly [Node, Node, Node], age: NonNullable<Place["age"]>) => Promise<void>,
): StorageCheck {
  return claiming(name, async (nodes, place) => {
    if (place.age !== undefined) await run(nodes, (milliseconds) => Promise.resolve(place.age?.(milliseconds)));
  });
}
