import { expect, it } from "vitest";
import { createGalley } from "../../../../transport/galley.ts";
import { loadArchive } from "../../../../transport/strapi/archive/read/load-archive.ts";
import { linkLines } from "../../../../transport/strapi/archive/write/link-lines.ts";
import { typeLine } from "../../../../transport/strapi/archive/write/schema-line.ts";
import { makeArchive } from "../../../support/content/make-archive.ts";
import { MORPH_TYPES } from "../../../support/content/morph-types.ts";
import { METADATA, row } from "../../../support/content/small-archive.ts";
import { newFolder } from "../../../support/folder.ts";

const TAG = "api::tag.tag";
const AUTHOR = "api::author.author";
const SPOT = "api::spot.spot";
const FLAT = "api::flat.flat";
const draft = { publishedAt: null };

/** One link as a real Strapi exports it: of a list with the place in it, of an attribute that leads to one without. */
function link(owner: string, ref: number, field: "thing" | "things", type: string, to: number, pos?: number) {
  const left = { type: owner, field, ref };
  return field === "thing"
    ? { kind: "relation.morph", relation: "morphToOne", left, right: { ref: to, type } }
    : { kind: "relation.morph", relation: "morphToMany", left, right: { ref: to, pos, type, field: null } };
}

const LINKS = [
  link(SPOT, 1, "things", AUTHOR, 1, 2),
  link(SPOT, 1, "things", TAG, 1, 1),
  link(SPOT, 1, "things", AUTHOR, 2, 3),
  link(SPOT, 2, "things", AUTHOR, 1, 1),
  link(SPOT, 2, "thing", AUTHOR, 2),
  link(FLAT, 1, "things", TAG, 1, 1),
  link(FLAT, 1, "things", TAG, 2, 2),
  link(FLAT, 1, "things", AUTHOR, 2, 3),
  link("blocks.ref", 7, "things", TAG, 1, 1),
];

async function archiveOf(links: readonly object[]): Promise<string> {
  const rows = [
    row(TAG, 1, { name: "t", documentId: "t", ...draft }),
    row(TAG, 2, { name: "t", documentId: "t" }),
    row(AUTHOR, 1, { name: "a" }),
    row(AUTHOR, 2, { name: "b" }),
    row(SPOT, 1, { title: "s", documentId: "s", ...draft, ref: { id: 7, label: "x" } }),
    row(SPOT, 2, { title: "s", documentId: "s" }),
    row(FLAT, 1, { title: "f" }),
  ];
  const types = Object.entries(MORPH_TYPES.contentTypes).map(([uid, type]) => typeLine(uid, type));
  const components = Object.entries(MORPH_TYPES.components ?? {}).map(([uid, component]) => {
    return { uid, modelType: "component", ...component };
  });
  return makeArchive(await newFolder(), [
    ["schemas/schemas_00001.jsonl", [...types, ...components]],
    ["entities/entities_00001.jsonl", rows],
    ["links/links_00001.jsonl", [...links]],
    ["metadata.json", METADATA],
  ]);
}

it("relations to any type come out of an archive in the order of their lists, and go back into one", async () => {
  await using galley = await createGalley({ schema: MORPH_TYPES, profile: "strapi" });
  const { leftOut } = await loadArchive(galley, { path: await archiveOf(LINKS) });
  expect([...leftOut]).toEqual([]);
  const populate = { thing: true, things: true, ref: { populate: "*" } } as const;
  const read = async (uid: string, status: "draft" | "published") =>
    (await galley.documents(uid).findFirst({ status, populate })) ?? {};
  expect(await read(SPOT, "draft")).toMatchObject({
    thing: null,
    things: [
      { name: "t", __type: TAG },
      { name: "a", __type: AUTHOR },
      { name: "b", __type: AUTHOR },
    ],
    ref: { things: [{ name: "t" }] },
  });
  expect(await read(SPOT, "published")).toMatchObject({
    thing: { name: "b", __type: AUTHOR },
    things: [{ name: "a" }],
  });
  const flats = galley.documents(FLAT);
  for (const status of ["draft", "published"] as const) {
    const flat = await flats.findFirst({ status, populate: { things: true } });
    expect(flat).toMatchObject({ things: [{ name: "t" }, { name: "b" }] });
  }
  const lines = [...linkLines(galley.store.engine, () => true)];
  const sorted = (all: readonly object[]) => all.map((line) => JSON.stringify(sortedKeys(line))).sort();
  expect(sorted(lines)).toEqual(sorted(LINKS));
});

it("a link that Strapi made to another version is one of the version that has it", async () => {
  await using galley = await createGalley({ schema: MORPH_TYPES, profile: "strapi" });
  const { leftOut } = await loadArchive(galley, { path: await archiveOf([link(SPOT, 1, "things", TAG, 2, 1)]) });
  expect([...leftOut]).toEqual([]);
  const spot = await galley.documents(SPOT).findFirst({ status: "draft", populate: { things: true } });
  expect(spot).toMatchObject({ things: [{ id: 1, documentId: "t" }] });
});

function sortedKeys(value: object): object {
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, each]) => [key, each instanceof Object ? sortedKeys(each) : each]),
  );
}
