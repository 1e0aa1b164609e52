import { deepEqual, equal } from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { check, type StorageCheck } from "../check.ts";
import { eventually, type Node, withNodes } from "./nodes.ts";

/** Of marks that nodes share, and of leases. They pass at once where the storage has none. */
export const sharedMarkChecks: readonly StorageCheck[] = [
  check("shows every node the same marks", (place) =>
    withNodes(place, 2, async ({ storage: { marks: one } }, { storage: { marks: other } }) => {
      if (one === undefined || other === undefined) return;
      equal(await one.write("a", null, "1"), true);
      equal(await other.read("a"), "1");
      deepEqual(await other.names("a"), ["a"]);
      equal(await other.write("a", null, "2"), false);
      equal(await other.write("a", "1", "2"), true);
      equal(await one.write("a", "1", "3"), false);
      equal(await one.read("a"), "2");
    }),
  ),

  check("loses no step of nodes that count one mark up", (place) =>
    withNodes(place, 3, async (...nodes) => {
      if (nodes[0].storage.marks === undefined) return;
      await Promise.all(nodes.map((node) => countUp(node, 10)));
      equal(await nodes[0].storage.marks.read("count"), "30");
    }),
  ),

  check("gives a lease to one node, which renews it", (place) =>
    withNodes(place, 3, async (...nodes) => {
      if (nodes[0].sharing.lease === undefined) return;
      const held = await Promise.all(nodes.map((node) => lease(node, "a", 60)));
      equal(held.filter((isHeld) => isHeld).length, 1);
      const [holder, ...others] = [...nodes].sort((one, other) => rank(one) - rank(other));
      function rank(node: Node) {
        return held[nodes.indexOf(node)] === true ? 0 : 1;
      }
      for (let times = 0; times < 3; times += 1) {
        equal(await lease(holder, "a", 60), true);
        for (const other of others) equal(await lease(other, "a", 60), false);
      }
      equal(await lease(others[0], "b", 60), true);
      equal(await lease(holder, "b", 60), false);
    }),
  ),

  check("hands a lease on that was given up, or whose holder has closed", (place) =>
    withNodes(place, 3, async (one, other, third) => {
      if (one.sharing.lease === undefined) return;
      equal(await lease(one, "a", 60), true);
      equal(await lease(one, "a", 0), false);
      await eventually(() => lease(other, "a", 60), "a lease that was given up is handed on");
      await other.storage.close();
      await eventually(() => lease(third, "a", 60), "the lease of a node that has closed is handed on");
      equal(await lease(one, "a", 60), false);
    }),
  ),

  check("hands a lease on that was not renewed in time", (place) =>
    withNodes(place, 2, async (one, other) => {
      if (one.sharing.lease === undefined) return;
      equal(await lease(one, "a", 1), true);
      await sleep(200);
      await eventually(() => lease(other, "a", 60), "a lease that was not renewed is handed on");
      equal(await lease(one, "a", 60), false);
    }),
  ),
];

async function countUp({ storage: { marks } }: Node, times: number): Promise<void> {
  for (let counted = 0; counted < times; ) {
    const present = (await marks?.read("count")) ?? null;
    if (await marks?.write("count", present, String(Number(present) + 1))) counted += 1;
  }
}

async function lease(node: Node | undefined, name: string, seconds: number): Promise<boolean> {
  return (await node?.sharing.lease?.(name, seconds)) ?? false;
}
