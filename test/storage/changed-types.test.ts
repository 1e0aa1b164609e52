import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type AttributeDefinitions, defineSchema, type Json, type SchemaDefinition } from "../../engine/internal.ts";
import { cleanData, JournalStorage, JsonFileStorage, type Storage } from "../../storage/internal.ts";
import { createGalley, type Galley } from "../../transport/galley.ts";
import { newFolder } from "../support/folder.ts";

const UID = "api::page.page";
const QUOTE = "part.quote";
const REPORT = { report: () => {} };

interface Attributes {
  readonly page?: AttributeDefinitions;
  readonly quote?: AttributeDefinitions;
}

const RANK = { rank: { type: "integer" } } as const;
const BY = { by: { type: "string" } } as const;

function schema({ page = {}, quote = {} }: Attributes): SchemaDefinition {
  const quotes = { type: "component", component: QUOTE, repeatable: true } as const;
  return {
    contentTypes: {
      [UID]: {
        info: { singularName: "page", pluralName: "pages", displayName: "Page" },
        options: { draftAndPublish: true },
        attributes: { title: { type: "string" }, quotes, ...page },
      },
    },
    components: { [QUOTE]: { attributes: { text: { type: "string" }, ...quote } } },
  };
}

const PLACES = [
  ["a folder", (folder: string): Storage => new JournalStorage(join(folder, "data"), REPORT)],
  ["a JSON file", (folder: string): Storage => new JsonFileStorage(join(folder, "db.json"))],
] as const;

describe.each(PLACES)("content types that change over %s", (_, storageIn) => {
  async function place() {
    const folder = await newFolder();
    const storage = () => storageIn(folder);
    const open = (attributes: Attributes) => createGalley({ schema: schema(attributes), storage: storage() });
    const using = async <T>(attributes: Attributes, use: (galley: Galley) => Promise<T>): Promise<T> => {
      const galley: Galley = await open(attributes);
      try {
        return await use(galley);
      } finally {
        await galley.close();
      }
    };
    const documentId = await using({ page: RANK, quote: BY }, async (galley) => {
      const data = { title: "one", rank: 7, quotes: [{ text: "a", by: "Ann" }] };
      return String((await galley.documents(UID).create({ data, status: "published" })).documentId);
    });
    return { storage, using, documentId };
  }

  function valuesIn(galley: Galley): Json[] {
    return [...galley.engine.dump()].flatMap((change) => (change.kind === "put" ? change.version.values : []));
  }

  it("keep values of attributes that are gone, through writes, snapshots and checkpoints", async () => {
    const { using, documentId } = await place();
    await using({}, async (galley) => {
      const pages = galley.documents(UID);
      const before = galley.snapshot();
      await pages.delete({ documentId });
      await galley.restore(before);
      const found = await pages.findOne({ documentId, populate: ["quotes"] });
      expect(JSON.stringify(found)).not.toMatch(/rank|Ann/);
      const [{ id }] = (found as unknown as { quotes: [{ id: number }] }).quotes;
      await pages.update({ documentId, data: { title: "two", quotes: [{ id, text: "b" }] } });
      await pages.publish({ documentId });
      await galley.store.snapshot();
    });
    await using({ page: RANK, quote: BY }, async (galley) => {
      expect(valuesIn(galley)).toEqual([
        { title: "two", rank: 7, quotes: [expect.objectContaining({ text: "b", by: "Ann" })] },
        { title: "two", rank: 7, quotes: [expect.objectContaining({ text: "b", by: "Ann" })] },
      ]);
    });
  });

  it("are refused with the path of each value that does not fit, whenever the place is opened", async () => {
    const { using, documentId } = await place();
    const changed: Attributes = { page: { title: { type: "integer" } }, quote: { text: { type: "date" } } };
    for (let time = 0; time < 2; time += 1) {
      const opening = using(changed, async () => {});
      await expect(opening).rejects.toMatchObject({ name: "StorageError", code: "invalid" });
      for (const [status, path] of [
        ["draft", "title must be a whole number"],
        ["published", "quotes.0.text must be a date"],
      ])
        await expect(opening).rejects.toThrow(`content.${UID}.${documentId}.${status}.values.${path}`);
    }
    await using({ page: RANK }, async (galley) => expect(valuesIn(galley)).toHaveLength(2));
  });

  it("keep removable values until cleanData removes them; a dry run only lists them", async () => {
    const { storage, using } = await place();
    const now = defineSchema(schema({}));
    const found = [
      [`${UID}.rank`, 2],
      [`${QUOTE}.by`, 2],
    ];
    expect([...(await cleanData(storage(), now, true))].sort()).toEqual(found);
    expect([...(await cleanData(storage(), now, false))].sort()).toEqual(found);
    expect((await cleanData(storage(), now, false)).size).toBe(0);
    await using({ page: RANK, quote: BY }, async (galley) => {
      expect(valuesIn(galley)).toMatchObject([
        { title: "one", rank: null },
        { title: "one", rank: null },
      ]);
      expect(JSON.stringify(valuesIn(galley))).not.toContain("Ann");
    });
  });
});
