import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createGalley } from "../../../../transport/galley.ts";
import { loadArchive } from "../../../../transport/strapi/archive/read/load-archive.ts";
import { loadProject } from "../../../../transport/strapi/project/load-project.ts";
import { ProjectError } from "../../../../transport/strapi/project/project-error.ts";
import { fc } from "../../../support/fast-check.ts";
import { newFolder } from "../../../support/folder.ts";
import { RECORDED_EXPORT } from "../../../support/servers/open-archive.ts";

/** A long run: GALLEY_DAMAGES=10000. */
const RUNS = Number(process.env.GALLEY_DAMAGES ?? 60);

/** One change of the bytes of a tar, which has no checksum over the contents of its files. */
const damage = fc.oneof(
  fc.record({ kind: fc.constant("set" as const), at: fc.double({ min: 0, max: 1, noNaN: true }), byte: fc.nat(255) }),
  fc.record({ kind: fc.constant("cut" as const), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({
    kind: fc.constant("write" as const),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    text: fc.constantFrom("null", '"x"', "-1", "[]", "{}", "1e9", "true", '{"id":1}', "\n", "__proto__"),
  }),
);

function damaged(tar: Buffer, damages: readonly (typeof damage extends fc.Arbitrary<infer D> ? D : never)[]): Buffer {
  let bytes = Buffer.from(tar);
  for (const each of damages) {
    const at = Math.floor(each.at * bytes.length);
    if (each.kind === "cut") bytes = bytes.subarray(0, at);
    else if (each.kind === "set" && at < bytes.length) bytes[at] = each.byte;
    else if (each.kind === "write") bytes.write(each.text, at);
  }
  return bytes;
}

test("an archive that is damaged anywhere is loaded whole or refused whole, with its place", async () => {
  const tar = gunzipSync(await readFile(RECORDED_EXPORT));
  const { schema } = await loadProject(RECORDED_EXPORT);
  const path = join(await newFolder(), "damaged.tar");
  await fc.assert(
    fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 4 }), async (damages) => {
      await writeFile(path, damaged(tar, damages));
      const galley = await createGalley({ schema });
      const error = await loadArchive(galley, { path }).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      if (error === null) {
        expect(galley.engine.number).toBe(1);
        return;
      }
      if (!(error instanceof ProjectError)) throw error;
      expect(error.faults.length).toBeGreaterThan(0);
      expect(galley.engine.number).toBe(0);
      for await (const file of galley.files.list()) expect.fail(`${file} was left`);
    }),
    { numRuns: RUNS },
  );
});
