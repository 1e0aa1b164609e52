import { deepEqual, equal, ok } from "node:assert/strict";
import type { Entry } from "../../port.ts";
import { check, type StorageCheck } from "../check.ts";
import { storeSnapshot } from "../sample-history.ts";
import { appendBy, entriesBy, eventually, follow, idsBy, idsFrom, withNodes } from "./nodes.ts";

/** Checks of following appends, and of knowing the end of the log. */
export const followChecks: readonly StorageCheck[] = [
  check("brings what another node appends, in order and without a gap", (place) =>
    withNodes(place, 2, async (one, other) => {
      const heard = await follow(one, 0);
      for (let head = 0; head < 40; head += 4) await appendBy(other, head, 4);
      await eventually(() => heard.entries.length >= 40, "40 entries of another node come");
      deepEqual(
        heard.entries.map(({ position, commit }) => ({ position, commit })),
        idsBy(other, 1, 40).map((commit, at) => ({ position: at + 1, commit })),
      );
      await heard.stop();
    }),
  ),

  check("brings what comes after a large batch, and reads it", (place) =>
    withNodes(place, 2, async (one, other) => {
      const heard = await follow(one, 0);
      const [entry] = entriesBy(other, 0, 1);
      ok(entry);
      // On a slow machine the answer may come too late to be waited for: the entry is stored all the same.
      const appended = await other.storage.append(0, [enlarged(entry)]);
      if (appended.kind !== "unknown") deepEqual(appended, { kind: "ok", head: 1 });
      await eventually(() => heard.entries.length >= 1, "a large batch comes");
      await appendBy(other, 1, 2);
      await eventually(() => heard.entries.length >= 3, "what comes after it comes");
      deepEqual(await idsFrom(one, 1), idsBy(other, 1, 3));
      await heard.stop();
    }),
  ),

  check("brings a node its own entries, too", (place) =>
    withNodes(place, 1, async (one) => {
      const heard = await follow(one, 0);
      await appendBy(one, 0, 3);
      await eventually(() => heard.entries.length >= 3, "a node's own entries come");
      deepEqual(
        heard.entries.map(({ commit }) => commit),
        idsBy(one, 1, 3),
      );
      await heard.stop();
    }),
  ),

  check("brings what was there already after the position that it is to follow from", (place) =>
    withNodes(place, 2, async (one, other) => {
      await appendBy(other, 0, 2);
      await appendBy(other, 2, 2);
      await idsFrom(one, 1);
      const heard = await follow(one, 2);
      await appendBy(other, 4, 1);
      await eventually(() => heard.entries.length >= 3, "what comes after position 2 comes");
      deepEqual(
        heard.entries.map(({ commit }) => commit),
        idsBy(other, 3, 5),
      );
      await heard.stop();
    }),
  ),

  check("brings all nodes the same when they write in turn", (place) =>
    withNodes(place, 3, async (...nodes) => {
      const all = await Promise.all(nodes.map((node) => follow(node, 0)));
      for (let head = 0; head < 12; head += 1) {
        const node = nodes[head % 3] ?? nodes[0];
        await idsFrom(node, head + 1);
        // The node may have read up to the head a moment ago, and another node's entry with it.
        await eventually(() => all.every(({ entries }) => entries.length >= head), "all nodes come as far");
        deepEqual(await appendBy(node, head), { kind: "ok", head: head + 1 });
      }
      await eventually(() => all.every(({ entries }) => entries.length >= 12), "all nodes have all");
      for (const { entries, stop } of all) {
        deepEqual(
          entries.map(({ body }) => body),
          all[0]?.entries.map(({ body }) => body),
        );
        await stop();
      }
    }),
  ),

  check("brings a batch of many entries whole", (place) =>
    withNodes(place, 2, async (one, other) => {
      const groups: number[] = [];
      const stop = await one.sharing.follow(0, {
        entries: (entries) => groups.push([...entries].length),
        ended: () => {},
      });
      await appendBy(other, 0, 500);
      await eventually(() => groups.reduce((sum, size) => sum + size, 0) >= 500, "500 entries come");
      ok(
        groups.every((size) => size === 500),
        `in groups of ${groups.join(", ")}`,
      );
      await stop();
    }),
  ),

  check("delivers nothing after it was stopped", (place) =>
    withNodes(place, 2, async (one, other) => {
      const heard = await follow(one, 0);
      await appendBy(other, 0);
      await eventually(() => heard.entries.length === 1, "the first entry comes");
      await heard.stop();
      await appendBy(other, 1);
      await one.sharing.barrier();
      await idsFrom(one, 2);
      equal(heard.entries.length, 1);
    }),
  ),

  check("follows again from where it stopped", (place) =>
    withNodes(place, 2, async (one, other) => {
      const first = await follow(one, 0);
      await appendBy(other, 0);
      await eventually(() => first.entries.length === 1, "the first entry comes");
      await first.stop();
      await appendBy(other, 1, 2);
      const again = await follow(one, 1);
      await eventually(() => again.entries.length === 2, "what came meanwhile comes");
      deepEqual(
        again.entries.map(({ position }) => position),
        [2, 3],
      );
      await again.stop();
    }),
  ),

  check("misses nothing that is trimmed while it follows", (place) =>
    withNodes(place, 2, async (one, other) => {
      const heard = await follow(one, 0);
      for (let head = 0; head < 30; head += 10) {
        await appendBy(other, head, 10);
        await eventually(() => heard.entries.length >= head + 10, "ten more entries come");
        await storeSnapshot(other.storage, head + 10);
        await other.storage.trim(head + 10);
      }
      equal(heard.ended, null);
      deepEqual(
        heard.entries.map(({ commit }) => commit),
        idsBy(other, 1, 30),
      );
      await heard.stop();
    }),
  ),

  check("knows the head of an empty log", (place) =>
    withNodes(place, 1, async (one) => equal(await one.sharing.barrier(), 0)),
  ),

  check("knows by a barrier all that was acknowledged to others before", (place) =>
    withNodes(place, 2, async (one, other) => {
      for (let head = 0; head < 20; head += 1) {
        await appendBy(other, head);
        ok((await one.sharing.barrier()) >= head + 1);
      }
    }),
  ),

  check("passes no barrier that is beyond what can be read", (place) =>
    withNodes(place, 2, async (one, other) => {
      await appendBy(other, 0, 7);
      const head = await one.sharing.barrier();
      equal((await idsFrom(one, 1)).length, head);
    }),
  ),
];

/** More than a storage may read at once. */
const LARGE_TEXT = 6 << 20;

function enlarged(entry: Entry): Entry {
  const changes = entry.body.changes.map((change) => {
    if (change.kind !== "put") return change;
    const values = { ...change.version.values, text: "x".repeat(LARGE_TEXT) };
    return { ...change, version: { ...change.version, values } };
  });
  return { ...entry, body: { ...entry.body, changes } };
}
