import { createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { expect, it } from "vitest";
import { schemaOf } from "../support/content/schema-of.ts";
import { newFolder } from "../support/folder.ts";
import { BUILT, runToEnd } from "../support/servers/command-line.ts";

const ENTRIES = 200_000;
/** The entries of such a seed take more than 50 MB, if all of them are in memory. */
const HEAP_MEGABYTES = 40;

/** A seed of small entries whose last one is at fault. */
function* largeSeed(): Generator<string> {
  yield '{ "notes": [\n';
  for (let at = 0; at < ENTRIES; at++) yield `{ "text": "note ${at}", "place": "place ${at}", "count": ${at} },\n`;
  yield "5\n] }";
}

it("a seed is checked in a heap that has no room for its values", async () => {
  const folder = await newFolder();
  const attributes = { text: { type: "string" }, place: { type: "string" }, count: { type: "integer" } } as const;
  await writeFile(join(folder, "types.json"), JSON.stringify(schemaOf({ note: { dp: false, attributes } })));
  await pipeline(Readable.from(largeSeed()), createWriteStream(join(folder, "seed.json")));
  const args = ["types.json", "--seed", "seed.json", "--data", "memory", "--port", "0"];
  const program = [`--max-old-space-size=${HEAP_MEGABYTES}`, BUILT];
  const { code, errors } = await runToEnd(args, { folder, program });
  expect({ code, errors }).toEqual({
    code: 1,
    errors: expect.stringContaining(`notes.${ENTRIES}: must be an object of attributes`),
  });
});
