import { expect, it } from "vitest";
import type { Write } from "../../../storage/writing/write.ts";
import { WriteQueue } from "../../../storage/writing/write-queue.ts";
import { fc } from "../../support/fast-check.ts";

/** Longer than clients take to come again, on the busiest machine. */
const LONG = 2000;

interface NamedWrite extends Write {
  readonly name: number;
}

/** A write that calls `answered` once it is answered. */
function namedWrite(name: number, answered: () => void = () => {}): NamedWrite {
  return { name, calledAt: 0, run: () => [], answer: answered, refuse: () => {} };
}

/** A queue whose batches take a turn of the event loop, and the writes of each. */
function queueOf(patience: number, maxBatch = 1000) {
  const batches: number[][] = [];
  const queue = new WriteQueue({
    maxWaiting: 1000,
    maxBatch,
    patience,
    commit: async (waiting) => {
      const writes = waiting.take() as NamedWrite[];
      batches.push(writes.map(({ name }) => name));
      await turn();
      for (const write of writes) write.answer();
    },
  });
  return { queue, batches };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A client that sends one write after the other, some turns of the event loop after each answer. */
async function client(queue: WriteQueue, name: number, writes: number, pause: number): Promise<void> {
  for (let sent = 0; sent < writes; sent += 1) {
    await new Promise<void>((resolve) => queue.add(namedWrite(name, resolve), 0));
    for (let turns = 0; turns < pause; turns += 1) await turn();
  }
}

it("a batch waits for the clients that were just answered", async () => {
  const { queue, batches } = queueOf(LONG);
  const first = client(queue, 1, 2, 3);
  await turn();
  await Promise.all([first, client(queue, 2, 1, 3)]);
  expect(batches).toEqual([[1], [2, 1]]);
});

it("a batch does not wait for clients that do not come again", async () => {
  const { queue, batches } = queueOf(1);
  const [once, again] = [client(queue, 1, 1, 0), client(queue, 2, 3, 0)];
  await Promise.all([once, again]);
  expect(batches).toEqual([[1, 2], [2], [2]]);
});

it("a client alone never waits", async () => {
  const { queue, batches } = queueOf(LONG);
  await client(queue, 1, 5, 2);
  expect(batches).toEqual([[1], [1], [1], [1], [1]]);
});

it("a batch begins when it is full, though more are expected", async () => {
  const { queue, batches } = queueOf(LONG, 2);
  await Promise.all([1, 2, 3, 4].map((name) => client(queue, name, 1, 0)));
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

it("nothing is committed if all that wait for others are refused", async () => {
  const { queue, batches } = queueOf(50);
  await Promise.all([client(queue, 1, 1, 0), client(queue, 2, 1, 0)]);
  queue.add(namedWrite(3), 0);
  await turn();
  await turn();
  queue.refuseAll(new Error("stopped"));
  await queue.idle();
  expect(batches).toEqual([[1, 2]]);
});

it("every write is in one batch, those of a client in order, however clients come and go", async () => {
  const clients = fc.array(fc.record({ writes: fc.integer({ min: 1, max: 5 }), pause: fc.nat(3) }), {
    minLength: 1,
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(
      clients,
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom(0, 1),
      async (all, maxBatch, patience) => {
        const { queue, batches } = queueOf(patience, maxBatch);
        await Promise.all(all.map(({ writes, pause }, name) => client(queue, name, writes, pause)));
        await queue.idle();
        const counts = all.map((_, name) => batches.flat().filter((each) => each === name).length);
        expect(counts).toEqual(all.map(({ writes }) => writes));
        expect(Math.max(...batches.map((batch) => batch.length))).toBeLessThanOrEqual(maxBatch);
        expect(Math.min(...batches.map((batch) => batch.length))).toBeGreaterThan(0);
      },
    ),
  );
});
