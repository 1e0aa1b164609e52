import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { checkConfig } from "../../transport/config/check-config.ts";
import { blockOf, PROXIES, type RunningProxy } from "../support/docs/cluster-page.ts";
import { HAS_POSTGRES, type PostgresServer, startPostgres } from "../support/peers/postgres.ts";
import { ClusterNodes } from "../support/servers/cluster-nodes.ts";
import { judge, NoteLoad, notesOf, postNote } from "../support/storage/note-load.ts";
import { RegisterLoad } from "../support/storage/register-load.ts";
import { type ScriptedNodes, startScriptedNodes, type Treatment } from "../support/storage/scripted-nodes.ts";

/** Both proxies, restarts, and writes in doubt: a minute and a half. */
const IS_LONG = process.env.GALLEY_CLUSTER !== undefined;

test("the configuration of the nodes is one that Galley takes", () => {
  const config = JSON.parse(blockOf("json"));
  expect(checkConfig(config, "docs/cluster.md")).toEqual(config);
});

describe.each(PROXIES)("the sample for $name (skipped where it is not installed)", (kind) => {
  describe.skipIf(!kind.isThere)("in front of three nodes", () => {
    let nodes: ScriptedNodes;
    let proxy: RunningProxy;

    beforeAll(async () => {
      nodes = await startScriptedNodes(3);
      proxy = await kind.start(nodes.ports);
    });
    afterAll(async () => {
      await proxy.close();
      await nodes.close();
    });

    async function ask(method: string, ...deeds: Treatment[]) {
      nodes.deeds.splice(0, Number.POSITIVE_INFINITY, ...deeds);
      nodes.arrived.length = 0;
      const body = method === "GET" ? {} : { body: JSON.stringify({ data: { title: "One" } }) };
      const asked = fetch(`http://127.0.0.1:${proxy.port}/api/notes`, { method, ...body });
      const { status } = await asked.catch(() => ({ status: "closed" }));
      return { status, arrived: nodes.arrived.length };
    }

    it("asks another node where one answers a read with 503", async () => {
      expect(await ask("GET", 503, 200)).toEqual({ status: 200, arrived: 2 });
    });

    it("asks another node where the answer to a read is lost", async () => {
      expect(await ask("GET", "cut", 200)).toEqual({ status: 200, arrived: 2 });
    });

    it("sends a write to another node where nothing has happened: 503", async () => {
      expect(await ask("POST", 503, 201)).toEqual({ status: 201, arrived: 2 });
    });

    it.each(["POST", "PUT", "DELETE"])(
      "sends a %s once where a node does not know what became of it",
      async (method) => {
        expect(await ask(method, 504)).toEqual({ status: 504, arrived: 1 });
      },
    );

    // Two: nginx leaves a node alone for two seconds that has lost an answer, and one had answered with 503.
    it.each(["POST", "PUT"])("sends a %s once where its answer is lost", async (method) => {
      // HAProxy closes a connection that has had an answer before.
      expect(await ask(method, "cut")).toEqual({ status: expect.toBeOneOf([502, "closed"]), arrived: 1 });
    });

    it.each(["/_health/ready", "/_metrics", "/__galley/reset"])("keeps %s from others", async (path) => {
      expect((await fetch(`http://127.0.0.1:${proxy.port}${path}`)).status).toBe(403);
    });
  });
});

describe.skipIf(!HAS_POSTGRES)("three nodes on PostgreSQL (skipped where it is not installed)", () => {
  let server: PostgresServer;
  let nodes: ClusterNodes;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "galley-cluster-"));
    server = await startPostgres();
    const place = server.newPlace();
    nodes = await ClusterNodes.start({ folder, places: [place, place, place] });
  });
  afterAll(async () => {
    await nodes.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const urls = () => nodes.ports.map((_, node) => nodes.url(node));

  it("know of each other", async () => {
    const nodesOf = async () =>
      ((await (await fetch(`${nodes.url(0)}/_health`)).json()) as { cluster: object }).cluster;
    await expect.poll(nodesOf).toMatchObject({ lagMs: expect.any(Number), nodes: 3 });
  });

  describe.each(PROXIES.filter(({ isThere, name }) => isThere && (IS_LONG || name === "nginx")))(
    "behind $name",
    (kind) => {
      it("answer every read while one is killed and others are restarted, and lose and repeat no write", async () => {
        const proxy = await kind.start(nodes.ports);
        const load = new NoteLoad({ url: () => `http://127.0.0.1:${proxy.port}`, writers: 3, readers: 3 });
        await more(load, 10);
        await nodes.kill(0);
        await more(load, 30);
        await nodes.start(0);
        if (IS_LONG) {
          await nodes.stop(1);
          await more(load, 30);
          await nodes.start(1);
        }
        await more(load, 30);
        await load.end();
        expect([...load.reads.keys()]).toEqual([200]);
        expect(await judge(load, urls())).toEqual({ lost: 0, twice: 0, refusedButThere: 0, different: 0 });
        await proxy.close();
      });

      it.runIf(IS_LONG)("answer 504 for a write in doubt, which is not repeated, and reads go on", async () => {
        const proxy = await kind.start(nodes.ports);
        const url = `http://127.0.0.1:${proxy.port}`;
        const title = `in doubt behind ${kind.name}`;
        await setStandby("nobody");
        let isOver = false;
        const reads = new Set<number>();
        const reading = (async () => {
          const until = performance.now() + 8_000;
          while (performance.now() < until && !isOver) {
            reads.add((await fetch(`${url}/api/notes?pagination[pageSize]=1`)).status);
            await sleep(20);
          }
        })();
        expect(await postNote(url, title)).toBe(504);
        isOver = true;
        await reading;
        await setStandby("");
        expect([...reads]).toEqual([200]);
        const found = async () => (await notesOf(nodes.url(0))).filter((note) => note.title === title).length;
        await expect.poll(found).toBe(1);
        await expect.poll(() => postNote(url, `after ${title}`)).toBe(201);
        expect(await found()).toBe(1);
        await proxy.close();
      });
    },
  );

  it("are linearizable for readers of the latest position even if a node is killed, but not for readers of one node's content", async () => {
    const anywhere = () => nodes.url(Math.floor(Math.random() * 3));
    const options = { url: anywhere, registers: 3, writers: 4, readers: 6 };
    const load = await RegisterLoad.start({ ...options, position: "latest" });
    const read = async (count: number) => {
      const before = load.operations.length;
      while (load.operations.length < before + count) await sleep(20);
    };
    await read(200);
    await nodes.kill(1);
    await read(200);
    await nodes.start(1);
    await read(200);
    await load.end();
    expect(load.faults).toEqual([]);
    // The check finds such faults. While it looks for them, no client gets on.
    const stale = await RegisterLoad.start(options);
    await expect.poll(() => stale.faults.length).toBeGreaterThan(0);
    await stale.end();
  });

  /** Commits wait for a standby of this name; there is none. */
  async function setStandby(name: string): Promise<void> {
    await server.sql(`alter system set synchronous_standby_names = '${name}'`);
    await server.sql("select pg_reload_conf()");
  }
});

/** Waits for so many more acknowledged writes. */
async function more(load: NoteLoad, count: number): Promise<void> {
  const before = load.acknowledged.length;
  while (load.acknowledged.length < before + count) await sleep(10);
}
