import { ok } from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { StorageError } from "../../error.ts";
import type { Appended, Entry, Position, Sharing, Storage } from "../../port.ts";
import type { Place } from "../check.ts";
import { sampleCommit } from "../commits.ts";

/** A storage that says it is shared, open: one node of the log. */
export interface Node {
  readonly name: string;
  readonly storage: Storage;
  readonly sharing: Sharing;
}

/** Runs with so many nodes over one new log, and closes them. */
export async function withNodes(
  place: Place,
  count: number,
  run: (...nodes: readonly [Node, Node, Node]) => Promise<void>,
): Promise<void> {
  const nodes: Node[] = [];
  try {
    for (let at = 0; at < count; at += 1) nodes.push(await openNode(place, "abc".charAt(at)));
    // Checks for fewer nodes take no more arguments.
    await run(...(nodes as [Node, Node, Node]));
  } finally {
    for (const { storage } of nodes) await storage.close();
  }
}

export async function openNode(place: Place, name: string): Promise<Node> {
  const storage = place.storage();
  const { shared } = await storage.open();
  const { sharing } = storage;
  ok(shared && sharing !== undefined, "these checks are for a storage that is shared");
  return { name, storage, sharing };
}

/** The next `count` entries after a position, by a node: their ids are its own. */
export function entriesBy({ name }: Pick<Node, "name">, after: Position, count: number): Entry[] {
  return Array.from({ length: count }, (_, index) => {
    const position = after + 1 + index;
    return { position, commit: `${name}.${position}`, body: sampleCommit(position) };
  });
}

export function appendBy(node: Node, expected: Position, count = 1): Promise<Appended> {
  return node.storage.append(expected, entriesBy(node, expected, count));
}

/** Ids of all entries from a position on, as the node reads them. */
export async function idsFrom({ storage }: Node, from: Position): Promise<string[]> {
  const ids: string[] = [];
  for await (const entries of storage.read(from)) ids.push(...[...entries].map(({ commit }) => commit));
  return ids;
}

/** Ids that `appendBy` gives. */
export function idsBy({ name }: Node, from: Position, to: Position): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `${name}.${from + index}`);
}

/** The entries that a node hears from its log. */
export interface Heard {
  readonly entries: Entry[];
  ended: StorageError | null;
  stop(): Promise<void>;
}

export async function follow({ sharing }: Node, from: Position): Promise<Heard> {
  const entries: Entry[] = [];
  const heard: Heard = { entries, ended: null, stop: async () => {} };
  const unfollow = await sharing.follow(from, {
    entries: (group) => {
      // An entry may come twice.
      const last = entries.at(-1)?.position ?? from;
      for (const entry of group) if (entry.position > last) entries.push(entry);
    },
    ended: (error) => {
      heard.ended = error;
    },
  });
  heard.stop = unfollow;
  return heard;
}

/** Milliseconds until an awaited event counts as missing. */
const EVENT_TIMEOUT = 60_000;

/** Waits until it holds. */
export async function eventually(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const until = Date.now() + EVENT_TIMEOUT; !(await holds()); ) {
    ok(Date.now() < until, `${what} within ${EVENT_TIMEOUT / 1000} s`);
    await sleep(5);
  }
}
