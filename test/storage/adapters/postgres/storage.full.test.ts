import { describe, expect, it, onTestFinished, vi } from "vitest";
import { Connection } from "../../../../storage/adapters/postgres/connection.ts";
import { PostgresStorage } from "../../../../storage/adapters/postgres/index.ts";
import { copyData, Store, statsOf } from "../../../../storage/internal.ts";
import { sampleCommit } from "../../../../storage/testing/commits.ts";
import { createGalley } from "../../../../transport/galley.ts";
import { fileStoreSuite } from "../../../conformance/file-store.suite.ts";
import { sharedStorageSuite } from "../../../conformance/storage.suite.ts";
import { addBook, countingEnv, emptyLibrary, titles } from "../../../support/content/library.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { eventually } from "../../../support/eventually.ts";
import { HAS_POSTGRES, startPostgres } from "../../../support/peers/postgres.ts";
import { openedForAll } from "../../../support/run/opened.ts";

describe.skipIf(!HAS_POSTGRES)("PostgreSQL (skipped where it is not installed)", () => {
  const server = openedForAll(startPostgres);

  sharedStorageSuite("PostgresStorage", async () => {
    const place = server.newPlace();
    const schema = schemaOf(place);
    const lose = async (after: number) => {
      const tables = ["batch where last", "snapshot where at"];
      for (const each of tables) await server.sql(`delete from ${schema}.${each} > ${after}`);
    };
    const age = async (milliseconds: number) => {
      for (const each of ["node set seen = seen", "snapshot set claimed = claimed"]) {
        await server.sql(`update ${schema}.${each} - interval '${milliseconds} ms'`);
      }
    };
    return { storage: () => new PostgresStorage(place), lose, age };
  });

  fileStoreSuite("PostgresStorage.files", async () => {
    const storage = newStorage(server.newPlace());
    await storage.open();
    return storage.files;
  });

  it("prints the SQL by which an administrator makes the tables", async () => {
    const storage = newStorage(server.newPlace());
    await server.sql(storage.sql);
    await server.sql(storage.sql);
    expect(await storage.open()).toMatchObject({ head: 0, shared: true });
    expect(await storage.nodes()).toEqual([]);
  });

  it("copies content in and out, and does not open an incomplete copy", async () => {
    const [from, to] = [newStorage(server.newPlace()), newStorage(server.newPlace())];
    await from.open();
    await from.append(0, [entry(1, "a"), entry(2, "b"), entry(3, "c")]);
    await from.close();
    await copyData(from, to);
    const stats = await statsOf(to);
    expect(stats.types).toEqual((await statsOf(from)).types);
    await to.open();
    await to.beginFilling();
    await to.close();
    await expect(to.open()).rejects.toThrow(/holds a copy that was interrupted/);
  });

  function newStorage(place: string): PostgresStorage {
    const storage = new PostgresStorage(place);
    onTestFinished(() => storage.close());
    return storage;
  }

  let nodes = 0;
  async function openNode(place: string) {
    nodes += 1;
    const name = `n${nodes}`;
    let count = 0;
    const newDocumentId = () => {
      count += 1;
      return name + String(count).padStart(24 - name.length, "0");
    };
    const env = { ...countingEnv(), newDocumentId };
    const store = await Store.open({
      engine: emptyLibrary(),
      storage: new PostgresStorage(place),
      env,
      report: () => {},
    });
    onTestFinished(() => store.close());
    const add = (title: string) =>
      store.write(
        (transaction) => addBook(transaction, title),
        (documentId) => documentId,
      );
    return { store, add };
  }

  const entry = (position: number, commit: string) => ({ position, commit, body: sampleCommit(position) });

  it("brings the writes of three nodes to all of them, each once", async () => {
    const place = server.newPlace();
    const all = [await openNode(place), await openNode(place), await openNode(place)];
    await Promise.all(all.flatMap(({ add }, node) => Array.from({ length: 20 }, (_, at) => add(`${node} ${at}`))));
    for (const { store } of all) {
      await eventually(() => expect(store.engine.number).toBe(61));
      expect(new Set(titles(store.engine)).size).toBe(60);
    }
    expect(new Set(all.map(({ store }) => JSON.stringify([...store.engine.dump()]))).size).toBe(1);
  });

  it("plants the seed of two first nodes once", async () => {
    const place = server.newPlace();
    const open = () =>
      createGalley({
        schema: schemaOf({ post: { dp: false, attributes: { title: { type: "string" } } } }),
        storage: new PostgresStorage(place),
        seed: { "api::post.post": [{ title: "seeded" }] },
      });
    const all = await Promise.all([open(), open()]);
    for (const galley of all) onTestFinished(() => galley.close());
    for (const galley of all) {
      await eventually(async () => expect(await galley.documents("api::post.post").findMany()).toHaveLength(1));
    }
  });

  it("stores waiting writes in batches of some 16 MiB, each within the limit of the database", async () => {
    const place = server.newPlace();
    const { add, store } = await openNode(place);
    const text = "x".repeat(1 << 20);
    await Promise.all(Array.from({ length: 40 }, (_, at) => add(`${at} ${text}`)));
    expect(titles(store.engine)).toHaveLength(40);
    const batches = await server.sql<{ bytes: number }>(`select length(body) as bytes from ${schemaOf(place)}.batch`);
    const largest = Math.max(...batches.map(({ bytes }) => bytes));
    expect(largest).toBeGreaterThan(8 << 20);
    expect(largest).toBeLessThan(19 << 20);
  });

  it("returns the entries after a batch that is larger than a page", async () => {
    const place = server.newPlace();
    const [one, other] = [await openNode(place), await openNode(place)];
    await one.add("x".repeat(5 << 20));
    await eventually(() => expect(titles(other.store.engine)).toHaveLength(1));
    await one.add("after");
    await eventually(() => expect(titles(other.store.engine)).toHaveLength(2));
    await other.add("behind it");
    expect(titles((await openNode(place)).store.engine).slice(1)).toEqual(["after", "behind it"]);
  });

  it("stores a replacement of the whole content, and works that count together", async () => {
    const { add, store } = await openNode(server.newPlace());
    await add("before");
    const before = store.engine.fork();
    await store.writeAll(() => ["one", "two"].map((title) => (transaction) => void addBook(transaction, title)));
    expect(titles(store.engine)).toEqual(["before", "one", "two"]);
    await store.replace(before);
    expect(titles(store.engine)).toEqual(["before"]);
  });

  it("ends reading though others append before each page", async () => {
    const place = server.newPlace();
    const [writer, reader] = [new PostgresStorage(place), new PostgresStorage(place)];
    for (const storage of [writer, reader]) {
      await storage.open();
      onTestFinished(() => storage.close());
    }
    let head = 0;
    const append = async () => {
      const entry = { position: head + 1, commit: `commit-${head + 1}`, body: sampleCommit(head + 1) };
      expect(await writer.append(head, [entry])).toEqual({ kind: "ok", head: head + 1 });
      head += 1;
    };
    await append();
    const { query } = Connection.prototype;
    let pages = 0;
    const spy = vi.spyOn(Connection.prototype, "query").mockImplementation(async function (
      this: Connection,
      ...asked: Parameters<typeof query>
    ) {
      if (asked[0].name === "page") {
        pages += 1;
        expect(pages).toBeLessThan(50);
        await append();
      }
      return query.apply(this, asked);
    } as typeof query);
    onTestFinished(() => spy.mockRestore());
    const positions: number[] = [];
    for await (const entries of reader.read(1)) for (const { position } of entries) positions.push(position);
    expect(positions).toEqual(positions.map((_, at) => at + 1));
    expect(positions).toContain(1);
  });

  it("accepts no writes on a machine whose clock is half a minute off, until it is set", async () => {
    let offset = 0;
    const storage = new PostgresStorage(server.newPlace(), { now: () => Date.now() + offset });
    const store = await Store.open({ engine: emptyLibrary(), storage, env: countingEnv(), report: () => {} });
    onTestFinished(() => store.close());
    const add = (title: string) =>
      store.write(
        (transaction) => addBook(transaction, title),
        () => null,
      );
    await add("before");
    await expect.poll(() => store.clockOffset).toBeCloseTo(0, -2);
    offset = 40_000;
    await expect.poll(() => store.obstacle?.reason).toMatch(/is (39|40) s ahead of that/);
    await expect(add("ahead")).rejects.toMatchObject({ code: "unavailable" });
    offset = -40_000;
    await expect.poll(() => store.obstacle?.reason).toMatch(/is (39|40) s behind that/);
    offset = 20_000;
    await expect.poll(() => store.obstacle).toBeNull();
    await add("after");
    expect(titles(store.engine)).toEqual(["before", "after"]);
  });

  it("counts each step of a mark once though connections are cut", async () => {
    const place = server.newPlace();
    const nodes = [newStorage(place), newStorage(place)];
    for (const node of nodes) await node.open();
    let isOver = false;
    const cutting = (async () => {
      while (!isOver) {
        await server.sql("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'galley'");
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    })();
    const steps = nodes.map(async ({ marks }) => {
      for (let done = 0; done < 25; ) {
        const present = await marks.read("count");
        if (await marks.write("count", present, String(Number(present) + 1))) done += 1;
      }
    });
    await Promise.all(steps);
    isOver = true;
    await cutting;
    expect(await nodes[0]?.marks.read("count")).toBe("50");
  });

  it("continues after its connections were cut", async () => {
    const place = server.newPlace();
    const { add, store } = await openNode(place);
    await add("before");
    const cut = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'galley'";
    await server.sql(cut);
    await add("after");
    expect(titles(store.engine)).toEqual(["before", "after"]);
  });

  it("has every acknowledged write of three nodes once, though the server is killed among them", async () => {
    const place = server.newPlace();
    const all = [await openNode(place), await openNode(place), await openNode(place)];
    const acknowledged: string[] = [];
    let isOver = false;
    const writers = all.map(async ({ add }, node) => {
      for (let at = 0; !isOver; at += 1) {
        const title = `${node} ${at}`;
        await add(title).then(
          () => acknowledged.push(title),
          () => new Promise((resolve) => setTimeout(resolve, 20)),
        );
      }
    });
    for (let round = 0; round < 2; round += 1) {
      const before = acknowledged.length;
      await eventually(() => expect(acknowledged.length).toBeGreaterThan(before + 30));
      await server.kill();
      await server.start();
    }
    const before = acknowledged.length;
    await eventually(() => expect(acknowledged.length).toBeGreaterThan(before + 30));
    isOver = true;
    await Promise.all(writers);
    const last = await openNode(place);
    const found = titles(last.store.engine);
    expect(new Set(found).size).toBe(found.length);
    expect(acknowledged.filter((title) => !found.includes(title))).toEqual([]);
    for (const { store } of all) {
      await eventually(() => expect(store.engine.number).toBe(last.store.engine.number));
      expect([...store.engine.dump()]).toEqual([...last.store.engine.dump()]);
    }
  });

  it("names the fault, without the password", async () => {
    const url = "postgres://galley:secret@127.0.0.1:1/site";
    await expect(new PostgresStorage(url).open()).rejects.toThrow(
      /^postgres:\/\/galley@127\.0\.0\.1:1\/site cannot be used: .*ECONNREFUSED/,
    );
    expect(() => new PostgresStorage("postgres://a:secret@b:x y/site")).toThrow(/^(?!.*secret)/);
    const place = server.newPlace();
    const storage = newStorage(place);
    await storage.open();
    await storage.close();
    const schema = schemaOf(place);
    await server.sql(`update ${schema}.log set format = 9`);
    await expect(storage.open()).rejects.toThrow(/has format 9; this version reads format 1/);
  });
});

function schemaOf(place: string): string {
  return new URL(place.replace("@/", "@x/")).searchParams.get("schema") ?? "";
}
