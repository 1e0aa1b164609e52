import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { PostgresStorage } from "../../../../storage/adapters/postgres/index.ts";
import { copyData, type Entries, Store, statsOf } from "../../../../storage/internal.ts";
import { sampleCommit } from "../../../../storage/testing/commits.ts";
import { createGalley } from "../../../../transport/galley.ts";
import { fileStoreSuite } from "../../../conformance/file-store.suite.ts";
import { storageSuite } from "../../../conformance/storage.suite.ts";
import { addBook, countingEnv, emptyLibrary, titles } from "../../../support/library.ts";
import { HAS_POSTGRES, type PostgresServer, startPostgres } from "../../../support/postgres.ts";

if (!HAS_POSTGRES && process.env.CI) throw new Error("These tests need PostgreSQL: apt-get install postgresql");

describe.skipIf(!HAS_POSTGRES)("PostgreSQL (skipped where it is not installed)", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.close());

  storageSuite("PostgresStorage", async () => {
    const place = server.newPlace();
    return { storage: () => new PostgresStorage(place) };
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

  it("copies content in and out, and does not open what a copy has left half full", async () => {
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

  it("lets one of two appends at a position through, and names the head to the other", async () => {
    const place = server.newPlace();
    const [one, other] = [newStorage(place), newStorage(place)];
    const opened = await Promise.all([one.open(), other.open()]);
    expect(opened[0].logId).toBe(opened[1].logId);
    const appended = await Promise.all([one.append(0, [entry(1, "a")]), other.append(0, [entry(1, "b")])]);
    expect(appended.map(({ kind }) => kind).sort()).toEqual(["conflict", "ok"]);
    expect(await other.append(0, [entry(1, "c")])).toEqual({ kind: "conflict", head: 1 });
  });

  it("finds that an append is there already when it is sent again", async () => {
    const storage = newStorage(server.newPlace());
    await storage.open();
    const batch = [entry(1, "a"), entry(2, "b")];
    expect(await storage.append(0, batch)).toEqual({ kind: "ok", head: 2 });
    expect(await storage.append(0, batch)).toEqual({ kind: "ok", head: 2 });
    expect(await storage.append(0, [entry(1, "other")])).toEqual({ kind: "conflict", head: 2 });
  });

  it("follows what others append, in order, and its own", async () => {
    const place = server.newPlace();
    const [one, other] = [newStorage(place), newStorage(place)];
    await one.open();
    await other.open();
    const seen: string[] = [];
    const entries = (group: Entries) => seen.push(...[...group].map(({ commit }) => commit));
    const unfollow = await one.sharing.follow(0, { entries, ended: (error) => seen.push(error.message) });
    await other.append(0, [entry(1, "a")]);
    await one.sharing.barrier();
    await vi.waitFor(() => expect(seen).toEqual(["a"]));
    await one.append(1, [entry(2, "b")]);
    await vi.waitFor(() => expect(seen).toEqual(["a", "b"]));
    await unfollow();
  });

  it("notices that the log has lost what was read, and neither reads nor appends on", async () => {
    const place = server.newPlace();
    const schema = new URL(place.replace("@/", "@x/")).searchParams.get("schema");
    const [one, other] = [newStorage(place), newStorage(place)];
    await one.open();
    await other.open();
    await one.append(0, [entry(1, "a")]);
    await one.append(1, [entry(2, "lost")]);
    const ended = new Promise((resolve) => void one.sharing.follow(2, { entries: () => {}, ended: resolve }));
    // As a failover to a standby that did not have them would.
    await server.sql(`delete from ${schema}.batch where first = 2`);
    for await (const _ of other.read(1));
    await other.append(1, [entry(2, "other"), entry(3, "another")]);
    expect(await ended).toMatchObject({ code: "diverged" });
    expect((await one.append(2, [entry(3, "on top")])).kind).toBe("conflict");
    await expect(one.read(3).next()).rejects.toMatchObject({ code: "diverged" });
  });

  it("appends to what this node has read alone, not to whatever stands at the position", async () => {
    const place = server.newPlace();
    const [one, other] = [newStorage(place), newStorage(place)];
    await one.open();
    await other.open();
    await one.append(0, [entry(1, "a")]);
    expect(await other.append(1, [entry(2, "b")])).toEqual({ kind: "conflict", head: 1 });
    for await (const _ of other.read(1));
    expect(await other.append(1, [entry(2, "b")])).toEqual({ kind: "ok", head: 2 });
  });

  it("gives turns one after the other, and appends without one beside them", async () => {
    const place = server.newPlace();
    const [one, other] = [newStorage(place), newStorage(place)];
    await one.open();
    await other.open();
    const turn = await one.sharing.turn?.(0, 500);
    expect(await other.sharing.turn?.(0, 50)).toBeNull();
    expect((await other.append(0, [entry(1, "a")])).kind).toBe("ok");
    expect((await turn?.append(0, [entry(1, "b")]))?.kind).toBe("conflict");
    await turn?.release();
    const next = await one.sharing.turn?.(0, 500);
    expect([...(next?.behind ?? [])].map(({ commit }) => commit)).toEqual(["a"]);
    expect((await next?.append(1, [entry(2, "b")]))?.kind).toBe("ok");
    await next?.release();
  });

  it("brings the writes of three nodes to all of them, each once", async () => {
    const place = server.newPlace();
    const all = [await openNode(place), await openNode(place), await openNode(place)];
    await Promise.all(all.flatMap(({ add }, node) => Array.from({ length: 20 }, (_, at) => add(`${node} ${at}`))));
    for (const { store } of all) {
      await vi.waitFor(() => expect(store.engine.number).toBe(60));
      expect(new Set(titles(store.engine)).size).toBe(60);
    }
    expect(new Set(all.map(({ store }) => JSON.stringify([...store.engine.dump()]))).size).toBe(1);
  });

  it("plants the seed of two first nodes once", async () => {
    const place = server.newPlace();
    const open = () =>
      createGalley({
        schema: {
          contentTypes: {
            "api::post.post": {
              kind: "collectionType",
              info: { singularName: "post", pluralName: "posts", displayName: "Post" },
              attributes: { title: { type: "string" } },
            },
          },
        },
        storage: new PostgresStorage(place),
        seed: { "api::post.post": [{ title: "seeded" }] },
      });
    const all = await Promise.all([open(), open()]);
    for (const galley of all) onTestFinished(() => galley.close());
    for (const galley of all) {
      await vi.waitFor(async () => expect(await galley.documents("api::post.post").findMany()).toHaveLength(1));
    }
  });

  it("goes on after its connections were cut", async () => {
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
      await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 30), { timeout: 20_000 });
      await server.kill();
      await server.start();
    }
    const before = acknowledged.length;
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 30), { timeout: 20_000 });
    isOver = true;
    await Promise.all(writers);
    const last = await openNode(place);
    const found = titles(last.store.engine);
    expect(new Set(found).size).toBe(found.length);
    expect(acknowledged.filter((title) => !found.includes(title))).toEqual([]);
    for (const { store } of all) {
      await vi.waitFor(() => expect(store.engine.number).toBe(last.store.engine.number), { timeout: 5000 });
      expect([...store.engine.dump()]).toEqual([...last.store.engine.dump()]);
    }
  });

  it("names what is wrong, without the password", async () => {
    const url = "postgres://galley:secret@127.0.0.1:1/site";
    await expect(new PostgresStorage(url).open()).rejects.toThrow(
      /^postgres:\/\/galley@127\.0\.0\.1:1\/site cannot be used: .*ECONNREFUSED/,
    );
    expect(() => new PostgresStorage("postgres://a:secret@b:x y/site")).toThrow(/^(?!.*secret)/);
    const place = server.newPlace();
    const storage = newStorage(place);
    await storage.open();
    await storage.close();
    const schema = new URL(place.replace("@/", "@x/")).searchParams.get("schema");
    await server.sql(`update ${schema}.log set format = 9`);
    await expect(storage.open()).rejects.toThrow(/has format 9; this version reads format 1/);
  });
});
