import { describe, expect, it } from "vitest";
import { FolderFileStore } from "../../../storage/internal.ts";
import { fc } from "../../support/fast-check.ts";
import { Random } from "../../support/random.ts";
import { SimulatedDisk } from "../../support/storage/simulated-disk.ts";

const FOLDER = "/data/uploads";
const NAMES = ["a.txt", "b.txt"] as const;

const operation = fc.record({
  name: fc.constantFrom(...NAMES),
  text: fc.option(fc.string({ minLength: 1, maxLength: 20 })),
});

describe("FolderFileStore", () => {
  it("has either the old file or the new one, whole, when the power is cut at any moment", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 5 }), fc.integer(), async (operations, seed) => {
        const random = new Random(seed);
        const disk = new SimulatedDisk(random);
        const store = new FolderFileStore(FOLDER, disk);
        const done = new Map<string, string | null>();
        for (const { name, text } of operations) {
          const allowed = [done.get(name) ?? null, text];
          const left: SimulatedDisk[] = [];
          disk.before = () => {
            left.push(disk.afterPowerCut(random));
            return null;
          };
          await (text === null ? store.delete(name) : store.put(name, [Buffer.from(text)]));
          disk.before = () => null;
          done.set(name, text);
          for (const each of left) expect(allowed).toContain(await textIn(each, name));
          expect(await textIn(disk.afterPowerCut(random), name)).toBe(text);
        }
      }),
      { numRuns: 100 },
    );
  });
});

async function textIn(disk: SimulatedDisk, name: string): Promise<string | null> {
  const file = await new FolderFileStore(FOLDER, disk).open(name);
  if (file === null) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.read()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
