import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32 } from "node:zlib";
import { describe, expect, it } from "vitest";
import { checkedCrc, FRAME_LENGTH, frameText } from "../../../../storage/adapters/journal/records/frame.ts";
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

  it.each([
    ["segment", "journal-0000000000000008.ndjson", '"format":1', '"format":2'],
    ["checkpoint", "checkpoint-0000000000000003.ndjson", '"format":1', '"format":2'],
    ["older segment", "journal-0000000000000005.ndjson", '"format":1', '"format":2'],
    ["commit", "journal-0000000000000008.ndjson", '"number":9,', '"number":9,"format":9,'],
  ])("of a %s of a later version is named, and nothing is changed or called damage", async (_, file, now, later) => {
    const folder = join(await newFolder(), "data");
    await cp(FIXTURE, folder, { recursive: true });
    await rewrite(join(folder, file), (text) => text.replace(now, later));
    const before = (await readdir(folder)).sort();
    const storage = new JournalStorage(folder);
    const opening = storage.open().then(() => loadContent(storage));
    const message = expect.stringMatching(
      `^${folder}/${file} cannot be read: The \\w+ has format [29]; this version reads`,
    );
    await expect(opening).rejects.toMatchObject({ code: "invalid", message });
    await storage.close();
    expect((await readdir(folder)).sort()).toEqual(before);
  });
});

/** Changes the text of a file, with checksums that fit. */
async function rewrite(path: string, change: (text: string) => string): Promise<void> {
  const lines = change(await readFile(path, "utf8"))
    .trimEnd()
    .split("\n");
  let seed = 0;
  const framed = lines.map((line) => {
    const isFramed = line.startsWith('{"crc":"');
    const { line: text, crc } = isFramed
      ? frameText(line.slice(FRAME_LENGTH), seed)
      : { line: `${line}\n`, crc: crc32(`${line}\n`, seed) };
    seed = crc;
    return text;
  });
  await writeFile(path, framed.join(""));
}
