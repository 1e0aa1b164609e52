import { deepEqual, equal, rejects } from "node:assert/strict";
import type { Marks } from "../port.ts";
import { check, durableCheck, type Place, type StorageCheck } from "./check.ts";

/** Names and texts that have to come through. */
const ODD: readonly (readonly [string, string])[] = [
  ["a", "plain"],
  ["consumer:söarch 1", 'quote " and \\ backslash'],
  ["x/y.z=*>", "line\nbreak\r\nand \u2028 separator 🐎"],
  ["n".repeat(200), "v".repeat(500_000)],
  ["empty", ""],
];

/** Of named texts beside the log. They pass at once where the storage keeps none. */
export const markChecks: readonly StorageCheck[] = [
  marking("has no mark at first", async (marks) => {
    equal(await marks.read("a"), null);
    deepEqual(await marks.names(""), []);
  }),

  marking("replaces a mark only if it is the expected one", async (marks) => {
    equal(await marks.write("a", "1", "2"), false);
    equal(await marks.write("a", null, "1"), true);
    equal(await marks.write("a", null, "2"), false);
    equal(await marks.write("a", "2", "3"), false);
    equal(await marks.read("a"), "1");
    equal(await marks.write("a", "1", "2"), true);
    equal(await marks.read("a"), "2");
    equal(await marks.read("b"), null);
  }),

  marking("removes a mark only if it is the expected one", async (marks) => {
    await marks.write("a", null, "1");
    equal(await marks.write("a", "2", null), false);
    equal(await marks.read("a"), "1");
    equal(await marks.write("a", "1", null), true);
    equal(await marks.read("a"), null);
    equal(await marks.write("a", "1", "2"), false);
    equal(await marks.write("a", null, "2"), true);
    equal(await marks.read("a"), "2");
  }),

  marking("lets one of many writers through that expect the same", async (marks) => {
    const values = Array.from({ length: 20 }, (_, index) => String(index));
    const written = await Promise.all(values.map((value) => marks.write("a", null, value)));
    equal(written.filter((isWritten) => isWritten).length, 1);
    equal(await marks.read("a"), values[written.indexOf(true)]);
  }),

  marking("keeps names and texts to the last character", async (marks) => {
    for (const [name, value] of ODD) equal(await marks.write(name, null, value), true);
    for (const [name, value] of ODD) equal(await marks.read(name), value);
  }),

  marking("lists the names that begin with a text", async (marks) => {
    await Promise.all(["b/2", "a/1", "b/1", "b", "c%", "c"].map((name) => marks.write(name, null, name)));
    await marks.write("b/2", "b/2", null);
    deepEqual(await marks.names("b"), ["b", "b/1"]);
    deepEqual(await marks.names("b/"), ["b/1"]);
    deepEqual(await marks.names("c%"), ["c%"]);
    deepEqual(await marks.names(""), ["a/1", "b", "b/1", "c", "c%"]);
  }),

  durableCheck("keeps marks when it is opened again", async (place) => {
    const storage = place.storage();
    await storage.open();
    if (storage.marks === undefined) return storage.close();
    const { marks } = storage;
    for (let index = 0; index < 50; index += 1) {
      await marks.write("often", index === 0 ? null : String(index - 1), String(index));
    }
    for (const [name, value] of ODD) await marks.write(name, null, value);
    await marks.write("gone", null, "1");
    await marks.write("gone", "1", null);
    await storage.close();
    for (let times = 0; times < 2; times += 1) {
      const again = place.storage();
      await again.open();
      for (const [name, value] of ODD) equal(await again.marks?.read(name), value);
      equal(await again.marks?.read("often"), "49");
      equal(await again.marks?.read("gone"), null);
      await again.close();
    }
  }),

  check("rejects marks once it is closed", async (place) => {
    const storage = place.storage();
    await storage.open();
    const { marks } = storage;
    await storage.close();
    if (marks !== undefined) await rejects(async () => marks.write("a", null, "1"));
  }),
];

function marking(name: string, run: (marks: Marks) => Promise<void>): StorageCheck {
  return check(name, async (place: Place) => {
    const storage = place.storage();
    await storage.open();
    if (storage.marks !== undefined) await run(storage.marks);
    await storage.close();
  });
}
