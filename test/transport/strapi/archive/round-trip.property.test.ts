import { createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { expect, test } from "vitest";
import type { Engine, Rules } from "../../../../engine/internal.ts";
import { MemoryFileStore, MemoryStorage, Store } from "../../../../storage/internal.ts";
import { loadArchive } from "../../../../transport/strapi/archive/read/load-archive.ts";
import { archiveEntries } from "../../../../transport/strapi/archive/write/export-archive.ts";
import { pack } from "../../../../transport/strapi/archive/write/pack.ts";
import { content } from "../../../arbitraries/content.ts";
import { CONTENT_DEFINITION, CONTENT_SCHEMA } from "../../../arbitraries/content-schema.ts";
import { ASKERS, questionsOf } from "../../../arbitraries/queries/questions.ts";
import { emptyEngine, engineWith } from "../../../model/content.ts";
import { answerText } from "../../../property/queries/answers.ts";
import { fc } from "../../../support/fast-check.ts";
import { newFolder } from "../../../support/folder.ts";

/** A long run: GALLEY_ROUND_TRIPS=1000. */
const RUNS = Number(process.env.GALLEY_ROUND_TRIPS ?? 20);

const asked = fc
  .constantFrom(...ASKERS)
  .chain((asker) =>
    fc.record({ asker: fc.constant(asker), questions: fc.array(questionsOf(asker), { maxLength: 8 }) }),
  );

test("content that was exported and loaded again answers the same, and exports to the same bytes", async () => {
  const folder = await newFolder();
  const [first, second] = [join(folder, "first.tar"), join(folder, "second.tar")];
  await fc.assert(
    fc.asyncProperty(content, asked, async (stored, { asker, questions }) => {
      const original = engineWith(CONTENT_SCHEMA, stored, asker.rules);
      await exportTo(first, original);
      const loaded = await load(first, asker.rules);
      await exportTo(second, loaded);
      expect((await readFile(second)).equals(await readFile(first))).toBe(true);
      for (const question of questions) {
        expect(answerText(loaded, asker, question)).toBe(answerText(original, asker, question));
      }
    }),
    { numRuns: RUNS },
  );
});

async function exportTo(path: string, engine: Engine): Promise<void> {
  const files = new MemoryFileStore();
  const entries = archiveEntries({
    engine,
    definition: CONTENT_DEFINITION,
    files,
    access: { roles: {} },
    createdAt: 0,
  });
  await pipeline(pack(entries, { compress: false, createdAt: 0 }), createWriteStream(path));
}

async function load(path: string, rules: Rules): Promise<Engine> {
  const env = { now: () => 0, newDocumentId: () => "unused" };
  const store = await Store.open({ engine: emptyEngine(CONTENT_SCHEMA, rules), storage: new MemoryStorage(), env });
  await loadArchive({ store, files: new MemoryFileStore() }, { path });
  return store.engine;
}
