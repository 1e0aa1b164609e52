import { expect, it } from "vitest";
import { BUILT_IN_TYPES, type SchemaDefinition } from "../../../../engine/internal.ts";
import { createGalley } from "../../../../transport/galley.ts";
import { loadArchive } from "../../../../transport/strapi/archive/read/load-archive.ts";
import { typeLine } from "../../../../transport/strapi/archive/write/schema-line.ts";
import { loadProject } from "../../../../transport/strapi/project/load-project.ts";
import { makeArchive } from "../../../support/content/make-archive.ts";
import { METADATA, NOTE, row } from "../../../support/content/small-archive.ts";
import { newFolder } from "../../../support/folder.ts";

const info = { singularName: "note", pluralName: "notes", displayName: "Note" };

/** The path of an archive with one note. */
async function archiveOf(attributes: object, data: object): Promise<string> {
  // These tests are about faulty attributes.
  const definition = { info, attributes } as SchemaDefinition["contentTypes"][string];
  return makeArchive(await newFolder(), [
    ["schemas/schemas_00001.jsonl", [typeLine(NOTE, definition)]],
    ["entities/entities_00001.jsonl", [row(NOTE, 1, data)]],
    ["links/links_00001.jsonl", []],
    ["metadata.json", METADATA],
  ]);
}

it("a custom field that is treated as json accepts values of its type in the archive", async () => {
  const path = await archiveOf({ body: { type: "text", customField: "plugin::own.body" } }, { body: "plain" });
  const body = { type: "customField", customField: "plugin::own.body" } as const;
  await using galley = await createGalley({ schema: { contentTypes: { [NOTE]: { info, attributes: { body } } } } });
  await loadArchive(galley, { path });
  expect(await galley.documents(NOTE).findMany({})).toMatchObject([{ body: "plain" }]);
});

it("an archive of types with faults is loaded without the parts that cannot be served", async () => {
  const attributes = {
    text: { type: "string" },
    size: { type: "enumeration", enum: ["1:1", "2:1"] },
    gone: { type: "unheard" },
  };
  const path = await archiveOf(attributes, { text: "here", size: "2:1", gone: "lost" });
  const { definition } = await loadProject(path);
  await using galley = await createGalley({ schema: definition });
  const { leftOut } = await loadArchive(galley, { path });
  expect(await galley.documents(NOTE).findMany({})).toMatchObject([{ text: "here", size: "2:1" }]);
  expect([...leftOut]).toEqual([[`of values of ${NOTE}.gone`, 1]]);
});

it("the locale of an archive is that of its localized types", async () => {
  const setting = { type: "core-store", value: { key: "plugin_i18n_default_locale", value: "fr" } };
  const definition = { info, pluginOptions: { i18n: { localized: true } }, attributes: { text: { type: "string" } } };
  const path = await makeArchive(await newFolder(), [
    ["schemas/schemas_00001.jsonl", [typeLine(NOTE, definition as SchemaDefinition["contentTypes"][string])]],
    ["entities/entities_00001.jsonl", [row(NOTE, 1, { text: "ici", locale: "fr" })]],
    ["configuration/configuration_00001.jsonl", [setting]],
    ["metadata.json", METADATA],
  ]);
  const project = await loadProject(path);
  await using galley = await createGalley({ schema: project.definition });
  await loadArchive(galley, { path });
  expect(await galley.documents(NOTE).findMany({ filters: { locale: "fr" } })).toMatchObject([{ text: "ici" }]);
});

it("files have the attributes that an extension of the project gives them", async () => {
  const FILE = "plugin::upload.file";
  const builtIn = BUILT_IN_TYPES.get(FILE);
  if (builtIn === undefined) throw new Error("files are built in");
  const note = { type: "relation", relation: "manyToOne", target: NOTE, inversedBy: "files" } as const;
  const files = { type: "relation", relation: "oneToMany", target: FILE, mappedBy: "note" } as const;
  const extended = { ...builtIn, attributes: { ...builtIn.attributes, note, credit: { type: "string" } as const } };
  const photo = {
    name: "a.png",
    hash: "a",
    mime: "image/png",
    size: 1,
    url: "/a.png",
    provider: "local",
    credit: "Ada",
  };
  const left = { type: FILE, field: "note", ref: 1 };
  const right = { type: NOTE, field: "files", ref: 1, pos: 1 };
  const path = await makeArchive(await newFolder(), [
    ["schemas/schemas_00001.jsonl", [typeLine(NOTE, { info, attributes: { files } }), typeLine(FILE, extended)]],
    ["entities/entities_00001.jsonl", [row(NOTE, 1, {}), row(FILE, 1, photo)]],
    ["links/links_00001.jsonl", [{ kind: "relation.basic", relation: "manyToOne", left, right }]],
    ["metadata.json", METADATA],
  ]);
  const { definition } = await loadProject(path);
  await using galley = await createGalley({ schema: definition });
  await loadArchive(galley, { path });
  expect(await galley.documents(NOTE).findMany({ populate: "*" })).toMatchObject([{ files: [{ credit: "Ada" }] }]);
});
