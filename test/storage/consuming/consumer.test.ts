import { expect, it } from "vitest";
import { Consumer } from "../../../storage/consuming/consumer.ts";
import { RecentCommits } from "../../../storage/consuming/recent-commits.ts";
import { MemoryStorage } from "../../../storage/internal.ts";

it("hears of commits until it ends, and says when it has handled all of them", async () => {
  const listeners = new Set<() => void>();
  const storage = new MemoryStorage();
  const { logId } = await storage.open();
  const consumer = new Consumer(
    { name: "search", from: "now", handle: async () => false, sleep: async () => {} },
    {
      engine: { number: 0 },
      storage,
      marks: storage.marks,
      logId,
      recent: new RecentCommits(),
      report: () => {},
      onCommit: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  );
  await consumer.start();
  await consumer.idle();
  expect([consumer.isIdle, listeners.size]).toEqual([true, 1]);
  for (const listener of listeners) listener();
  expect(consumer.isIdle).toBe(false);
  await consumer.idle();
  await consumer.end();
  expect(listeners.size).toBe(0);
  await consumer.idle();
});
