import { expect, it } from "vitest";
import { LogCursor } from "../../../storage/consuming/log-cursor.ts";
import { RecentCommits } from "../../../storage/consuming/recent-commits.ts";
import type { Storage } from "../../../storage/internal.ts";

/** A cursor at position 8 of a log that ends at `end`, at a node that has applied up to 5. */
function cursorAt8(end: number): LogCursor {
  const storage = { sharing: { barrier: async () => end } } as unknown as Storage;
  return new LogCursor({ engine: { number: 5 }, storage, recent: new RecentCommits() }, 8);
}

it("waits for commits that another node has read, and this one has yet to apply", async () => {
  for (const end of [8, 20]) {
    const cursor = cursorAt8(end);
    expect(await cursor.next(100)).toEqual({ kind: "commits", commits: [] });
    expect(cursor.position).toBe(8);
  }
});

it("goes on behind the end of a log that has lost commits", async () => {
  const cursor = cursorAt8(7);
  expect(await cursor.next(100)).toEqual({ kind: "gap", to: 5 });
  expect(cursor.position).toBe(5);
});
