import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { checkedCrc } from "../../../../storage/adapters/journal/records/frame.ts";
import { decodeRecord } from "../../../../storage/adapters/journal/records/record.ts";
import { decodeHead } from "../../../../storage/adapters/journal/segment.ts";
import { JournalStorage } from "../../../../storage/internal.ts";
import { loadContent } from "../../../../storage/recovery/load.ts";
import { Content } from "../../../../storage/shapes/content.ts";
import { sampleCommit } from "../../../../storage/testing/commits.ts";
import { newFolder } from "../../../support/folder.ts";

const FIXTURE = fileURLToPath(new URL("./fixtures/format-1", import.meta.url));
const FORMAT = new URL("../../../../storage/adapters/journal/FORMAT.md", import.meta.url);

describe("the journal's format", () => {
  it("is the one of FORMAT.md, whose example is a journal", async () => {
    const text = await readFile(FORMAT, "utf8");
    const [head = "", ...records] = text.split("\n").filter((line) => line.startsWith('{"crc":"'));
    let crc = checkedCrc(Buffer.from(head), 0);
    expect(decodeHead(Buffer.from(head))).toMatchObject({ first: 1, format: 1 });
    expect(records).toHaveLength(2);
    for (const [index, record] of records.entries()) {
      crc = checkedCrc(Buffer.from(record), crc ?? Number.NaN);
      expect(crc).not.toBeNull();
      expect(decodeRecord(Buffer.from(record))).toMatchObject({ position: index + 1, batch: [1, 2] });
    }
  });

  it("of version 1 opens", async () => {
    const folder = join(await newFolder(), "data");
    await cp(FIXTURE, folder, { recursive: true });
    const storage = new JournalStorage(folder);
    expect(await storage.open()).toMatchObject({ head: 9, oldest: 1 });
    expect((await storage.snapshots.newest())?.at).toBe(3);
    const content = new Content("");
    content.apply(Array.from({ length: 9 }, (_, index) => sampleCommit(index + 1)));
    const parts = (each: Content) => [...each.changes()].map((change) => JSON.stringify(change)).sort();
    expect(parts(await loadContent(storage))).toEqual(parts(content));
    await storage.close();
  });
});
