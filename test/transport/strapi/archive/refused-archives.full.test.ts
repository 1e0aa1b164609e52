import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Headers, pack } from "tar-stream";
import { describe, expect, it } from "vitest";
import type { SchemaDefinition } from "../../../../engine/internal.ts";
import { createGalley } from "../../../../transport/galley.ts";
import type { ArchiveFile } from "../../../../transport/strapi/archive/entries/archive-bytes.ts";
import { loadArchive } from "../../../../transport/strapi/archive/read/load-archive.ts";
import { describeFault, ProjectError } from "../../../../transport/strapi/project/project-error.ts";
import { type Contents, makeArchive } from "../../../support/content/make-archive.ts";
import {
  LABEL,
  labelled,
  NOTE,
  row,
  SCHEMAS,
  SMALL_DEFINITION,
  type SmallParts,
  smallArchive,
} from "../../../support/content/small-archive.ts";
import { newFolder } from "../../../support/folder.ts";

/** The faults of a refused archive; nothing of it is there afterwards. */
async function faultsOf(archive: ArchiveFile, definition: SchemaDefinition = SMALL_DEFINITION): Promise<string[]> {
  const galley = await createGalley({ schema: definition });
  const error = await loadArchive(galley, archive).catch((thrown: unknown) => thrown);
  expect(galley.engine.number).toBe(0);
  for await (const file of galley.files.list()) expect.fail(`${file} was left`);
  if (!(error instanceof ProjectError)) throw error;
  return error.faults.map(describeFault);
}

async function faultsIn(parts: SmallParts, definition?: SchemaDefinition): Promise<string[]> {
  return faultsOf({ path: await makeArchive(await newFolder(), smallArchive(parts)) }, definition);
}

const FILE = ["assets/uploads/a.txt", Buffer.from("a")] as const;

describe("an archive is refused, whole and with the place of the fault,", () => {
  const ROWS = "entities/entities_00001.jsonl";
  const LINKS = "links/links_00001.jsonl";
  const SCHEMA = "schemas/schemas_00001.jsonl";

  it.each<[string, SmallParts, string]>([
    ["with a line that is no row", { rows: ["{"] }, `${ROWS}, line 1: must hold a row with type, id and data`],
    [
      "with a row of a type that the project has not",
      { rows: [row("api::x.x", 1, {})] },
      `${ROWS}, line 1: type: api::x.x is not a content type of the project`,
    ],
    [
      "with a value that the project has no attribute for",
      { rows: [row(NOTE, 1, { title: "x" })] },
      `${ROWS}, line 1: data.title: is not an attribute of ${NOTE} in the project`,
    ],
    [
      "with a value of another type",
      { rows: [row(NOTE, 1, {}), row(NOTE, 2, { stars: "many" })] },
      `${ROWS}, line 2: data.stars: must be a whole number`,
    ],
    [
      "with a component of another shape",
      { rows: [row(NOTE, 1, { parts: [{ id: 1, size: "big" }] })] },
      `${ROWS}, line 1: data.parts.0.size: must be a whole number`,
    ],
    [
      "with a component without an id",
      { rows: [row(NOTE, 1, { parts: [{ size: 1 }] })] },
      `${ROWS}, line 1: data.parts.0.id: must be a whole number`,
    ],
    [
      "with a component that has no place in its zone",
      { rows: [row(NOTE, 1, { zone: [{ __component: "shared.other", id: 1 }] })] },
      `${ROWS}, line 1: data.zone.0.__component: must be a component`,
    ],
    [
      "with two components of one id",
      { rows: [row(NOTE, 1, { parts: [{ id: 1 }, { id: 1 }] })] },
      `${ROWS}, line 1: data: holds shared.part with id 1, which stands elsewhere already`,
    ],
    [
      "with two rows of one id",
      { rows: [row(NOTE, 1, {}), row(NOTE, 1, { documentId: "b" })] },
      `${ROWS}, line 2: id: 1 occurs twice among ${NOTE}`,
    ],
    [
      "with two published versions of one document",
      { rows: [row(NOTE, 1, { documentId: "a" }), row(NOTE, 2, { documentId: "a" })] },
      `${ROWS}, line 2: data: is a second published version of ${NOTE} a`,
    ],
    ["with an id that is none", { rows: [row(NOTE, -1, {})] }, `${ROWS}, line 1: id: must be a whole number from 1`],
    [
      "with a row without documentId",
      { rows: [row(NOTE, 1, { documentId: null })] },
      `${ROWS}, line 1: data.documentId: must be a text of 1 to 255 characters`,
    ],
    [
      "with a time that is none",
      { rows: [row(NOTE, 1, { createdAt: "yesterday" })] },
      `${ROWS}, line 1: data.createdAt: must be a time`,
    ],
    [
      "with a line that is no link",
      { links: [{}] },
      `${LINKS}, line 1: must hold a link with left and right, each with type and ref`,
    ],
    [
      "with a link of a relation that the project has not",
      {
        rows: [row(NOTE, 1, {})],
        links: [{ left: { type: NOTE, field: "old", ref: 1 }, right: { type: LABEL, ref: 1 } }],
      },
      `${LINKS}, line 1: left.field: ${NOTE}.old is not a relation in the project`,
    ],
    [
      "with a link to another type",
      {
        rows: [row(NOTE, 1, {})],
        links: [{ left: { type: NOTE, field: "labels", ref: 1 }, right: { type: NOTE, ref: 1 } }],
      },
      `${LINKS}, line 1: right.type: must be ${LABEL}, to which ${NOTE}.labels leads`,
    ],
    ["with a schema without a uid", { schemas: [{}] }, `${SCHEMA}, line 1: must hold a schema with a uid`],
    ["with a schema twice", { schemas: [...SCHEMAS, ...SCHEMAS] }, `${SCHEMA}, line 4: holds ${NOTE} a second time`],
    [
      "with a file of a hidden name",
      { more: [FILE, ["assets/uploads/.hidden", Buffer.from("")]] },
      "assets/uploads/.hidden: has a name that no file can have",
    ],
    [
      "with a file inside another folder",
      { more: [FILE, ["assets/uploads/a/b.txt", Buffer.from("")]] },
      "assets/uploads/a/b.txt: has a name that no file can have",
    ],
    ["with one entry twice", { more: [FILE, FILE] }, "assets/uploads/a.txt: occurs twice"],
  ])("%s", async (_, parts, fault) => {
    expect(await faultsIn(parts)).toEqual([fault]);
  });

  it.each<[string, string]>([
    ["../outside", "has a name that leads out of the archive"],
    ["assets/uploads/../../outside", "has a name that leads out of the archive"],
    ["/etc/passwd", "has a name that leads out of the archive"],
    ["assets\\uploads\\x", "has a name that leads out of the archive"],
  ])("that names an entry %s", async (name, message) => {
    expect(await faultsIn({ more: [[name, Buffer.from("x")]] })).toEqual([`${name}: ${message}`]);
  });

  it("that holds a link to a file of the system", async () => {
    const path = await tarOf([{ name: "assets/uploads/x", type: "symlink", linkname: "/etc/passwd" }]);
    expect(await faultsOf({ path })).toEqual(["assets/uploads/x: is a symlink, not a file"]);
  });

  it("that nests values deeper than they could be written out again", async () => {
    const deep = `${"[".repeat(300)}${"]".repeat(300)}`;
    const path = await makeArchive(await newFolder(), [
      ["entities/e.jsonl", Buffer.from(`${deep}\n`)],
      ...smallArchive({}),
    ]);
    expect(await faultsOf({ path })).toEqual(["entities/e.jsonl, line 1: is nested deeper than 256 levels"]);
  });

  it("that is no JSON somewhere", async () => {
    const broken = ["links/l.jsonl", Buffer.from('{"a" 1}')] as const;
    const path = await makeArchive(await newFolder(), [...smallArchive({}), broken]);
    expect(await faultsOf({ path })).toEqual([
      'links/l.jsonl, line 1: is not JSON: unexpected "1" at line 1, column 6',
    ]);
  });

  it("that has a line that is no UTF-8 (SECURITY.md, values)", async () => {
    const broken = ["links/l.jsonl", Buffer.from('\n{"caf\u00e9":1}', "latin1")] as const;
    const path = await makeArchive(await newFolder(), [...smallArchive({}), broken]);
    expect(await faultsOf({ path })).toEqual(["links/l.jsonl, line 2: is not UTF-8 at byte 5"]);
  });

  it("that has a line longer than any entry", async () => {
    const long = Buffer.alloc(17 * 1_048_576, "x");
    const path = await makeArchive(await newFolder(), [["schemas/s.jsonl", long], ...smallArchive({})], {
      compress: false,
    });
    expect(await faultsOf({ path })).toEqual(["schemas/s.jsonl, line 1: is longer than 16777216 bytes"]);
  });

  it("that unpacks to far more than its size", async () => {
    const bomb = ["assets/uploads/x", Buffer.alloc(80 * 1_048_576)] as const;
    const path = await makeArchive(await newFolder(), [bomb, ...smallArchive({})]);
    expect(await faultsOf({ path })).toEqual(["assets/uploads/x: unpacks to more than 100 times its size"]);
  });

  it.each([
    ["tells no metadata", (contents: Contents) => contents.slice(0, -1), /: has no metadata\.json/],
    ["has no content types", (contents: Contents) => contents.slice(1), /: holds no content types under schemas\//],
  ])("that %s", async (_, change, fault) => {
    const path = await makeArchive(await newFolder(), change(smallArchive({})));
    expect((await faultsOf({ path }))[0]).toMatch(fault);
  });

  it.each([
    ["cut off", (bytes: Buffer) => bytes.subarray(0, bytes.length - 40)],
    ["damaged in the middle", (bytes: Buffer) => flipped(bytes, bytes.length >> 1)],
  ])("that is %s", async (_, change) => {
    const path = await makeArchive(
      await newFolder(),
      smallArchive({ rows: [row(NOTE, 1, { text: "a" })], more: [FILE] }),
    );
    await writeFile(path, change(await readFile(path)));
    expect((await faultsOf({ path }))[0]).toMatch(/is damaged or cut off/);
  });

  it("that is empty, or not there", async () => {
    const path = join(await newFolder(), "empty.tar");
    expect((await faultsOf({ path }))[0]).toMatch(/^empty\.tar: cannot be read: ENOENT/);
    await writeFile(path, "");
    expect(await faultsOf({ path })).toEqual(["empty.tar: is empty"]);
  });

  it("that is encrypted, without its key or with another", async () => {
    const path = await makeArchive(await newFolder(), smallArchive({}), { key: "sesame" });
    expect(await faultsOf({ path })).toEqual(["made.tar.gz.enc: is encrypted: it needs its key (--key)"]);
    const wrong = "made.tar.gz.enc: cannot be decrypted: the key is wrong, or the file is damaged";
    expect(await faultsOf({ path, key: "other" })).toEqual([wrong]);
  });
});

describe("an archive is held against the schema of the project", () => {
  it("attribute by attribute", async () => {
    const [note, label] = [SMALL_DEFINITION.contentTypes[NOTE], SMALL_DEFINITION.contentTypes[LABEL]];
    const changed: SchemaDefinition = {
      ...SMALL_DEFINITION,
      contentTypes: {
        [NOTE]: {
          ...note,
          attributes: { ...note.attributes, text: { type: "integer" }, image: { type: "media", multiple: true } },
        },
        [LABEL]: { ...label, options: { draftAndPublish: true } },
      },
    };
    expect(await faultsIn({}, changed)).toEqual([
      `schemas/schemas_00001.jsonl, line 1: ${NOTE}.attributes.text.type: is string here and integer in the project`,
      `schemas/schemas_00001.jsonl, line 1: ${NOTE}.attributes.image.multiple: is false here and true in the project`,
      `schemas/schemas_00001.jsonl, line 2: ${LABEL}.options.draftAndPublish: is false here and true in the project`,
    ]);
  });

  it("and may lack attributes of the project", async () => {
    const galley = await createGalley({ schema: SMALL_DEFINITION });
    const [note, label, part] = SCHEMAS;
    const { stars, ...attributes } = SMALL_DEFINITION.contentTypes[NOTE].attributes;
    const contents = smallArchive({
      schemas: [{ ...note, attributes }, label ?? {}, part ?? {}],
      links: [labelled(1, 1, 1, 1)],
    });
    const { leftOut } = await loadArchive(galley, { path: await makeArchive(await newFolder(), contents) });
    expect([...leftOut]).toEqual([["of links to entries that are not there", 1]]);
  });

  it("telling at most twenty faults", async () => {
    const rows = Array.from({ length: 50 }, (_, at) => row(NOTE, at + 1, { stars: "many" }));
    expect(await faultsIn({ rows })).toHaveLength(20);
  });
});

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
}

async function tarOf(headers: readonly Pick<Headers, "name" | "type" | "linkname">[]): Promise<string> {
  const path = join(await newFolder(), "made.tar");
  const tar = pack();
  for (const each of headers) tar.entry(each);
  tar.finalize();
  await once(tar.pipe(createWriteStream(path)), "finish");
  return path;
}
