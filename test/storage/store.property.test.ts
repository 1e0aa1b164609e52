import { expect, it } from "vitest";
import { type Entry, Store } from "../../storage/internal.ts";
import { addBook, countingEnv, emptyLibrary, titles } from "../support/content/library.ts";
import { fc } from "../support/fast-check.ts";
import { FaultyStorage } from "../support/storage/faulty-storage.ts";

const step = fc.record({
  /** Writes called before the append under way ends: a number each, null for one that is refused. */
  writes: fc.array(fc.option(fc.nat(), { nil: null }), { maxLength: 4 }),
  end: fc.constantFrom("ok", "ok", "ok", "failed", "failed", "unknown" as const),
});

it("no reader sees, and no caller is answered for, a write whose batch failed", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const storage = new FaultyStorage();
      const store = await Store.open({ engine: emptyLibrary(), storage, env: countingEnv(), report: () => {} });
      const seen = new Set<string>();
      const told = new Set<string>();
      const durable = new Set<string>();
      const look = () => {
        for (const title of titles(store.engine)) seen.add(title);
      };
      store.onCommit(look);

      const outcomes: Promise<void>[] = [];
      let called = 0;
      const call = (refused: boolean) => {
        called += 1;
        const title = `book ${called}`;
        const work = store.write(
          (transaction) => {
            look();
            addBook(transaction, title);
            if (refused) throw new Error("refused");
            return title;
          },
          (text) => {
            look();
            return text;
          },
        );
        outcomes.push(
          work.then(
            (text) => void told.add(text),
            () => look(),
          ),
        );
      };

      for (const { writes, end } of steps) {
        for (const write of writes) call(write === null);
        await new Promise(setImmediate);
        look();
        const batch = storage.underWay();
        if (batch === null) continue;
        if (end === "ok") for (const title of titlesOf(batch)) durable.add(title);
        await storage.end(end);
        await new Promise(setImmediate);
        look();
      }
      for (let batch = storage.underWay(); batch !== null; batch = storage.underWay()) {
        for (const title of titlesOf(batch)) durable.add(title);
        await storage.end("ok");
        await new Promise(setImmediate);
      }
      await Promise.all(outcomes);
      look();
      expect([...seen].sort()).toEqual([...durable].sort());
      expect([...told].sort()).toEqual([...durable].sort());
    }),
    { numRuns: 200 },
  );
});

function titlesOf(batch: readonly Entry[]): string[] {
  const changes = batch.flatMap(({ body }) => body.changes);
  return changes.flatMap((change) => (change.kind === "put" ? String(change.version.values.title) : []));
}
