import { describe, expect, it } from "vitest";
import { MemoryStorage } from "../../../../storage/internal.ts";
import { sampleCommit } from "../../../../storage/testing/commits.ts";
import { storageSuite } from "../../../conformance/storage.suite.ts";

storageSuite("MemoryStorage", async () => {
  return { storage: () => new MemoryStorage() };
});

describe("MemoryStorage", () => {
  it("forgets old entries, so that it does not grow for ever", async () => {
    const storage = new MemoryStorage({ keep: 10 });
    await storage.open();
    for (let head = 0; head < 100; head += 1) {
      await storage.append(head, [{ position: head + 1, commit: `${head}`, body: sampleCommit(head + 1) }]);
    }
    const { value: entries = [] } = await storage.read(1).next();
    expect(entries.at(-1)?.position).toBe(100);
    expect(entries.length).toBeLessThanOrEqual(20);
  });
});
