import { AssertionError, deepEqual, equal, ok } from "node:assert/strict";
import type { Turn } from "../../port.ts";
import { check, type StorageCheck } from "../check.ts";
import { appendBy, entriesBy, idsBy, idsFrom, type Node, withNodes } from "./nodes.ts";

/** For a minute in all. */
const TRIES = 12;

/** Of the courtesy among writers. They pass at once where a storage has no turns. */
export const turnChecks: readonly StorageCheck[] = [
  turns("gives one node its turn, and none to another at the same time", async (one, other) => {
    const turn = await turnOf(one, 0);
    equal(await other.sharing.turn?.(0, 20), null);
    await turn.release();
  }),

  turns("gives the next node its turn when one has ended", async (one, other) => {
    await (await turnOf(one, 0)).release();
    const next = await turnOf(other, 0);
    await next.release();
  }),

  turns("gives a turn to a waiting node as soon as it is free", async (one, other) => {
    const turn = await turnOf(one, 0);
    const waiting = other.sharing.turn?.(0, 5_000);
    await turn.append(0, entriesBy(one, 0, 1));
    await turn.release();
    const next = await waiting;
    ok(next);
    deepEqual(behind(next), idsBy(one, 1, 1));
    await next.release();
  }),

  turns("brings with the turn what others have appended", async (one, other) => {
    await appendBy(other, 0, 2);
    await appendBy(other, 2, 3);
    const turn = await turnOf(one, 0);
    deepEqual(behind(turn), idsBy(other, 1, 5));
    deepEqual(await turn.append(5, entriesBy(one, 5, 2)), { kind: "ok", head: 7 });
    await turn.release();
    deepEqual(await idsFrom(other, 1), [...idsBy(other, 1, 5), ...idsBy(one, 6, 7)]);
  }),

  turns("brings nothing with the turn to who has all", async (one) => {
    await appendBy(one, 0, 2);
    const turn = await turnOf(one, 2);
    deepEqual(behind(turn), []);
    await turn.release();
  }),

  turns("does not depend on turns: a node without one may append too", async (one, other) => {
    const turn = await turnOf(one, 0);
    deepEqual(await appendBy(other, 0), { kind: "ok", head: 1 });
    equal((await turn.append(0, entriesBy(one, 0, 1))).kind, "conflict");
    await turn.release();
    deepEqual(await idsFrom(one, 1), idsBy(other, 1, 1));
  }),

  turns("gives turns on after one whose append has failed", async (one, other) => {
    const turn = await turnOf(one, 0);
    equal((await turn.append(3, entriesBy(one, 3, 1))).kind, "conflict");
    await turn.release();
    const next = await turnOf(other, 0);
    deepEqual(await next.append(0, entriesBy(other, 0, 1)), { kind: "ok", head: 1 });
    await next.release();
  }),

  turns("gives a node one turn after the other", async (one) => {
    for (let head = 0; head < 10; head += 1) {
      const turn = await turnOf(one, head);
      deepEqual(await turn.append(head, entriesBy(one, head, 1)), { kind: "ok", head: head + 1 });
      await turn.release();
    }
  }),

  turns("does not keep the turn of a node that is closed", async (one, other) => {
    await turnOf(one, 0);
    await one.storage.close();
    const turn = await turnOf(other, 0);
    await turn.release();
  }),
];

function turns(name: string, run: (one: Node, other: Node) => Promise<void>): StorageCheck {
  return check(name, (place) =>
    withNodes(place, 2, async (one, other) => {
      if (one.sharing.turn !== undefined) await run(one, other);
    }),
  );
}

/** Asks again if it does not come: the request may reach a server that still sends it to a node that has just been closed. */
async function turnOf({ sharing }: Node, after: number): Promise<Turn> {
  for (let tries = 1; tries <= TRIES; tries++) {
    const turn = await sharing.turn?.(after, 5_000);
    if (turn) return turn;
  }
  throw new AssertionError({ message: "a turn that nobody has comes" });
}

function behind(turn: Turn): string[] {
  return [...turn.behind].map(({ commit }) => commit);
}
