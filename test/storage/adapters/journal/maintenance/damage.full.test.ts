import { beforeAll, describe, expect, it } from "vitest";
import { acceptLoss, checkJournal } from "../../../../../storage/internal.ts";
import { Random } from "../../../../support/random.ts";
import { FOLDER, History, smallJournal, storeCheckpoint, verify } from "../../../../support/storage/journal-history.ts";
import { SimulatedDisk } from "../../../../support/storage/simulated-disk.ts";

const SEGMENT = `${FOLDER}/journal-0000000000000001.ndjson`;
const ONE_SEGMENT = { segmentBytes: 1_000_000 };
const MARK = `${FOLDER}/mark`;
/**
 * Bytes of the journal that is cut everywhere in the long form; a sixteenth of it has each of its bits flipped. The short
 * form takes every few bits only, by a step that is prime to eight, so that each place within a byte has its turn.
 */
const BYTES = Number(process.env.GALLEY_DAMAGED_BYTES ?? 0);
const TIMEOUT = 7_200_000;

interface JournalSample {
  readonly disk: SimulatedDisk;
  readonly history: History;
  /** Bytes of the segment after each batch, by head. */
  readonly ends: ReadonlyMap<number, number>;
}

/** A journal of one segment that was closed in order, or is still being written. */
async function written(batches: readonly number[], isClosed = true): Promise<JournalSample> {
  const disk = new SimulatedDisk(new Random(1));
  const history = new History();
  const storage = smallJournal(disk, ONE_SEGMENT);
  await storage.open();
  const ends = new Map([[0, disk.content(SEGMENT).length]]);
  let head = 0;
  for (const count of batches) {
    await storage.append(head, history.entries(head, count));
    head += count;
    ends.set(head, disk.content(SEGMENT).length);
  }
  if (isClosed) await storage.close();
  return { disk, history, ends };
}

/** A journal of five batches, or of as many as make so many bytes. */
async function ofBytes(bytes: number): Promise<JournalSample> {
  for (let batches = 5; ; batches *= 2) {
    const journal = await written(new Array(batches).fill(1));
    if (sizeOf(journal) >= bytes) return journal;
  }
}

function sizeOf({ disk }: JournalSample): number {
  return disk.content(SEGMENT).length;
}

/** The result of opening a disk after a change: its head, or the code of the refusal. Nothing wrong is ever read. */
async function openWith(journal: JournalSample, change: (disk: SimulatedDisk) => void): Promise<number | string> {
  const disk = journal.disk.afterCrash(new Random(1));
  change(disk);
  const storage = smallJournal(disk, ONE_SEGMENT);
  try {
    return await verify(storage, await storage.open(), journal.history);
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  } finally {
    await storage.close();
  }
}

function withoutMark(disk: SimulatedDisk): void {
  disk.overwrite(MARK, new Uint8Array());
}

function copied(disk: SimulatedDisk): void {
  disk.identity = "another disk";
}

function edit(path: string, change: (bytes: Buffer) => Uint8Array): (disk: SimulatedDisk) => void {
  return (disk) => disk.overwrite(path, change(Buffer.from(disk.content(path))));
}

describe("a journal with a damaged file", () => {
  let journal: JournalSample;
  beforeAll(async () => {
    journal = await ofBytes(0);
  });
  const size = () => sizeOf(journal);
  const end = (head: number) => journal.ends.get(head) ?? Number.NaN;

  /** The actual and expected results of a cut at every byte after the first line, or at some of them. */
  async function expectAtEachCut(
    cut: JournalSample,
    expected: (whole: number) => number | string,
    { change = () => {}, step = 1 }: { change?: (disk: SimulatedDisk) => void; step?: number } = {},
  ) {
    const ends = [...cut.ends];
    const [[, first] = [0, 0]] = ends;
    for (let length = first; length < sizeOf(cut); length += step) {
      const opened = await openWith(cut, (disk) => {
        change(disk);
        edit(SEGMENT, (bytes) => bytes.subarray(0, length))(disk);
      });
      const wanted = expected(ends.findLast(([, at]) => at <= length)?.[0] ?? 0);
      if (opened !== wanted) expect(opened, `cut at ${length}`).toBe(wanted);
    }
  }

  it("opens to all whole records when it is cut at any byte, if nothing proves that more were flushed", {
    timeout: TIMEOUT,
  }, async () => {
    await expectAtEachCut(await ofBytes(BYTES), (whole) => whole, { change: withoutMark });
  });

  it("refuses to open, also as a copy, when it is cut at any byte that was flushed", { timeout: TIMEOUT }, async () => {
    const step = BYTES > 0 ? 1 : 11;
    await expectAtEachCut(journal, () => "damaged", { step });
    await expectAtEachCut(journal, () => "damaged", { step, change: copied });
    await expectAtEachCut(await written([1, 2], false), () => "damaged", { step });
    for (const head of [0, 3, 4]) {
      const atEnd = edit(SEGMENT, (bytes) => bytes.subarray(0, end(head)));
      expect(await openWith(journal, atEnd)).toBe("damaged");
    }
  });

  it("opens to all whole records when it was copied while it was written, at any byte", async () => {
    await expectAtEachCut(await written([1, 1], false), (whole) => whole, { change: copied });
  });

  it("says how much is missing, and lists it", async () => {
    const disk = journal.disk.afterCrash(new Random(1));
    edit(SEGMENT, (bytes) => bytes.subarray(0, end(3)))(disk);
    const [offset, missing] = [end(3), end(5) - end(3)];
    await expect(smallJournal(disk, ONE_SEGMENT).open()).rejects.toMatchObject({
      code: "damaged",
      message: expect.stringMatching(`${missing} bytes after byte ${offset}.*galley data repair .* --accept-loss`),
      details: { file: "journal-0000000000000001.ndjson", offset, missing, position: 3 },
    });
    const reason = `${missing} bytes that had been flushed are missing`;
    expect((await checkJournal(FOLDER, disk)).faults).toMatchObject([{ offset, position: 4, reason }]);
  });

  it.each([0, 10])(
    "goes on with what is there once the loss is accepted (and %i bytes of the next record)",
    async (more) => {
      const disk = journal.disk.afterCrash(new Random(1));
      edit(SEGMENT, (bytes) => bytes.subarray(0, end(3) + more))(disk);
      expect(await acceptLoss(FOLDER, disk)).toEqual({ head: 3, setAside: [] });
      const storage = smallJournal(disk, ONE_SEGMENT);
      expect(await verify(storage, await storage.open(), journal.history)).toBe(3);
      await storage.close();
      expect(await checkJournal(FOLDER, disk)).toMatchObject({ faults: [], tail: null });
    },
  );

  it("has no loss to accept when it is whole, or damaged otherwise", async () => {
    const disk = journal.disk.afterCrash(new Random(1));
    await expect(acceptLoss(FOLDER, disk)).rejects.toMatchObject({ code: "misused" });
    edit(SEGMENT, flip(8 * (end(2) + 30)))(disk);
    await expect(acceptLoss(FOLDER, disk)).rejects.toMatchObject({ code: "damaged" });
  });

  it("refuses to open when any bit that was flushed is flipped", { timeout: TIMEOUT }, async () => {
    const flipped = await ofBytes(BYTES / 16);
    const step = BYTES > 0 ? 1 : 3;
    for (let bit = 0; bit < 8 * sizeOf(flipped); bit += step) {
      const opened = await openWith(flipped, edit(SEGMENT, flip(bit)));
      if (opened !== "damaged") expect(opened, `bit ${bit}`).toBe("damaged");
    }
  });

  it("refuses without the mark too, when whole records of a later batch follow", async () => {
    for (let bit = 0; bit < 8 * end(3); bit += BYTES > 0 ? 5 : 13) {
      const opened = await openWith(journal, (disk) => {
        withoutMark(disk);
        edit(SEGMENT, flip(bit))(disk);
      });
      if (opened !== "damaged") expect(opened, `bit ${bit}`).toBe("damaged");
    }
  });

  it("cuts off everything after the last record: zeros, text or the end of an older file", async () => {
    for (const tail of [
      Buffer.alloc(1),
      Buffer.alloc(1 << 20),
      Buffer.from("\n"),
      Buffer.from('{"crc":"00000000","position":6}\n'),
      Buffer.from(journal.disk.content(SEGMENT)).subarray(end(2)),
      Buffer.from(journal.disk.content(SEGMENT)),
    ]) {
      expect(
        await openWith(
          journal,
          edit(SEGMENT, (bytes) => Buffer.concat([bytes, tail])),
        ),
      ).toBe(5);
    }
  });

  it("saves the cut tail in a separate file, and reports it", async () => {
    const disk = journal.disk.afterCrash(new Random(1));
    edit(SEGMENT, (bytes) => Buffer.concat([bytes, Buffer.from("half a rec")]))(disk);
    let reports = 0;
    const report = () => {
      reports += 1;
    };
    const storage = smallJournal(disk, { ...ONE_SEGMENT, report });
    await storage.open();
    await storage.close();
    expect(reports).toBe(1);
    expect(Buffer.from(disk.content(`${FOLDER}/cut-0000000000000001-at-${size()}.ndjson`)).toString()).toBe(
      "half a rec",
    );
    expect(disk.content(SEGMENT)).toHaveLength(size());
  });

  it("refuses records that are missing, doubled or exchanged", async () => {
    const part = (from: number, to: number) => Buffer.from(journal.disk.content(SEGMENT)).subarray(end(from), end(to));
    const start = Buffer.from(journal.disk.content(SEGMENT)).subarray(0, end(0));
    for (const parts of [
      [part(0, 1), part(2, 5)],
      [part(0, 2), part(1, 5)],
      [part(0, 1), part(2, 3), part(1, 2), part(3, 5)],
      [part(1, 5)],
    ]) {
      expect(
        await openWith(
          journal,
          edit(SEGMENT, () => Buffer.concat([start, ...parts])),
        ),
      ).toBe("damaged");
    }
  });

  it("never takes a record of another journal", async () => {
    const other = await written([1, 1, 1, 1, 1]);
    const foreign = Buffer.from(other.disk.content(SEGMENT)).subarray(end(2));
    const opened = await openWith(
      journal,
      edit(SEGMENT, (bytes) => Buffer.concat([bytes.subarray(0, end(2)), foreign])),
    );
    expect(opened).toBe("damaged");
  });

  it("opens with a damaged mark, which only says less then", async () => {
    for (let bit = 0; bit < 8 * 1024; bit += BYTES > 0 ? 5 : 13) {
      const opened = await openWith(journal, edit(MARK, flip(bit)));
      if (opened !== 5) expect(opened, `bit ${bit}`).toBe(5);
    }
  });

  it("names file, byte, position and what to do", async () => {
    const disk = journal.disk.afterCrash(new Random(1));
    edit(SEGMENT, flip(8 * (end(2) + 30)))(disk);
    await expect(smallJournal(disk, ONE_SEGMENT).open()).rejects.toMatchObject({
      code: "damaged",
      message: expect.stringMatching(/journal-0+1\.ndjson.*galley data check.*galley data repair .* --truncate-at 2/),
      details: { file: "journal-0000000000000001.ndjson", offset: end(2), position: 3 },
    });
  });

  it("opens a cut batch to its beginning", async () => {
    const batched = await written([2, 3]);
    const half = (batched.ends.get(5) ?? 0) - 10;
    const opened = await openWith(batched, (disk) => {
      withoutMark(disk);
      edit(SEGMENT, (bytes) => bytes.subarray(0, half))(disk);
    });
    expect(opened).toBe(2);
  });
});

describe("a journal with a damaged checkpoint", () => {
  it("falls back on the checkpoint before and replays more, for any flipped bit", { timeout: TIMEOUT }, async () => {
    const disk = new SimulatedDisk(new Random(1));
    const history = new History();
    const storage = smallJournal(disk);
    await storage.open();
    await storage.append(0, history.entries(0, 3));
    await storeCheckpoint(storage, 3);
    await storage.append(3, history.entries(3, 3));
    await storeCheckpoint(storage, 6);
    await storage.trim(6);
    await storage.append(6, history.entries(6, 1));
    await storage.close();
    const path = `${FOLDER}/checkpoint-0000000000000006.ndjson`;
    const { length } = disk.content(path);
    const journal: JournalSample = { disk, history, ends: new Map() };
    const [bits, bytes] = BYTES > 0 ? [1, 1] : [61, 11];
    for (let bit = 0; bit < 8 * length; bit += bits) expect(await openWith(journal, edit(path, flip(bit)))).toBe(7);
    for (let cut = 0; cut < length; cut += bytes) {
      expect(
        await openWith(
          journal,
          edit(path, (bytes) => bytes.subarray(0, cut)),
        ),
      ).toBe(7);
    }
  });

  it("continues from a checkpoint that is newer than the journal, as in a copy made file by file", async () => {
    const disk = new SimulatedDisk(new Random(1));
    const history = new History();
    const storage = smallJournal(disk);
    await storage.open();
    await storage.append(0, history.entries(0, 3));
    const before = Buffer.from(disk.content(SEGMENT));
    await storage.append(3, history.entries(3, 3));
    await storeCheckpoint(storage, 6);
    const copy = disk.afterCrash(new Random(1));
    copied(copy);
    copy.overwrite(SEGMENT, before);
    const again = smallJournal(copy);
    expect(await verify(again, await again.open(), history)).toBe(6);
    expect(await again.append(6, history.entries(6, 2))).toEqual({ kind: "ok", head: 8 });
    await again.close();
    const last = smallJournal(copy);
    expect(await verify(last, await last.open(), history)).toBe(8);
  });
});

function flip(bit: number): (bytes: Buffer) => Uint8Array {
  return (bytes) => {
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    return flipped;
  };
}
