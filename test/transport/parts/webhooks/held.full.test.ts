import { describe, expect, it, onTestFinished } from "vitest";
import { newFolder } from "../../../support/folder.ts";
import { HAS_NATS } from "../../../support/peers/nats.ts";
import { HAS_POSTGRES } from "../../../support/peers/postgres.ts";
import { startHeld } from "../../../support/storage/held-system.ts";

const WRITES = 200;

describe.each([
  { name: "postgres", isThere: HAS_POSTGRES },
  { name: "jetstream", isThere: HAS_NATS },
  { name: "workers", isThere: true },
] as const)(
  "webhooks and tasks of three processes over $name (skipped where it is not installed)",
  ({ name, isThere }) => {
    it.skipIf(!isThere)(
      "are sent and run by one of them, and by another one when that is killed",
      async () => {
        const system = await startHeld(name, await newFolder());
        onTestFinished(() => system.close());
        const { load } = system;
        load.start({ url: system.url, clients: 6, writes: WRITES });
        await load.written();
        await system.until(() => load.undelivered === 0, "all is delivered");
        const { repeats, changes } = load;
        load.start({ url: system.url, clients: 6, writes: 2 * WRITES });
        await system.killHolder();
        await load.written();
        await system.until(() => load.undelivered === 0, "all is delivered after a kill");
        expect(load.verdict()).toEqual({ undelivered: 0, disordered: 0, changed: 0, ticksTwice: 0, gaps: 0 });
        // Requests that a webhook was sending when it was taken over come again: five at most. A holder that does not get to
        // run loses its lease too.
        expect(load.repeats - repeats).toBeLessThanOrEqual(5 * Math.max(3, load.changes - changes));
        await system.until(() => load.ticks.length > 5, "tasks have run");
      },
      600_000,
    );
  },
);
