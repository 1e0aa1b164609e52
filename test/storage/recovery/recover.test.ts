import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type AttributeDefinitions,
  CONTRACT_RULES,
  type Commit,
  defineSchema,
  Engine,
  type Json,
  recordsOf,
  Schema,
  type SchemaDefinition,
} from "../../../engine/internal.ts";
import { JsonFileStorage, Store } from "../../../storage/internal.ts";
import { SchemaFit } from "../../../storage/recovery/schema-fit.ts";
import {
  AUTHOR,
  addBook,
  BOOK,
  countingEnv,
  emptyLibrary,
  LIBRARY,
  publishBook,
  titles,
} from "../../support/content/library.ts";
import { newFolder } from "../../support/folder.ts";

async function reopened(schema: Schema) {
  const path = join(await newFolder(), "db.json");
  const env = countingEnv();
  const store = await Store.open({ engine: emptyLibrary(), storage: new JsonFileStorage(path), env });
  await store.write(
    (transaction) => publishBook(transaction, addBook(transaction, "A book"), "Ann"),
    () => null,
  );
  await store.close();
  const reports: unknown[] = [];
  const engine = new Engine(schema, CONTRACT_RULES);
  const report = (_: string, details: unknown) => reports.push(details);
  const again = await Store.open({ engine, storage: new JsonFileStorage(path), env, report });
  await again.close();
  return { engine, reports };
}

describe("recover", () => {
  it("leaves out and reports content of a type that the schema no longer has", async () => {
    const book = LIBRARY.type(BOOK);
    const attributes = new Map([...book.attributes].filter(([name]) => name !== "author"));
    const { engine, reports } = await reopened(new Schema([{ ...book, attributes }], []));
    expect(titles(engine)).toEqual(["A book"]);
    expect(reports).toEqual([
      { name: AUTHOR, changes: 1 },
      { name: `${BOOK}.author`, changes: 2 },
    ]);
  });

  it("leaves out links that lead to another type than before", async () => {
    const book = LIBRARY.type(BOOK);
    const author = book.attributes.get("author");
    if (author?.kind !== "relation") throw new Error("author is a relation");
    const attributes = new Map([...book.attributes, ["author", { ...author, target: BOOK }] as const]);
    const { engine, reports } = await reopened(new Schema([{ ...book, attributes }, LIBRARY.type(AUTHOR)], []));
    expect(titles(engine)).toEqual(["A book"]);
    expect(reports).toEqual([{ name: `${BOOK}.author`, changes: 2 }]);
  });

  it("leaves out drafts of a type that no longer has any", async () => {
    const { engine, reports } = await reopened(
      new Schema([{ ...LIBRARY.type(BOOK), draftAndPublish: false }, LIBRARY.type(AUTHOR)], []),
    );
    expect(engine.number).toBe(1);
    expect(reports).toEqual([{ name: BOOK, changes: 1 }]);
  });
});

describe("Fitting", () => {
  const COMPONENTS: SchemaDefinition["components"] = {
    "part.quote": { attributes: { text: { type: "text" } } },
    "part.image": { attributes: { alt: { type: "string" } } },
  };
  const page = (attributes: AttributeDefinitions): SchemaDefinition => ({
    contentTypes: {
      "api::page.page": { info: { singularName: "page", pluralName: "pages", displayName: "Page" }, attributes },
    },
    ...(COMPONENTS && { components: COMPONENTS }),
  });
  const put = (values: { readonly [name: string]: Json }): Commit => ({
    number: 1,
    at: 1,
    changes: [
      {
        kind: "put",
        type: "api::page.page",
        status: "published",
        version: { id: 1, documentId: "p", createdAt: "", updatedAt: "", publishedAt: "", values },
      },
    ],
  });
  const load = (attributes: AttributeDefinitions, values: { readonly [name: string]: Json }) => {
    const engine = new Engine(defineSchema(page(attributes)), CONTRACT_RULES);
    const fitting = new SchemaFit(engine);
    const commit = fitting.adapt(put(values));
    engine.apply(commit);
    const [change] = commit.changes;
    const fitted = change?.kind === "put" ? change.version.values : null;
    expect(loadColumns(engine, values)).toEqual({ values: fitted, leftOut: [...fitting.leftOut] });
    return { values: fitted, leftOut: [...fitting.leftOut] };
  };
  /** The same as columns of a single version. */
  const loadColumns = (engine: Engine, values: { readonly [name: string]: Json }) => {
    const fitting = new SchemaFit(engine);
    const one = { id: [1], documentId: ["p"], createdAt: [""], updatedAt: [""], publishedAt: [""] };
    const lists = new Map(Object.entries(values).map(([name, value]) => [name, [value]]));
    const columns = { type: "api::page.page", status: "published", ...one, values: lists } as const;
    const fitted = fitting.fitVersions(columns);
    expect(fitting.fitAgain(columns)).toEqual(fitted);
    return { values: fitted && recordsOf(fitted)[0]?.values, leftOut: [...fitting.leftOut] };
  };
  const quote = { __component: "part.quote", id: 1, text: "a" };
  const image = { __component: "part.image", id: 2, alt: "b" };

  it("leaves out dynamic zone items of components that are gone", () => {
    const attributes: AttributeDefinitions = { zone: { type: "dynamiczone", components: ["part.quote"] } };
    const fitted = load(attributes, { zone: [quote, image, { ...quote, __component: "part.gone" }] });
    expect(fitted).toEqual({ values: { zone: [quote] }, leftOut: [["api::page.page", 1]] });
  });

  it("leaves out values of attributes that have become components", () => {
    const attributes: AttributeDefinitions = {
      one: { type: "component", component: "part.quote" },
      many: { type: "component", component: "part.quote", repeatable: true },
    };
    expect(load(attributes, { one: "text", many: { id: 3 } }).values).toEqual({ one: null, many: [] });
  });

  it("keeps everything that fits as it is", () => {
    const attributes: AttributeDefinitions = {
      zone: { type: "dynamiczone", components: ["part.quote", "part.image"] },
      one: { type: "component", component: "part.quote" },
    };
    const values = { zone: [quote, image], one: { id: 7, text: "c" } };
    expect(load(attributes, values)).toEqual({ values, leftOut: [] });
  });
});
