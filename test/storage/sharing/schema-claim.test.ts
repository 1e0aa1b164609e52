import { describe, expect, it } from "vitest";
import { type Attribute, CONTRACT_RULES, type ContentType, Engine, Schema } from "../../../engine/internal.ts";
import { type StorageError, Store } from "../../../storage/internal.ts";
import { writingFingerprint } from "../../../storage/sharing/writing-fingerprint.ts";
import { BOOK, countingEnv, LIBRARY, retitleBook, storeBook, titles } from "../../support/content/library.ts";
import { eventually } from "../../support/eventually.ts";
import { SharedLog } from "../../support/storage/shared-log.ts";

const [book, author] = [...LIBRARY.types.values()] as [ContentType, ContentType];
const title = book.attributes.get("title") as Attribute;
/** Books with one more attribute. */
const WITH_SUBTITLE = new Schema(
  [{ ...book, attributes: new Map([...book.attributes, ["subtitle", { ...title, name: "subtitle" }]]) }, author],
  [],
);

let nodes = 0;
async function opened(log: SharedLog, schema = LIBRARY, claimSchema = false) {
  nodes += 1;
  const store = await Store.open({
    engine: new Engine(schema, CONTRACT_RULES),
    storage: log.storage(),
    env: countingEnv(`n${nodes}x`),
    claimSchema,
    report: () => {},
  });
  const add = (text: string) => storeBook(store, text);
  return { store, add };
}

describe("content types of nodes that share a log", () => {
  it("write from the first write of a node with newer ones on; a node with older ones reads, and says why not", async () => {
    const log = new SharedLog();
    const old = await opened(log);
    await old.add("old");
    const fresh = await opened(log, WITH_SUBTITLE);
    expect([old.store.schema, fresh.store.schema]).toEqual(["current", "newer"]);
    await old.add("beside");
    await fresh.add("new");
    await eventually(() => expect(titles(old.store.engine)).toEqual(["old", "beside", "new"]));
    expect([old.store.schema, fresh.store.schema]).toEqual(["older", "current"]);
    expect(old.store.obstacle?.reason).toMatch(/^schema superseded/);
    await expect(old.add("late")).rejects.toMatchObject({
      code: "unavailable",
      details: { reason: expect.stringMatching(/^schema superseded/) },
    });
    expect(old.store.stopped).toBeNull();
  });

  it("are fenced: a pending write of a node with older ones is refused, and drops nothing", async () => {
    const log = new SharedLog();
    const old = await opened(log);
    const documentId = await old.add("old");
    const fresh = await opened(log, WITH_SUBTITLE);
    const written = fresh.store.write(
      (transaction) => {
        const draft = transaction.version(BOOK, documentId, "draft");
        if (draft) transaction.put(BOOK, "draft", { ...draft, values: { ...draft.values, subtitle: "kept" } });
      },
      () => "written",
    );
    const late = Array.from({ length: 20 }, (_, at) =>
      old.store
        .write(
          (transaction) => retitleBook(transaction, documentId, `late ${at}`),
          () => "written",
        )
        .catch(({ code }: StorageError) => code),
    );
    expect(await written).toBe("written");
    expect(await Promise.all(late)).toContain("unavailable");
    const [change] = [...(await opened(log, WITH_SUBTITLE)).store.engine.dump()].slice(-1);
    expect(change).toMatchObject({ version: { values: { subtitle: "kept" } } });
  });

  it("are not taken over by a write that stores nothing", async () => {
    const log = new SharedLog();
    const old = await opened(log);
    await old.add("old");
    const fresh = await opened(log, WITH_SUBTITLE);
    await fresh.store.write(
      () => {},
      () => {},
    );
    expect(log.entries).toHaveLength(2);
    await old.add("still");
  });

  it("are in snapshots, which a node with others does not store", async () => {
    const log = new SharedLog();
    const old = await opened(log);
    await old.add("old");
    const fresh = await opened(log, WITH_SUBTITLE);
    expect(await fresh.store.snapshot()).toBe(0);
    await fresh.add("new");
    await eventually(() => expect(old.store.schema).toBe("older"));
    expect(await old.store.snapshot()).toBe(0);
    expect(await fresh.store.snapshot()).toBe(4);
    expect((await opened(log)).store.schema).toBe("older");
    expect((await opened(log, WITH_SUBTITLE)).store.schema).toBe("current");
  });

  it("may be claimed back, once", async () => {
    const log = new SharedLog();
    await (await opened(log)).add("old");
    const fresh = await opened(log, WITH_SUBTITLE);
    await fresh.add("new");
    const back = await opened(log, LIBRARY, true);
    await back.add("back");
    await eventually(() => expect(fresh.store.schema).toBe("older"));
    await expect(fresh.add("late")).rejects.toMatchObject({ code: "unavailable" });
    await (await opened(log, WITH_SUBTITLE, true)).add("again");
    await eventually(() => expect(back.store.schema).toBe("older"));
    await expect(back.add("late")).rejects.toMatchObject({ code: "unavailable" });
    await fresh.add("current again");
  });

  it("stay unchanged when the whole content is replaced", async () => {
    const log = new SharedLog();
    const one = await opened(log);
    const other = await opened(log);
    await one.add("one");
    const before = one.store.engine.fork();
    await one.add("two");
    await one.store.replace(before);
    await eventually(() => expect(titles(other.store.engine)).toEqual(["one"]));
    expect([one.store.schema, other.store.schema]).toEqual(["current", "current"]);
    expect(other.store.engine.state.schemas).toEqual(one.store.engine.state.schemas);
  });

  it("are the same in whatever order they are declared", () => {
    const turned = new Schema([author, { ...book, attributes: new Map([...book.attributes].reverse()) }], []);
    expect(writingFingerprint(turned)).toBe(writingFingerprint(LIBRARY));
    expect(writingFingerprint(WITH_SUBTITLE)).not.toBe(writingFingerprint(LIBRARY));
  });
});
