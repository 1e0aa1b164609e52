import { afterEach, expect, it, vi } from "vitest";
import { createGalley } from "../../transport/galley.ts";
import { Caller } from "../support/caller.ts";
import { CRASH_SCHEMA } from "./schema.ts";

const HOUR = 3_600_000;
const YEAR = 365 * 24 * HOUR;

afterEach(() => {
  vi.restoreAllMocks();
});

it("never lets a document's times go back, however the clock of the machine jumps", async () => {
  const galley = await createGalley({ schema: CRASH_SCHEMA, roles: { public: { "*": ["create", "update", "find"] } } });
  const caller = new Caller((await galley.listen({ port: 0 })).url);
  const { documentId, createdAt } = (await caller.post("/api/books", { data: { title: "book 0" } })).entry;
  let before = String(createdAt);
  for (const [round, jump] of [-HOUR, YEAR, -HOUR, -YEAR, HOUR].entries()) {
    const now = Date.now();
    vi.spyOn(Date, "now").mockReturnValue(now + jump);
    const { entry } = await caller.put(`/api/books/${documentId}`, { data: { title: `book ${round + 1}` } });
    expect(entry.createdAt).toBe(createdAt);
    expect(String(entry.updatedAt) >= before).toBe(true);
    before = String(entry.updatedAt);
    // One that is made now must come after all before it, too.
    const made = (await caller.post("/api/books", { data: { title: `new ${round}` } })).entry;
    expect(String(made.createdAt) >= before).toBe(true);
    expect(made.updatedAt).toBe(made.createdAt);
  }
  await galley.close();
});
