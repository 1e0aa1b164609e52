import { afterEach, expect, it, vi } from "vitest";
import { JournalStorage } from "../../storage/internal.ts";
import { createGalley, type Galley } from "../../transport/galley.ts";
import { newFolder } from "../support/folder.ts";
import { Caller } from "../support/requests/caller.ts";
import { MemoryLog } from "../support/storage/memory-log.ts";
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

it("warns once when stored times are ahead of the clock, while it runs and at the next start", async () => {
  const log = new MemoryLog();
  const folder = await newFolder();
  const open = () => createGalley({ schema: CRASH_SCHEMA, storage: new JournalStorage(folder), logger: log });
  const warnings = () => log.lines.filter(({ message }) => message.startsWith("The clock is behind"));
  const write = (galley: Galley) => galley.documents("api::book.book").create({ data: { title: "book" } });
  const now = Date.now();
  const clock = vi.spyOn(Date, "now");

  const galley = await open();
  for (const at of [now, now + 59_000, now]) {
    clock.mockReturnValue(at);
    await write(galley);
  }
  expect(warnings()).toEqual([]);
  for (const at of [now + YEAR, now, now + 1000]) {
    clock.mockReturnValue(at);
    await write(galley);
  }
  const fields = {
    stored: new Date(now + YEAR).toISOString(),
    clock: new Date(now).toISOString(),
    seconds: YEAR / 1000,
  };
  expect(warnings()).toEqual([{ level: "warn", fields, message: expect.any(String) }]);
  await galley.close();

  clock.mockReturnValue(now);
  const again = await open();
  expect(warnings().map((line) => line.fields)).toEqual([fields, fields]);
  await write(again);
  clock.mockReturnValue(now + YEAR + 1);
  await write(again);
  expect(warnings()).toHaveLength(2);
  await again.close();
});
