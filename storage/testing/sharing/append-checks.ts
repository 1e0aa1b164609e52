import { deepEqual, equal, ok } from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { check, type StorageCheck } from "../check.ts";
import { sampleEntries } from "../sample-history.ts";
import { appendBy, entriesBy, idsBy, idsFrom, type Node, openNode, withNodes } from "./nodes.ts";

/** Of many nodes that append to one log. */
export const sharedAppendChecks: readonly StorageCheck[] = [
  check("shows every node the same log", (place) =>
    withNodes(place, 2, async (one, other) => {
      deepEqual(await appendBy(one, 0, 3), { kind: "ok", head: 3 });
      deepEqual(await idsFrom(other, 1), idsBy(one, 1, 3));
      const third = place.storage();
      const fourth = place.storage();
      const [opened, again] = [await third.open(), await fourth.open()];
      await third.close();
      await fourth.close();
      deepEqual({ logId: again.logId, head: again.head }, { logId: opened.logId, head: 3 });
    }),
  ),

  check("lets one of two appends at a position through, and names the head to the other", (place) =>
    withNodes(place, 2, async (one, other) => {
      const appended = await Promise.all([appendBy(one, 0, 2), appendBy(other, 0, 2)]);
      deepEqual(appended.map(({ kind }) => kind).sort(), ["conflict", "ok"]);
      deepEqual(await appendBy(appended[0]?.kind === "ok" ? other : one, 0), { kind: "conflict", head: 2 });
    }),
  ),

  check("keeps all of the batch that was quicker and nothing of the other, over and over", (place) =>
    withNodes(place, 3, async (...nodes) => {
      const expected: string[] = [];
      for (let round = 0; round < 10; round += 1) {
        const head = expected.length;
        // The node that was slower last continues from the entries that it has read.
        for (const node of nodes) await idsFrom(node, head + 1);
        const sizes = [1, 2, 3];
        const all = await Promise.all(nodes.map((node, at) => appendBy(node, head, sizes[at])));
        const quickest = all.findIndex(({ kind }) => kind === "ok");
        equal(all.filter(({ kind }) => kind === "ok").length, 1, `one of three appends at position ${head + 1}`);
        const winner = nodes[quickest] as Node;
        expected.push(...idsBy(winner, head + 1, head + (sizes[quickest] ?? 0)));
        for (const node of nodes) await idsFrom(node, head + 1);
      }
      for (const node of nodes) deepEqual(await idsFrom(node, 1), expected);
    }),
  ),

  check("recognizes a batch that is sent again", (place) =>
    withNodes(place, 1, async (one) => {
      deepEqual(await appendBy(one, 0, 2), { kind: "ok", head: 2 });
      deepEqual(await appendBy(one, 0, 2), { kind: "ok", head: 2 });
      deepEqual(await idsFrom(one, 1), idsBy(one, 1, 2));
    }),
  ),

  check("finds a batch that is sent again behind what others have appended", (place) =>
    withNodes(place, 2, async (one, other) => {
      await appendBy(one, 0, 2);
      await idsFrom(other, 1);
      await appendBy(other, 2, 3);
      deepEqual(await appendBy(one, 0, 2), { kind: "ok", head: 2 });
      deepEqual(await idsFrom(one, 1), [...idsBy(one, 1, 2), ...idsBy(other, 3, 5)]);
    }),
  ),

  check("counts a batch once that is sent twice at the same time", (place) =>
    withNodes(place, 1, async (one) => {
      const twice = await Promise.all([appendBy(one, 0, 2), appendBy(one, 0, 2)]);
      // One of them may learn that the other has been quicker, but not that the batch is another one's.
      ok(twice.some(({ kind }) => kind === "ok"));
      deepEqual(await appendBy(one, 0, 2), { kind: "ok", head: 2 });
      deepEqual(await idsFrom(one, 1), idsBy(one, 1, 2));
    }),
  ),

  check("answers conflict where another batch stands, and writes nothing", (place) =>
    withNodes(place, 2, async (one, other) => {
      await appendBy(one, 0, 3);
      deepEqual(await appendBy(other, 0, 1), { kind: "conflict", head: 3 });
      deepEqual(await appendBy(other, 0, 5), { kind: "conflict", head: 3 });
      deepEqual(await idsFrom(other, 1), idsBy(one, 1, 3));
    }),
  ),

  check("continues only from entries that the node has read or written", (place) =>
    withNodes(place, 2, async (one, other) => {
      await appendBy(one, 0, 2);
      equal((await appendBy(other, 2)).kind, "conflict");
      deepEqual(await idsFrom(other, 1), idsBy(one, 1, 2));
      deepEqual(await appendBy(other, 2), { kind: "ok", head: 3 });
    }),
  ),

  check("leaves no gap behind a position that no node has reached", (place) =>
    withNodes(place, 2, async (one, other) => {
      await appendBy(one, 0, 1);
      equal((await appendBy(one, 5, 1)).kind, "conflict");
      equal((await appendBy(other, 5, 1)).kind, "conflict");
      deepEqual(await idsFrom(other, 1), idsBy(one, 1, 1));
    }),
  ),

  check("gives every node the entries to the last character", (place) =>
    withNodes(place, 2, async (one, other) => {
      const entries = sampleEntries(0, 24);
      await one.storage.append(0, entries);
      const found = [];
      for await (const group of other.storage.read(1)) found.push(...group);
      deepEqual(found, JSON.parse(JSON.stringify(entries)));
    }),
  ),

  check("keeps what a node has appended that is gone", (place) =>
    withNodes(place, 1, async (one) => {
      const leaving = await openNode(place, "z");
      await appendBy(leaving, 0, 4);
      await leaving.storage.close();
      deepEqual(await idsFrom(one, 1), idsBy(leaving, 1, 4));
      deepEqual(await appendBy(one, 4), { kind: "ok", head: 5 });
    }),
  ),

  check("opens while others append, again and again", (place) =>
    withNodes(place, 1, async (one) => {
      let head = 0;
      let isOver = false;
      const writing = (async () => {
        while (!isOver) {
          deepEqual(await appendBy(one, head, 2), { kind: "ok", head: head + 2 });
          head += 2;
          // Others have their turn also where nothing has to be waited for.
          await sleep(0);
        }
      })();
      try {
        for (let times = 0; times < 8; times += 1) {
          const before = head;
          const storage = place.storage();
          const opened = await storage.open();
          ok(opened.head >= before, `the head of ${before} acknowledged entries is ${opened.head}`);
          const ids = await idsFrom({ ...one, storage }, 1);
          ok(ids.length >= opened.head);
          deepEqual(ids, idsBy(one, 1, ids.length));
          await storage.close();
        }
      } finally {
        isOver = true;
        await writing;
      }
    }),
  ),

  check("has every acknowledged entry of nodes that write against each other once", (place) =>
    withNodes(place, 3, async (...nodes) => {
      const own = await Promise.all(nodes.map((node) => appendOften(node, 10)));
      for (const node of nodes) {
        const ids = await idsFrom(node, 1);
        equal(ids.length, 30);
        for (const acknowledged of own)
          deepEqual(
            ids.filter((id) => acknowledged.includes(id)),
            acknowledged,
          );
      }
    }),
  ),
];

/** Returns the ids of the entries whose append was acknowledged, in order. */
async function appendOften(node: Node, times: number): Promise<string[]> {
  const acknowledged: string[] = [];
  let head = 0;
  while (acknowledged.length < times) {
    for await (const entries of node.storage.read(head + 1)) for (const { position } of entries) head = position;
    const [entry] = entriesBy(node, head, 1);
    ok(entry !== undefined);
    const { kind } = await node.storage.append(head, [entry]);
    if (kind === "ok") acknowledged.push(entry.commit);
  }
  return acknowledged;
}
