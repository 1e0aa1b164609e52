import { expect, test } from "vitest";
import { isRecord } from "../../../../engine/internal.ts";
import { createGalley, type Galley } from "../../../../transport/galley.ts";
import { eachEntry } from "../../../../transport/strapi/archive/entries/each-entry.ts";
import { jsonLines } from "../../../../transport/strapi/archive/entries/json-lines.ts";
import { loadArchive } from "../../../../transport/strapi/archive/read/load-archive.ts";
import { loadProject } from "../../../../transport/strapi/project/load-project.ts";
import { ProjectError } from "../../../../transport/strapi/project/project-error.ts";
import { type Contents, makeArchive } from "../../../support/content/make-archive.ts";
import { fc } from "../../../support/fast-check.ts";
import { newFolder } from "../../../support/folder.ts";
import { RECORDED_EXPORT } from "../../../support/servers/open-archive.ts";

/** A long run: GALLEY_DAMAGES=10000. */
const RUNS = Number(process.env.GALLEY_DAMAGES ?? 60);

const values = fc.oneof(
  fc.constantFrom(
    null,
    0,
    -1,
    1.5,
    1e300,
    2,
    true,
    "",
    "x",
    "__proto__",
    "published",
    {},
    [],
    [null],
    [{}],
    { id: 1 },
    { id: "1" },
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Puts a value into the place of another one somewhere inside a line. */
const change = fc.record({ line: fc.nat(), steps: fc.array(fc.nat(), { minLength: 1, maxLength: 5 }), value: values });

type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;

const PARTS = ["schemas", "entities", "links"] as const;
const changes = fc.array(fc.tuple(fc.constantFrom(...PARTS), change), { minLength: 1, maxLength: 3 });

test("an archive with odd values is loaded completely and can be read, or is refused with their places", async () => {
  const lines = await linesOf(RECORDED_EXPORT);
  const { schema } = await loadProject(RECORDED_EXPORT);
  const folder = await newFolder();
  await fc.assert(
    fc.asyncProperty(changes, async (made) => {
      const path = await makeArchive(folder, strange(lines, made), { compress: false });
      const galley = await createGalley({ schema });
      const error = await loadArchive(galley, { path }).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      if (error === null) return readEverything(galley);
      if (!(error instanceof ProjectError)) throw error;
      expect([galley.engine.number, error.faults.length > 0]).toEqual([0, true]);
    }),
    { numRuns: RUNS },
  );
});

type Lines = { readonly [part in (typeof PARTS)[number]]: readonly unknown[] };

async function linesOf(path: string): Promise<Lines> {
  const lines: { [part in (typeof PARTS)[number]]: unknown[] } = { schemas: [], entities: [], links: [] };
  await eachEntry({ path }, async ({ name, bytes }) => {
    const part = PARTS.find((each) => name.startsWith(`${each}/`));
    if (part !== undefined) for await (const { value } of jsonLines(bytes, 1e9)) lines[part].push(value);
  });
  return lines;
}

function strange(lines: Lines, made: readonly (readonly [(typeof PARTS)[number], Change])[]): Contents {
  const parts = PARTS.map((part) => {
    const ofPart = made.filter(([of]) => of === part).map(([, each]) => each);
    const all = [...lines[part]];
    for (const { line, steps, value } of ofPart) all[line % all.length] = put(all[line % all.length], steps, value);
    return [`${part}/${part}_00001.jsonl`, all] as const;
  });
  return [...parts, ["metadata.json", { createdAt: "2024-01-01T00:00:00.000Z" }]];
}

/** The value with another one somewhere inside it: each step chooses among the keys that are there. */
function put(inside: unknown, [step = 0, ...steps]: readonly number[], value: unknown): unknown {
  if (Array.isArray(inside) && inside.length > 0) {
    const at = step % inside.length;
    return inside.with(at, put(inside[at], steps, value));
  }
  if (!isRecord(inside)) return value;
  const keys = Object.keys(inside);
  const key = keys[step % keys.length] ?? "new";
  return { ...inside, [key]: steps.length === 0 ? value : put(inside[key], steps, value) };
}

async function readEverything(galley: Galley): Promise<void> {
  for (const uid of galley.engine.schema.types.keys()) {
    const status = galley.engine.schema.type(uid).draftAndPublish ? "draft" : "published";
    expect(JSON.stringify(await galley.documents(uid).findMany({ populate: "*", status }))).toBeTypeOf("string");
  }
}
