import { describe, expect, it } from "vitest";
import type { SchemaDefinition } from "../../../../engine/internal.ts";
import { createGalley } from "../../../../transport/galley.ts";
import { loadArchive } from "../../../../transport/strapi/archive/read/load-archive.ts";
import { typeLine } from "../../../../transport/strapi/archive/write/schema-line.ts";
import { describeFault, ProjectError } from "../../../../transport/strapi/project/project-error.ts";
import { makeArchive } from "../../../support/content/make-archive.ts";
import {
  LABEL,
  labelled,
  METADATA,
  NOTE,
  row,
  SCHEMAS,
  SMALL_DEFINITION,
  smallArchive,
} from "../../../support/content/small-archive.ts";
import { newFolder } from "../../../support/folder.ts";

const info = { singularName: "note", pluralName: "notes", displayName: "Note" };

type Attributes = Readonly<Record<string, object>>;

/** An archive whose notes have these attributes and rows, and the types of a project in which they are others. */
async function older(was: Attributes, is: Attributes, rows: readonly object[]) {
  const typeOf = (attributes: Attributes) => ({ info, attributes }) as SchemaDefinition["contentTypes"][string];
  const path = await makeArchive(await newFolder(), [
    ["schemas/schemas_00001.jsonl", [typeLine(NOTE, typeOf(was))]],
    ["entities/entities_00001.jsonl", rows.map((data, at) => row(NOTE, at + 1, data))],
    ["links/links_00001.jsonl", []],
    ["metadata.json", METADATA],
  ]);
  return { archive: { path }, schema: { contentTypes: { [NOTE]: typeOf(is) } } };
}

async function loaded(was: Attributes, is: Attributes, rows: readonly object[], strict?: boolean) {
  const { archive, schema } = await older(was, is, rows);
  await using galley = await createGalley({ schema });
  const { notes, leftOut } = await loadArchive(galley, archive, { strict });
  return { notes, leftOut: Object.fromEntries(leftOut), entries: await galley.documents(NOTE).findMany({}) };
}

const enumeration = (...words: string[]) => ({ type: "enumeration", enum: words });

describe("an archive of an older project is let through", () => {
  it.each<[object, object, unknown, unknown]>([
    [{ type: "string" }, { type: "uid" }, "a b", "a b"],
    [{ type: "string" }, { type: "text" }, "a", "a"],
    [{ type: "text" }, { type: "richtext" }, "a", "a"],
    [{ type: "string" }, { type: "email" }, "a@b.test", "a@b.test"],
    [enumeration("a"), { type: "string" }, "a", "a"],
    [{ type: "integer" }, { type: "decimal" }, 5, 5],
    [{ type: "integer" }, { type: "float" }, 5, 5],
    [{ type: "integer" }, { type: "biginteger" }, 5, "5"],
    [{ type: "boolean" }, { type: "json" }, true, true],
  ])("where %j has become %j, by one line", async (was, is, value, kept) => {
    const { notes, leftOut, entries } = await loaded({ a: was }, { a: is }, [{ a: value }], true);
    expect(entries).toMatchObject([{ a: kept }]);
    const types = [was, is].map((each) => (each as { readonly type: string }).type);
    expect(notes).toEqual([`${NOTE}.a is ${types[0]} in the archive and ${types[1]} in the project`]);
    expect(leftOut).toEqual({});
  });

  it.each([
    [enumeration("a"), enumeration("b", "a")],
    [{ type: "string", required: true }, { type: "string" }],
    [{ type: "string" }, { type: "string", private: true }],
    [{ type: "string" }, { type: "string", unique: true }],
  ])("where %j has become %j", async (was, is) => {
    const { notes, leftOut, entries } = await loaded({ a: was }, { a: is }, [{ a: "a" }], true);
    expect([notes, leftOut, entries]).toMatchObject([[], {}, [{ a: "a" }]]);
  });
});

describe("an archive with content that has no place any more", () => {
  it.each<[string, Attributes, Attributes, unknown[], unknown[], number]>([
    [
      "a lost attribute",
      { a: { type: "string" } },
      { b: { type: "string" } },
      ["x", null, "y"],
      [undefined, undefined, undefined],
      2,
    ],
    [
      "a lost value of an enumeration",
      { a: enumeration("a", "b") },
      { a: enumeration("b") },
      ["a", "b"],
      [null, "b"],
      1,
    ],
    [
      "numbers for texts",
      { a: { type: "string" } },
      { a: { type: "integer" } },
      ["5", "many", "1.5", "9007199254740993"],
      [5, null, null, null],
      3,
    ],
    ["texts for numbers", { a: { type: "integer" } }, { a: { type: "string" } }, [5, null], ["5", null], 0],
    [
      "texts that were hidden",
      { a: { type: "password" } },
      { a: { type: "string" } },
      [`$2a$10$${"a".repeat(53)}`],
      [null],
      1,
    ],
    ["booleans for texts", { a: { type: "string" } }, { a: { type: "boolean" } }, ["yes"], [null], 1],
    ["an enumeration of texts", { a: { type: "string" } }, { a: enumeration("x") }, ["x", "y"], ["x", null], 1],
    ["a medium for texts", { a: { type: "string" } }, { a: { type: "media" } }, ["x"], [undefined], 1],
  ])("goes on without it: %s", async (_, was, is, values, kept, lost) => {
    const rows = values.map((a) => ({ a }));
    const { notes, leftOut, entries } = await loaded(was, is, rows, false);
    expect(entries.map((entry) => (entry as { readonly a?: unknown }).a)).toEqual(kept);
    expect(leftOut).toEqual(lost === 0 ? {} : { [`of values of ${NOTE}.a`]: lost });
    const isOther = "a" in is && JSON.stringify(is.a) !== JSON.stringify(was.a) && !_.includes("lost");
    expect(notes).toHaveLength(isOther ? 1 : 0);
    if (lost > 0) await expect(loaded(was, is, rows, true)).rejects.toThrow(ProjectError);
  });

  it("goes on without lost types, components, relations and drafts", async () => {
    const { [NOTE]: note } = SMALL_DEFINITION.contentTypes;
    const { text, stars } = note.attributes;
    const other = { "shared.other": { attributes: { size: { type: "integer" } } } } as const;
    const zone = { type: "dynamiczone", components: ["shared.other"] } as const;
    const parts = { type: "component", component: "shared.other", repeatable: true } as const;
    const schema = {
      contentTypes: { [NOTE]: { info: note.info, attributes: { text, stars, zone, parts } } },
      components: other,
    } as const;
    const path = await makeArchive(
      await newFolder(),
      smallArchive({
        schemas: SCHEMAS,
        rows: [
          row(NOTE, 1, { text: "kept", parts: [{ id: 1, size: 1 }], zone: [{ __component: "shared.part", id: 2 }] }),
          row(NOTE, 2, { text: "draft", publishedAt: null }),
          row(LABEL, 1, { name: "lost" }),
        ],
        links: [labelled(1, 1, 1, 1)],
      }),
    );
    await using galley = await createGalley({ schema });
    const { leftOut } = await loadArchive(galley, { path }, { strict: false });
    expect(Object.fromEntries(leftOut)).toEqual({
      [`of drafts of ${NOTE}`]: 1,
      [`of type ${LABEL}`]: 1,
      [`of values of ${NOTE}.parts`]: 1,
      "of components shared.part": 1,
      [`of links of ${NOTE}.labels`]: 1,
    });
    expect(await galley.documents(NOTE).findMany({ populate: "*" })).toMatchObject([
      { text: "kept", zone: [], parts: [] },
    ]);
  });

  it("goes on as a seed, with a line for each change, and is refused where it is to be strict", async () => {
    const rows = [{ a: "many", slug: "one" }];
    const [a, slug] = [{ type: "string" }, { type: "string" }];
    const { archive, schema } = await older({ a, slug }, { a: { type: "integer" }, slug: { type: "uid" } }, rows);
    const lines: string[] = [];
    const logger = { info: () => {}, warn: (_: object, line: string) => void lines.push(line), error: () => {} };
    await using galley = await createGalley({ schema, seed: archive.path, logger });
    expect(await galley.documents(NOTE).findMany({})).toMatchObject([{ a: null, slug: "one" }]);
    expect(lines).toEqual([
      `${NOTE}.a is string in the archive and integer in the project`,
      `${NOTE}.slug is string in the archive and uid in the project`,
      `Rows of values of ${NOTE}.a are left out`,
    ]);
    await using other = await createGalley({ schema });
    const refused = await loadArchive(other, archive, { strict: true }).catch((error: unknown) => error);
    expect((refused as ProjectError).faults.map(describeFault)).toEqual([
      `schemas/schemas_00001.jsonl, line 1: ${NOTE}.attributes.a.type: is string here and integer in the project`,
    ]);
    expect(other.engine.number).toBe(0);
  });
});
