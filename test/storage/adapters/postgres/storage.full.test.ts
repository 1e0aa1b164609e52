import { describe, expect, it, onTestFinished, vi } from "vitest";
import { Connection } from "../../../../storage/adapters/postgres/connection.ts";
import { PostgresStorage } from "../../../../storage/adapters/postgres/index.ts";
import { copyData, statsOf } from "../../../../storage/internal.ts";
import { sampleCommit } from "../../../../storage/testing/commits.ts";
import { createGalley } from "../../../../transport/galley.ts";
import { fileStoreSuite } from "../../../conformance/file-store.suite.ts";
import { sharedServerSuite } from "../../../conformance/shared-server.suite.ts";
import { sharedStorageSuite } from "../../../conformance/storage.suite.ts";
import { addBook, titles } from "../../../support/content/library.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { eventually } from "../../../support/eventually.ts";
import { HAS_POSTGRES, startPostgres } from "../../../support/peers/postgres.ts";
import { openedForAll } from "../../../support/run/opened.ts";
import { openBooks } from "../../../support/storage/open-books.ts";

/** Ends the connections of all nodes. */
const CUT = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'galley'";

describe.skipIf(!HAS_POSTGRES)("PostgreSQL (skipped where it is not installed)", () => {
  const server = openedForAll(startPostgres);

  sharedStorageSuite("PostgresStorage", async () => {
    const place = server.newPlace();
    const schema = schemaNameIn(place);
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

  const openNode = (place: string) => openBooks(new PostgresStorage(place));
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
    const batches = await server.sql<{ bytes: number }>(
      `select length(body) as bytes from ${schemaNameIn(place)}.batch`,
    );
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

  it("counts each step of a mark once though connections are cut", async () => {
    const place = server.newPlace();
    const nodes = [newStorage(place), newStorage(place)];
    for (const node of nodes) await node.open();
    let isOver = false;
    const cutting = (async () => {
      while (!isOver) {
        await server.sql(CUT);
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
    await server.sql(CUT);
    await add("after");
    expect(titles(store.engine)).toEqual(["before", "after"]);
  });

  sharedServerSuite({
    newPlace: () => server.newPlace(),
    storage: (place, options) => new PostgresStorage(place, options),
    beforePages(run) {
      const { query } = Connection.prototype;
      const spy = vi.spyOn(Connection.prototype, "query").mockImplementation(async function (
        this: Connection,
        ...asked: Parameters<typeof query>
      ) {
        if (asked[0].name === "page") await run();
        return query.apply(this, asked);
      } as typeof query);
      onTestFinished(() => spy.mockRestore());
    },
    async interrupt(_, goOn) {
      await server.kill();
      await server.start();
      await goOn();
      await server.kill();
      await server.start();
    },
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
    const schema = schemaNameIn(place);
    await server.sql(`update ${schema}.log set format = 9`);
    await expect(storage.open()).rejects.toThrow(/has format 9; this version reads format 1/);
  });
});

function schemaNameIn(place: string): string {
  return new URL(place.replace("@/", "@x/")).searchParams.get("schema") ?? "";
}
