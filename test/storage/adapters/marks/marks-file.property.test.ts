import { describe, expect, it } from "vitest";
import { MarksFile } from "../../../../storage/adapters/marks/marks-file.ts";
import type { Marks } from "../../../../storage/port.ts";
import { fc } from "../../../support/fast-check.ts";
import { Random } from "../../../support/random.ts";
import { SimulatedDisk } from "../../../support/storage/simulated-disk.ts";

const PATH = "/data/marks.ndjson";

type Values = ReadonlyMap<string, string | null>;

interface Write {
  readonly name: string;
  readonly value: string | null;
}

const name = fc.constantFrom("a", "b", "c");
const write = fc.record({ name, value: fc.option(fc.string({ unit: "grapheme", maxLength: 40 })) });
/** Writes of a group share a flush. */
const groups = fc.array(fc.array(write, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 });

async function newDisk(random: Random): Promise<SimulatedDisk> {
  const disk = new SimulatedDisk(random);
  await disk.makeFolder("/data");
  await disk.syncFolder("/");
  return disk;
}

/** Writes all of the group at once, each over the value before it. */
async function writeGroup(marks: Marks, writes: readonly Write[], before: Values): Promise<Values> {
  const after = new Map(before);
  const written = writes.map(({ name, value }) => {
    const expected = after.get(name) ?? null;
    after.set(name, value);
    return marks.write(name, expected, value);
  });
  expect(await Promise.all(written)).toEqual(writes.map(() => true));
  return after;
}

async function valuesIn(marks: Marks): Promise<Record<string, string | null>> {
  return Object.fromEntries(await Promise.all(["a", "b", "c"].map(async (name) => [name, await marks.read(name)])));
}

const plain = (values: Values) =>
  Object.fromEntries(["a", "b", "c"].map((name) => [name, values.get(name) ?? null] as const));

describe("MarksFile", () => {
  it("keeps every acknowledged mark when the power is cut before any operation", async () => {
    await fc.assert(
      fc.asyncProperty(groups, fc.integer(), async (all, seed) => {
        const random = new Random(seed);
        const disk = await newDisk(random);
        const left: { disk: SimulatedDisk; step: number }[] = [];
        let step = 0;
        disk.before = () => {
          left.push({ disk: disk.afterPowerCut(random), step });
          return null;
        };
        const states: Values[] = [new Map()];
        const marks = new MarksFile(disk, PATH);
        for (const writes of all) {
          states.push(await writeGroup(marks, writes, states[step] ?? new Map()));
          step += 1;
        }
        disk.before = () => null;
        await marks.close();
        for (const { disk: found, step: at } of left) {
          const again = new MarksFile(found, PATH);
          const values = await valuesIn(again);
          // Of writes under way, each is there or not, in order.
          const [before = new Map(), writes = []] = [states[at], all[at]];
          const possible = [before];
          for (const { name, value } of writes) possible.push(new Map(possible.at(-1)).set(name, value));
          expect(possible.map(plain)).toContainEqual(values);
          expect(await again.write("d", null, "1")).toBe(true);
          await again.close();
        }
      }),
      { numRuns: 20 },
    );
  });

  it("says what was not written, and holds what was, when any operation fails", async () => {
    await fc.assert(
      fc.asyncProperty(groups, fc.integer(), fc.nat(30), async (all, seed, failing) => {
        const disk = await newDisk(new Random(seed));
        let operations = 0;
        disk.before = () => {
          operations += 1;
          return operations === failing ? { code: "ENOSPC" } : null;
        };
        const marks = new MarksFile(disk, PATH);
        const values = new Map<string, string | null>();
        let isDoubtful = false;
        for (const { name, value } of all.flat()) {
          const before = values.get(name) ?? null;
          await marks.write(name, before, value).then(
            () => values.set(name, value),
            (error) => {
              isDoubtful ||= error.code !== "append-failed" && error.code !== "no-room" && error.code !== "unreadable";
            },
          );
          if (isDoubtful) break;
        }
        disk.before = () => null;
        if (isDoubtful) return;
        expect(await valuesIn(marks)).toEqual(plain(values));
        await marks.close();
        expect(await valuesIn(new MarksFile(disk, PATH))).toEqual(plain(values));
      }),
    );
  });

  it("does not grow with the number of writes", async () => {
    const disk = await newDisk(new Random(1));
    const marks = new MarksFile(disk, PATH);
    const value = (at: number) => `${at}`.padEnd(100_000, "x");
    for (let at = 0; at < 60; at += 1) {
      expect(await marks.write("a", at === 0 ? null : value(at - 1), value(at))).toBe(true);
    }
    const file = await disk.open(PATH, "read");
    expect(await file.size()).toBeLessThan(2_000_000);
    await marks.close();
  });

  it("refuses a file with a fault in the middle, and cuts off a torn end", async () => {
    const disk = await newDisk(new Random(1));
    const marks = new MarksFile(disk, PATH);
    await marks.write("a", null, "first");
    await marks.write("b", null, "second");
    await marks.write("c", null, "third");
    await marks.close();
    const file = await disk.open(PATH, "write");
    const size = await file.size();
    await file.write(Buffer.from('{"crc":"00'), size);
    const torn = new MarksFile(disk, PATH);
    expect(await torn.names("")).toEqual(["a", "b", "c"]);
    await torn.close();
    const whole = await disk.open(PATH, "write");
    await whole.write(Buffer.from("X"), 30);
    await expect(new MarksFile(disk, PATH).read("b")).rejects.toMatchObject({
      code: "damaged",
      message: expect.stringContaining(`${PATH} is damaged at byte 0`),
    });
  });

  it("takes a torn first flush for torn, after the removal of marks was left out of the file", async () => {
    const disk = await newDisk(new Random(1));
    const before = new MarksFile(disk, PATH);
    await before.write("a", null, "1");
    await before.write("b", null, "2");
    await before.write("b", "2", null);
    await before.close();
    const marks = new MarksFile(disk, PATH);
    expect(await marks.names("")).toEqual(["a"]);
    const whole = await (await disk.open(PATH, "read")).size();
    await writeGroup(
      marks,
      [
        { name: "b", value: "torn" },
        { name: "c", value: "whole" },
      ],
      new Map(),
    );
    await marks.close();
    // Only the second page of the flush has reached the disk.
    const file = await disk.open(PATH, "write");
    await file.write(Buffer.from("\0\0\0\0"), whole);
    const torn = new MarksFile(disk, PATH);
    expect(await valuesIn(torn)).toEqual({ a: "1", b: null, c: null });
    expect(await torn.write("b", null, "3")).toBe(true);
  });

  it("takes nothing from a holder of the lock whose file was replaced", async () => {
    const disk = await newDisk(new Random(1));
    const old = new MarksFile(disk, PATH);
    await old.write("a", null, "1");
    const next = new MarksFile(disk, PATH);
    expect(await next.read("a")).toBe("1");
    await expect(old.write("a", "1", "2")).rejects.toMatchObject({ code: "outcome-unknown" });
    expect(await next.read("a")).toBe("1");
  });
});
