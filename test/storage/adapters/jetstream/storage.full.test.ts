import { readdirSync, readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { connect as connectToNats } from "@nats-io/transport-node";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { Connection } from "../../../../storage/adapters/jetstream/connection.ts";
import { JetStreamStorage } from "../../../../storage/adapters/jetstream/index.ts";
import { checkLog } from "../../../../storage/internal.ts";
import { CLAIM_LAPSE } from "../../../../storage/sharing/lapses.ts";
import { sampleCommit } from "../../../../storage/testing/commits.ts";
import { fileStoreSuite } from "../../../conformance/file-store.suite.ts";
import { sharedServerSuite } from "../../../conformance/shared-server.suite.ts";
import { sharedStorageSuite, storageSuite } from "../../../conformance/storage.suite.ts";
import { titles } from "../../../support/content/library.ts";
import { DEPTH } from "../../../support/drawn-deeper.ts";
import { eventually } from "../../../support/eventually.ts";
import { HAS_NATS, startNats } from "../../../support/peers/nats.ts";
import { openedForAll } from "../../../support/run/opened.ts";
import { openBooks } from "../../../support/storage/open-books.ts";

it("never expects a message id, one wrong of which stops a stream for good (2.15.1, three replicas)", () => {
  const folder = new URL("../../../../storage/adapters/jetstream/", import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const sources = files.map((name) => readFileSync(new URL(name, folder), "utf8"));
  expect(sources.length).toBeGreaterThan(10);
  for (const source of sources) expect(source).not.toMatch(/lastMsgID|Expected-Last-Msg-Id/i);
});

describe.skipIf(!HAS_NATS)("JetStream (skipped where nats-server 2.15 is not there)", () => {
  for (const count of [1, 3] as const) {
    describe(`of ${count}`, () => {
      const cluster = openedForAll(() => startNats(count));
      const newPlace = () => {
        const place = cluster.newPlace();
        onTestFinished(() => cluster.drop(place));
        return place;
      };

      // Three servers are checked for whatever one is: `npm run test:all` checks one for the log of a single node.
      const suite = count > 1 || DEPTH >= 1 ? sharedStorageSuite : storageSuite;
      suite(`JetStreamStorage, R${count},`, async () => {
        const place = newPlace();
        return {
          storage: () => new JetStreamStorage(place),
          lose: (after) => cluster.lose(place, after),
          age: (milliseconds) => cluster.age(place, milliseconds),
        };
      });

      fileStoreSuite(`JetStreamStorage.files, R${count},`, async () => {
        const storage = new JetStreamStorage(newPlace());
        onTestFinished(() => storage.close());
        await storage.open();
        return storage.files;
      });

      it("writes a mark once though the answer is lost, and takes no other write for its own", async () => {
        const storage = new JetStreamStorage(newPlace());
        await storage.open();
        onTestFinished(() => storage.close());
        const { marks } = storage;
        await marks.write("a", null, "1");
        const { publish } = Connection.prototype;
        let isLosing = true;
        const spy = vi.spyOn(Connection.prototype, "publish").mockImplementation(async function (
          this: Connection,
          ...given
        ) {
          const stored = await publish.apply(this, given);
          if (!isLosing || given[1] === "") return stored;
          isLosing = false;
          throw new Error("the answer is lost");
        });
        onTestFinished(() => spy.mockRestore());
        expect(await marks.write("a", "1", "2")).toBe(true);
        expect([isLosing, await marks.read("a")]).toEqual([false, "2"]);
        expect(await marks.write("a", "1", "2")).toBe(false);
      });

      it("reads all that was acknowledged though the server that answers lags behind", async () => {
        const place = newPlace();
        const { add } = await openNode(place);
        for (const title of ["one", "two", "three"]) await add(title);
        const storage = new JetStreamStorage(place);
        const { head } = await storage.open();
        onTestFinished(() => storage.close());
        const { look } = Connection.prototype;
        let lagging = 2;
        const spy = vi.spyOn(Connection.prototype, "look").mockImplementation(async function (this: Connection, where) {
          const found = await look.call(this, where);
          lagging -= 1;
          return lagging < 0 ? found : { messages: found.messages.slice(0, 1), isMore: false };
        });
        onTestFinished(() => spy.mockRestore());
        const positions: number[] = [];
        for await (const entries of storage.read(1)) for (const { position } of entries) positions.push(position);
        expect(positions).toEqual(Array.from({ length: head }, (_, at) => at + 1));
        expect(lagging).toBeLessThan(0);
      });

      it("knows which nodes live, and who stores a snapshot, however their clocks differ", async () => {
        const place = newPlace();
        const ahead = new JetStreamStorage(place, { now: () => Date.now() + 86_400_000 });
        const behind = new JetStreamStorage(place, { now: () => Date.now() - 86_400_000 });
        for (const storage of [ahead, behind]) {
          await storage.open();
          onTestFinished(() => storage.close());
        }
        await ahead.append(0, [{ position: 1, commit: "one", body: sampleCommit(1) }]);
        for await (const entries of behind.read(1)) expect([...entries]).toHaveLength(1);
        expect(await ahead.sharing.nodes?.()).toBe(2);
        expect(await behind.sharing.nodes?.()).toBe(2);
        expect(await ahead.sharing.claimSnapshot?.(1)).toBe(true);
        expect(await behind.sharing.claimSnapshot?.(1)).toBe(false);
        // As when the node that has it is gone.
        await cluster.age(place, CLAIM_LAPSE + 1_000);
        expect(await behind.sharing.claimSnapshot?.(1)).toBe(true);
      });

      sharedServerSuite({
        newPlace,
        storage: (place, options) => new JetStreamStorage(place, options),
        beforePages(run) {
          const { look } = Connection.prototype;
          const spy = vi.spyOn(Connection.prototype, "look").mockImplementation(async function (
            this: Connection,
            where,
          ) {
            if (where.stream.startsWith("GALLEY")) await run();
            return look.call(this, where);
          });
          onTestFinished(() => spy.mockRestore());
        },
        async interrupt(place, goOn) {
          const leader = await cluster.leaderOf(place);
          await leader.kill();
          // Of three, the other two go on without it.
          if (count > 1) await goOn();
          await leader.start();
        },
      });
    });
  }

  describe("on its way", () => {
    const cluster = openedForAll(() => startNats(1));

    it("passes over messages that no node of the log has sent", async () => {
      const place = cluster.newPlace();
      const [one, other] = [await openNode(place), await openNode(place)];
      await one.add("before");
      const watcher = new JetStreamStorage(place);
      onTestFinished(() => watcher.close());
      await watcher.open();
      const ids = (await watcher.nodes()).map(({ id }) => id);
      expect(ids).toHaveLength(2);
      const [, servers = "", name = ""] = /^nats:\/\/([^/]*)\/(\w+)/.exec(place) ?? [];
      const connections = async () => {
        const counted = (await (await fetch(`${cluster.servers[0]?.monitor}/varz`)).json()) as Record<string, unknown>;
        return Number(counted.total_connections);
      };
      const nc = await connectToNats({ servers });
      const before = await connections();
      for (const subject of ["news", "log", "barrier", ...ids.map((id) => `turn.${id}`)])
        for (const text of ["", "no JSON", "null", "[]", "{}", '{"turn":1}', '{"node":1,"head":"1"}'])
          nc.publish(`galley.${name}.${subject}`, text);
      await nc.drain();
      await one.add("after");
      await eventually(() => other.add("last"));
      for (const { store } of [one, other])
        await eventually(() => expect(titles(store.engine)).toEqual(["before", "after", "last"]));
      for await (const entries of watcher.read(1)) expect([...entries]).not.toEqual([]);
      const turn = await watcher.sharing.turn?.(one.store.engine.number, 60_000);
      expect([...(turn?.behind ?? [null])]).toEqual([]);
      await turn?.release();
      expect(await connections()).toBe(before);
    });

    it("finds a write whose answer was lost", async () => {
      const place = cluster.newPlace();
      const port = Number(/:(\d+)\//.exec(place)?.[1]);
      const proxy = await startProxy(port);
      onTestFinished(() => proxy.close());
      const { add, store } = await openNode(place.replace(`:${port}/`, `:${proxy.port}/`));
      await add("before");
      proxy.loseAnswers();
      await add("lost and found");
      await add("after");
      expect(proxy.lost()).toBe(1);
      const other = await openNode(place);
      for (const { engine } of [store, other.store])
        expect(titles(engine)).toEqual(["before", "lost and found", "after"]);
    });

    it("detects a replaced log on opening that running nodes have not noticed", async () => {
      const place = cluster.newPlace();
      const { add, store } = await openNode(place);
      for (const title of ["first", "second", "third"]) await add(title);
      expect(await checkLog(new JetStreamStorage(place))).toBe(store.engine.number);
      await cluster.exchange(place, "second", "forged");
      await expect(openNode(place)).rejects.toMatchObject({ code: "damaged" });
      await expect(checkLog(new JetStreamStorage(place))).rejects.toMatchObject({ code: "damaged" });
    });

    it("refuses servers that are not known to flush each write, and says what to do", async () => {
      const place = cluster.newPlace().replace(/&monitors=.*/, "");
      await expect(new JetStreamStorage(place).open()).rejects.toThrow(/monitors=http:\/\/HOST:8222,….*trust=sync/);
      const trusted = new JetStreamStorage(`${place}&trust=sync`);
      onTestFinished(() => trusted.close());
      expect(await trusted.open()).toMatchObject({ head: 0, shared: true, survives: "power loss" });
    });
  });
});

const openNode = (place: string) => openBooks(new JetStreamStorage(place));

/** Stands before a server. Once asked to, it passes an append on and cuts the connection in place of the answer. */
async function startProxy(port: number) {
  let isLosing = false;
  let lost = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(port, "127.0.0.1");
    let isAsked = false;
    client.on("data", (bytes) => {
      if (isLosing && bytes.includes("Galley-First")) isAsked = true;
      upstream.write(bytes);
    });
    upstream.on("data", (bytes) => {
      if (!isAsked) return client.write(bytes);
      isLosing = false;
      lost += 1;
      client.destroy();
      upstream.destroy();
    });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        client.destroy();
        upstream.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    loseAnswers: () => {
      isLosing = true;
    },
    lost: () => lost,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
