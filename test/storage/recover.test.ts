import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CONTRACT_RULES, Engine, Schema } from "../../engine/index.ts";
import { JsonFileStorage, Store } from "../../storage/index.ts";
import { newFolder } from "../support/folder.ts";
import { AUTHOR, addBook, BOOK, countingEnv, emptyLibrary, LIBRARY, publishBook, titles } from "../support/library.ts";

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
