import { ok } from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { Position } from "../../port.ts";
import { storeSnapshot } from "../sample-history.ts";
import { appendBy, eventually, follow, type Node } from "./nodes.ts";

/** Timeout for the report of a node's position in milliseconds. */
const REPORT_TIMEOUT = 3000;

/**
 * Entries 1 to 20 are in two snapshots, and the first ten are forgotten, since both nodes have read all 25; false where the
 * storage keeps them.
 */
export async function forget(one: Node, other: Node): Promise<boolean> {
  await twoSnapshots(one);
  await readThrough(other, 0, 25);
  for (const until = Date.now() + REPORT_TIMEOUT; Date.now() < until; await sleep(20)) {
    await one.storage.trim(10);
    if (await hasForgotten(one)) return true;
  }
  return false;
}

/** Appends 25 entries after a position; two snapshots contain the first twenty. The node has read all. */
export async function twoSnapshots(node: Node, after: Position = 0): Promise<void> {
  for (let head = after; head < after + 20; head += 10) {
    await appendBy(node, head, 10);
    await storeSnapshot(node.storage, head + 10);
  }
  await appendBy(node, after + 20, 5);
  await readThrough(node, after + 20, after + 25);
}

/** Whether the first entry can no longer be read. */
export async function hasForgotten({ storage }: Node): Promise<boolean> {
  const positions: Position[] = [];
  try {
    for await (const entries of storage.read(1)) for (const { position } of entries) positions.push(position);
  } catch {
    return true;
  }
  ok(
    positions.every((position, at) => position === at + 1),
    "what is kept is whole",
  );
  return false;
}

async function readThrough(node: Node, from: Position, to: Position): Promise<void> {
  const heard = await follow(node, from);
  await eventually(() => heard.entries.at(-1)?.position === to, `entries up to ${to} come`);
  await heard.stop();
}
