import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { EngineError, SchemaError } from "../../engine/internal.ts";
import { JsonFileStorage, StorageError } from "../../storage/internal.ts";
import { loadConfig } from "../../transport/cli/load-config.ts";
import { ConfigError } from "../../transport/config/config-error.ts";
import { createGalley } from "../../transport/galley.ts";
import { SeedError } from "../../transport/library/seed/seed-error.ts";
import { loadArchive } from "../../transport/strapi/archive/read/load-archive.ts";
import { loadProject } from "../../transport/strapi/project/load-project.ts";
import { ProjectError } from "../../transport/strapi/project/project-error.ts";
import { damagedBytes } from "../arbitraries/hostile/damaged-bytes.ts";
import { makeArchive } from "../support/content/make-archive.ts";
import { LABEL, labelled, NOTE, row, SMALL_DEFINITION, smallArchive } from "../support/content/small-archive.ts";
import { fc } from "../support/fast-check.ts";
import { newFolder } from "../support/folder.ts";
import { withinTwice } from "../support/storage/within-twice.ts";
import { typeFile, writeProject } from "../transport/strapi/project/write-project.ts";

/** Damages per kind of file. Raise it to look longer. */
const RUNS = Number(process.env.GALLEY_DAMAGES ?? 40);

/** Errors that name a place and are reported without a stack. */
const TOLD = [ConfigError, ProjectError, SchemaError, SeedError, StorageError, EngineError];

interface Kind {
  readonly name: string;
  /** Makes a whole one, and gives its path. */
  readonly make: () => Promise<string>;
  /** Reads it, as a start does. */
  readonly read: (path: string) => Promise<unknown>;
  /** The part of `RUNS` that it gets, 1 when absent. */
  readonly share?: number;
}

const PARTS = {
  rows: [
    row(NOTE, 1, { text: "one", stars: 3, parts: [{ id: 1, size: 2 }], zone: [{ __component: "shared.part", id: 2 }] }),
    row(LABEL, 1, { name: "a" }),
  ],
  links: [labelled(1, 1, 1, 1)],
  more: [["assets/uploads/a.txt", Buffer.from("hello")] as const],
};
const archive = async (options: { readonly compress?: boolean; readonly key?: string }) =>
  makeArchive(await newFolder(), smallArchive(PARTS), options);

async function readArchive(path: string): Promise<void> {
  await using galley = await createGalley({ schema: SMALL_DEFINITION });
  await loadArchive(galley, { path, key: "sesame" });
}

const KINDS: readonly Kind[] = [
  {
    name: "a JSON file of content",
    make: async () => {
      const path = join(await newFolder(), "db.json");
      await using galley = await createGalley({ schema: SMALL_DEFINITION, storage: new JsonFileStorage(path) });
      await galley.documents(LABEL).create({ data: { name: "a" } });
      await galley.documents(NOTE).create({ data: { text: "one", parts: [{ size: 1 }], stars: 2 } });
      return path;
    },
    read: async (path) => {
      await using _galley = await createGalley({ schema: SMALL_DEFINITION, storage: new JsonFileStorage(path) });
    },
  },
  {
    name: "a schema file of a project",
    make: async () => {
      const title = { type: "string", required: true, maxLength: 20, regex: "^a+$" };
      const state = { type: "enumeration", enum: ["a", "b"], default: "a" };
      const schema = typeFile("note", { title, state, slug: { type: "uid", targetField: "title" } });
      const file = "src/api/note/content-types/note/schema.json";
      return join(await writeProject({ [file]: schema }), file);
    },
    read: (path) => loadProject(path.slice(0, path.indexOf("/src/"))),
  },
  {
    name: "a file of content types",
    make: async () => join(await writeProject({ "blog.json": SMALL_DEFINITION }), "blog.json"),
    read: (path) => loadProject(path),
  },
  {
    name: "a configuration",
    make: async () => {
      const roles = { public: { "*": ["find"], note: [] }, editor: { note: ["create"] } };
      const tokens = [{ name: "a", token: "b", access: "full-access" }];
      const config = { profile: "strapi", rest: { maxLimit: 5 }, roles, tokens, cors: ["https://a.example"], port: 1 };
      return join(await writeProject({ "galley.config.json": config }), "galley.config.json");
    },
    read: (path) => loadConfig("/", path),
  },
  {
    name: "a seed",
    make: async () => {
      const seed = {
        label: { a: { name: "a" } },
        note: [{ text: "one", stars: 1, labels: [{ $ref: "a" }], status: "draft" }],
      };
      return join(await writeProject({ "seed.json": seed }), "seed.json");
    },
    read: async (path) => {
      await using _galley = await createGalley({ schema: SMALL_DEFINITION, seed: path });
    },
  },
  { name: "an archive", make: () => archive({ compress: false }), read: readArchive },
  { name: "a packed archive", make: () => archive({}), read: readArchive },
  // Its key is slow to derive on purpose.
  {
    name: "an encrypted archive",
    make: () => archive({ compress: false, key: "sesame" }),
    read: readArchive,
    share: 0.25,
  },
];

describe("whatever happens to its bytes,", () => {
  it.each(KINDS)("$name is read, or refused by name", { timeout: 3_600_000 }, async ({ make, read, share = 1 }) => {
    const path = await make();
    const whole = await readFile(path);
    await read(path);
    const property = fc.asyncProperty(damagedBytes(whole), async (damaged) => {
      await writeFile(path, damaged);
      const thrown = await withinTwice(damaged.length, () => read(path)).then(
        () => null,
        (error: unknown) => error,
      );
      if (thrown === null) return;
      if (!TOLD.some((kind) => thrown instanceof kind)) throw thrown;
      expect(String(thrown)).toMatch(new RegExp(`${basename(path)}|/`));
      expect(String(thrown).length).toBeLessThan(20_000);
    });
    await fc.assert(property, { numRuns: Math.ceil(RUNS * share) });
  });
});
