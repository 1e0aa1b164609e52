import { execFileSync } from "node:child_process";
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  backupJournal,
  checkJournal,
  copyData,
  type JournalOptions,
  JournalStorage,
  JsonFileStorage,
  MemoryStorage,
  repairJournal,
  type Storage,
  statsOf,
} from "../../../../storage/internal.ts";
import { loadContent } from "../../../../storage/recovery/load.ts";
import type { Content } from "../../../../storage/shapes/content.ts";
import { sampleCommit } from "../../../../storage/testing/commits.ts";
import { sampleContent, storeSnapshot } from "../../../../storage/testing/sample-history.ts";
import { newFolder } from "../../../support/folder.ts";
import { Random } from "../../../support/random.ts";
import { SimulatedDisk } from "../../../support/storage/simulated-disk.ts";

const SMALL = { segmentBytes: 3000, report: () => {} };

async function append(storage: Storage, head: number, count = 1): Promise<void> {
  const entries = Array.from({ length: count }, (_, index) => {
    const position = head + 1 + index;
    return { position, commit: `test.${position}`, body: sampleCommit(position) };
  });
  expect(await storage.append(head, entries)).toEqual({ kind: "ok", head: head + count });
}

/** A closed journal of 20 positions in several segments. */
async function journalFolder(): Promise<string> {
  const folder = join(await newFolder(), "data");
  const storage = new JournalStorage(folder, SMALL);
  await storage.open();
  for (let head = 0; head < 20; head += 1) await append(storage, head);
  await storage.close();
  return folder;
}

async function damage(folder: string, file: string, at: number): Promise<void> {
  const bytes = await readFile(join(folder, file));
  bytes[at] = (bytes[at] ?? 0) ^ 4;
  await writeFile(join(folder, file), bytes);
}

async function contentIn(storage: Storage): Promise<Content> {
  await storage.open();
  try {
    return await loadContent(storage);
  } finally {
    await storage.close();
  }
}

function parts(content: Content): unknown {
  return [...content.changes()].map((change) => JSON.stringify(change)).sort();
}

function contentAt(head: number): unknown {
  return parts(sampleContent(head));
}

describe("checkJournal", () => {
  it("finds nothing wrong in a good journal", async () => {
    const check = await checkJournal(await journalFolder());
    expect(check).toMatchObject({ faults: [], tail: null, checkpoints: [] });
    expect(check.segments.at(0)?.first).toBe(1);
    expect(check.segments.at(-1)?.last).toBe(20);
  });

  it("lists every damaged file with its byte and position", async () => {
    const folder = await journalFolder();
    const { segments } = await checkJournal(folder);
    const [one, two] = segments;
    if (one === undefined || two === undefined) throw new Error("there are several segments");
    await damage(folder, one.file, one.bytes - 10);
    await damage(folder, two.file, 30);
    const { faults } = await checkJournal(folder);
    expect(faults).toMatchObject([
      { file: one.file, position: one.last },
      { file: two.file, offset: 0, position: two.first },
    ]);
  });

  it("treats half a record at the end as an unfinished write", async () => {
    const folder = await journalFolder();
    const newest = (await checkJournal(folder)).segments.at(-1)?.file ?? "";
    await writeFile(join(folder, newest), '{"crc":"12', { flag: "a" });
    expect(await checkJournal(folder)).toMatchObject({ faults: [], tail: { file: newest, position: 21 } });
  });

  it("misses the newest segment, and any segment at all, as opening does", async () => {
    const folder = await journalFolder();
    const { segments } = await checkJournal(folder);
    for (const { file } of segments.toReversed()) {
      await rm(join(folder, file));
      const { faults } = await checkJournal(folder);
      expect(faults).toMatchObject([{ file: segments.at(-1)?.file, offset: 0, reason: "it is missing" }]);
      const refusal = { code: "damaged", message: expect.stringContaining("is missing") };
      await expect(new JournalStorage(folder, SMALL).open()).rejects.toMatchObject(refusal);
    }
    await rm(join(folder, "mark"));
    expect(parts(await contentIn(new JournalStorage(folder, SMALL)))).toEqual(contentAt(0));
  });

  it("does not wait for a pipe in a file's place", async () => {
    const folder = await journalFolder();
    const newest = (await checkJournal(folder)).segments.at(-1)?.file ?? "";
    await rm(join(folder, newest));
    execFileSync("mkfifo", [join(folder, newest)]);
    const { faults } = await checkJournal(folder);
    expect(faults).toMatchObject([{ file: newest, offset: 0, reason: expect.stringContaining("is not a file") }]);
    await expect(new JournalStorage(folder, SMALL).open()).rejects.toThrow("is not a file");
  });
});

describe("repairJournal", () => {
  it("repairs a journal that was damaged in the middle, and keeps the removed part", async () => {
    const folder = await journalFolder();
    const second = (await checkJournal(folder)).segments[1];
    if (second === undefined) throw new Error("there are several segments");
    await damage(folder, second.file, second.bytes - 10);
    await expect(contentIn(new JournalStorage(folder, SMALL))).rejects.toMatchObject({ code: "damaged" });

    const head = second.last - 1;
    const { setAside } = await repairJournal(folder, head);
    expect(setAside.length).toBeGreaterThan(1);
    expect(parts(await contentIn(new JournalStorage(folder, SMALL)))).toEqual(contentAt(head));
  });

  it.each([0, 1, 5, 19, 20])("ends a journal at position %i", async (head) => {
    const folder = await journalFolder();
    await repairJournal(folder, head);
    expect(await checkJournal(folder)).toMatchObject({ faults: [], tail: null });
    const storage = new JournalStorage(folder, SMALL);
    expect(await storage.open()).toMatchObject({ head });
    await append(storage, head, 3);
    await storage.close();
    expect(parts(await contentIn(new JournalStorage(folder, SMALL)))).toEqual(contentAt(head + 3));
  });

  it("drops everything after a damaged first line, as the refusal advises", async () => {
    const folder = await journalFolder();
    const [oldest] = (await checkJournal(folder)).segments;
    if (oldest === undefined) throw new Error("there are segments");
    await damage(folder, oldest.file, 30);
    const before = await readFile(join(folder, oldest.file));
    await expect(contentIn(new JournalStorage(folder, SMALL))).rejects.toThrow("--truncate-at 0");
    const { head, setAside } = await repairJournal(folder, 0);
    expect(head).toBe(0);
    expect(await readFile(join(folder, setAside[0] ?? ""))).toEqual(before);
    expect(parts(await contentIn(new JournalStorage(folder, SMALL)))).toEqual(contentAt(0));
  });

  it("refuses a position before the oldest checkpoint of a journal that has been trimmed", async () => {
    const folder = await journalFolder();
    const storage = new JournalStorage(folder, SMALL);
    await storage.open();
    for (const at of [12, 18]) await storeSnapshot(storage, at);
    await storage.trim(18);
    await storage.close();
    const { segments, checkpoints } = await checkJournal(folder);
    const first = segments[0]?.first ?? 0;
    expect([first > 1 && first < 12, checkpoints.map(({ first: at }) => at)]).toEqual([true, [12, 18]]);
    await expect(repairJournal(folder, 11)).rejects.toMatchObject({ code: "misused" });
    expect(parts(await contentIn(new JournalStorage(folder, SMALL)))).toEqual(contentAt(20));
    await repairJournal(folder, 12);
    expect(parts(await contentIn(new JournalStorage(folder, SMALL)))).toEqual(contentAt(12));
  });

  it("refuses a position that cannot be read, and a journal in use", async () => {
    const folder = await journalFolder();
    await expect(repairJournal(folder, 21)).rejects.toMatchObject({ code: "misused" });
    const storage = new JournalStorage(folder, SMALL);
    await storage.open();
    await expect(repairJournal(folder, 5)).rejects.toMatchObject({ code: "locked" });
    await storage.close();
  });
});

/** Fails one read after the other of what copies a journal; gives their number. */
async function failingReads(
  disk: SimulatedDisk,
  copy: (files: SimulatedDisk, to: string) => Promise<unknown>,
): Promise<number> {
  for (let nth = 1; ; nth += 1) {
    let count = 0;
    disk.before = (operation) => {
      if (operation === "read") count += 1;
      return operation === "read" && count === nth ? { code: "EIO" } : null;
    };
    const to = `/to-${nth}`;
    const error = await copy(disk, to).catch((thrown: unknown) => thrown);
    disk.before = () => null;
    if (count < nth) return count;
    // The copy is checked in the end, and may be the file that cannot be read.
    expect(error).toMatchObject({ message: expect.stringMatching(/^\/data\/\S+ cannot be read|\/to-\d/) });
    await expect(new JournalStorage(to, { files: disk }).open()).rejects.toMatchObject({ code: "damaged" });
  }
}

describe("a copy of a journal that is being written", () => {
  async function whileWriting(
    options: JournalOptions,
    copy: (folder: string, to: string) => Promise<unknown>,
  ): Promise<void> {
    const folder = join(await newFolder(), "data");
    const storage = new JournalStorage(folder, options);
    await storage.open();
    let head = 0;
    let stop = false;
    const writing = (async () => {
      while (!stop) {
        await append(storage, head, 2);
        head += 2;
      }
    })();
    for (let round = 0; round < 5; round += 1) {
      const to = join(await newFolder(), "copy");
      const before = head;
      await copy(folder, to);
      const content = await contentIn(new JournalStorage(to, { report: () => {} }));
      expect(content.head).toBeGreaterThanOrEqual(before);
      expect(parts(content)).toEqual(contentAt(content.head));
    }
    stop = true;
    await writing;
    await storage.close();
  }

  it("is not made, and does not open, when the disk does not let a file be read, which backupJournal names", async () => {
    const disk = new SimulatedDisk(new Random(1));
    const storage = new JournalStorage("/data", { ...SMALL, files: disk });
    await storage.open();
    await append(storage, 0, 5);
    await storage.close();
    const reads = await failingReads(disk, (files, to) => backupJournal("/data", to, { files }));
    expect(reads).toBeGreaterThan(3);
  });

  it("holds all that was acknowledged before, when backupJournal makes it", async () => {
    await whileWriting(SMALL, (folder, to) => backupJournal(folder, to));
  });

  it("opens when its files were copied one by one", async () => {
    await whileWriting({}, (folder, to) => cp(folder, to, { recursive: true }));
  });

  it("opens without the segment that was begun during the copying, where the journal itself would be refused", async () => {
    const folder = await journalFolder();
    const to = join(await newFolder(), "copy");
    const storage = new JournalStorage(folder, SMALL);
    await storage.open();
    await cp(folder, to, { recursive: true });
    await storage.close();
    const newest = (await checkJournal(folder)).segments.at(-1);
    if (newest === undefined) throw new Error("there are several segments");
    for (const each of [folder, to]) await rm(join(each, newest.file));
    expect(parts(await contentIn(new JournalStorage(to, SMALL)))).toEqual(contentAt(newest.first - 1));
    await expect(contentIn(new JournalStorage(folder, SMALL))).rejects.toMatchObject({ code: "damaged" });
  });

  it("does not replace an existing one", async () => {
    const folder = await journalFolder();
    await expect(backupJournal(folder, folder)).rejects.toMatchObject({ code: "misused" });
  });
});

describe("copyData", () => {
  /** A storage whose content takes several commits to copy. */
  async function large(): Promise<Storage> {
    const storage = new JournalStorage(join(await newFolder(), "data"), SMALL);
    await storage.open();
    await append(storage, 0, 3000);
    await storage.close();
    return storage;
  }

  it("writes a JSON file once, however much there is", async () => {
    const disk = new SimulatedDisk(new Random(1));
    const storage = new JsonFileStorage("/db.json", disk);
    let renamed = 0;
    disk.before = (operation) => {
      if (operation === "rename") renamed += 1;
      return null;
    };
    await copyData(await large(), storage);
    // An empty one when it is opened, then the whole.
    expect(renamed).toBe(2);
  });

  it("leaves nothing that opens as if it were whole when it is interrupted", async () => {
    const from = await large();
    const stop = () => {
      throw new Error("stopped");
    };
    const folder = join(await newFolder(), "copy");
    await expect(copyData(from, new JournalStorage(folder, SMALL), stop)).rejects.toThrow("stopped");
    const refusal = { code: "damaged", message: expect.stringContaining("interrupted") };
    await expect(new JournalStorage(folder, SMALL).open()).rejects.toMatchObject(refusal);
    await expect(checkJournal(folder)).rejects.toMatchObject(refusal);
    await rm(folder, { recursive: true });
    await copyData(from, new JournalStorage(folder, SMALL));
    await expect(contentIn(new JournalStorage(folder, SMALL))).resolves.toMatchObject({ at: expect.any(Number) });
  });

  it("carries content, ids and dates from any storage to any other", async () => {
    const folder = await journalFolder();
    const base = await newFolder();
    const steps: Storage[] = [
      new JournalStorage(folder, SMALL),
      new JsonFileStorage(join(base, "db.json")),
      new JournalStorage(join(base, "data"), SMALL),
    ];
    for (const [index, from] of steps.entries()) {
      const to = steps[index + 1];
      if (to === undefined) break;
      const progress: [number, number | undefined][] = [];
      await copyData(from, to, (copied, all) => progress.push([copied, all]));
      expect(progress.at(-1)?.[0]).toBe(progress.at(-1)?.[1]);
      expect(parts(await contentIn(to))).toEqual(contentAt(20));
    }
  });

  it("carries which content types have written, by way of a JSON file too", async () => {
    const base = await newFolder();
    const from = new JournalStorage(join(base, "from"), SMALL);
    await from.open();
    for (const [index, fingerprint] of ["a", "b", "a"].entries()) {
      const body = { number: index + 1, at: 1, changes: [{ kind: "schema", fingerprint }] } as const;
      await from.append(index, [{ position: index + 1, commit: `note.${index}`, body }]);
    }
    await from.close();
    const file = new JsonFileStorage(join(base, "db.json"));
    await copyData(from, file);
    expect(JSON.parse(await readFile(file.path, "utf8"))).toMatchObject({ format: 3, schemas: ["b", "a"] });
    const to = new JournalStorage(join(base, "to"), SMALL);
    await copyData(file, to);
    expect((await contentIn(to)).schemas).toEqual(["b", "a"]);
  });

  it("refuses to copy into a storage that holds something", async () => {
    const folder = await journalFolder();
    const copying = copyData(new MemoryStorage(), new JournalStorage(folder, SMALL));
    await expect(copying).rejects.toMatchObject({ code: "misused" });
  });
});

describe("statsOf", () => {
  it("counts documents, versions and links", async () => {
    expect(await statsOf(new JournalStorage(await journalFolder(), SMALL))).toMatchObject({
      head: 20,
      survives: "power loss",
      links: 3,
      types: [
        { type: "api::author.author", documents: 6, drafts: 0, published: 6 },
        { type: "api::book.book", documents: 20, drafts: 17, published: 10 },
      ],
    });
  });
});
