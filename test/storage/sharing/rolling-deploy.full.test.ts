import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { JetStreamStorage } from "../../../storage/adapters/jetstream/index.ts";
import { PostgresStorage } from "../../../storage/adapters/postgres/index.ts";
import { createGalley } from "../../../transport/galley.ts";
import { DEPTH } from "../../support/drawn-deeper.ts";
import { eventually } from "../../support/eventually.ts";
import { HAS_NATS, startNats } from "../../support/peers/nats.ts";
import { HAS_POSTGRES, startPostgres } from "../../support/peers/postgres.ts";

const TOKEN = "token-of-the-deploy";
const HEADERS = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
const DOCUMENTS = 12;
/** Milliseconds between two writes of a document: dozens of them meet each step, and leave the nodes time to start. */
const PAUSE = 20;
/** Milliseconds in which a request has to be answered by some node. */
const REQUEST_TIMEOUT = 60_000;

const OLD = { title: { type: "string" } } as const;
const NEW = { ...OLD, subtitle: { type: "string" } } as const;
/** Besides, notes are published, and have a leader. */
const PUBLISHED = {
  ...NEW,
  leader: { type: "relation", relation: "manyToOne", target: "api::note.note", inversedBy: "followers" },
  followers: { type: "relation", relation: "oneToMany", target: "api::note.note", mappedBy: "leader" },
} as const;

/** Servers that keep logs. */
interface LogServer {
  newPlace(): string;
  close(): Promise<void>;
}

const SYSTEMS = [
  { name: "PostgreSQL", isThere: HAS_POSTGRES, startServer: (): Promise<LogServer> => startPostgres() },
  { name: "JetStream", isThere: HAS_NATS, startServer: (): Promise<LogServer> => startNats(1) },
];

type Node = { readonly url: string; readonly close: () => Promise<void> };

function storageAt(place: string): JetStreamStorage | PostgresStorage {
  return place.startsWith("nats:") ? new JetStreamStorage(place) : new PostgresStorage(place);
}

async function start(place: string, attributes: typeof OLD | typeof NEW | typeof PUBLISHED): Promise<Node> {
  const galley = await createGalley({
    schema: {
      contentTypes: {
        "api::note.note": {
          kind: "collectionType",
          info: { singularName: "note", pluralName: "notes", displayName: "Note" },
          options: { draftAndPublish: attributes === PUBLISHED },
          attributes,
        },
      },
    },
    tokens: [{ name: "deploy", token: TOKEN, access: "full-access" }],
    storage: storageAt(place),
    // The test is about refusals.
    logger: { info() {}, warn() {}, error() {} },
  });
  const listening = await galley.listen({ port: 0 });
  const close = async () => {
    await listening.close();
    await galley.close();
  };
  return { url: listening.url, close };
}

/**
 * A client that asks another node where one is not there, or answers 503; its writes may be sent twice. It reads what it
 * has written, whichever node it asks, by the position of the write: without one, a node may not have read it yet.
 */
class RetryingClient {
  readonly urls: string[];
  readonly failed: string[] = [];
  answered = 0;
  retried = 0;
  #next = 0;
  /** Of the last write to each path. */
  readonly #positions = new Map<string, string>();

  constructor(urls: string[]) {
    this.urls = urls;
  }

  async ask(method: string, path: string, data?: object): Promise<Record<string, unknown> | null> {
    const body = data === undefined ? {} : { body: JSON.stringify({ data }) };
    const headers = { ...HEADERS, "x-galley-position": this.#positions.get(path) ?? "" };
    let last = "";
    for (const until = Date.now() + REQUEST_TIMEOUT; Date.now() < until; await sleep(10)) {
      this.#next += 1;
      const url = this.urls[this.#next % this.urls.length];
      try {
        const reply = await fetch(`${url}${path}`, { method, headers, ...body });
        const answer = (await reply.json()) as { data: Record<string, unknown> };
        if (reply.ok) {
          this.answered += 1;
          const position = reply.headers.get("x-galley-position");
          if (position !== null && data !== undefined) this.#positions.set(path, position);
          return answer.data;
        }
        last = `${reply.status} ${JSON.stringify(answer)}`;
        if (reply.status !== 503) break;
      } catch (error) {
        last = String(error);
      }
      this.retried += 1;
    }
    this.failed.push(`${method} ${path}: ${last}`);
    return null;
  }
}

describe.each(SYSTEMS)(
  "a rolling deploy over $name (skipped where it is not installed)",
  ({ isThere, startServer }) => {
    let server: LogServer;
    beforeAll(async () => {
      if (isThere) server = await startServer();
    });
    afterAll(() => server?.close());

    it.skipIf(!isThere)(
      "ends at a node that is too old for the commits of another one: it says so, and writes nothing",
      async () => {
        const place = server.newPlace();
        const nodes = [await start(place, OLD), await start(place, OLD)];
        onTestFinished(async () => {
          for (const node of nodes) await node.close();
        });
        const client = new RetryingClient(nodes.map(({ url }) => url));
        await client.ask("POST", "/api/notes", { title: "0" });
        const newer = storageAt(place);
        const { head } = await newer.open();
        let last: unknown;
        for await (const entries of newer.read(head)) for (const { body } of entries) last = body;
        const body = { ...(last as object), number: head + 1, format: 5 } as never;
        expect(await newer.append(head, [{ position: head + 1, commit: "newer", body }])).toMatchObject({ kind: "ok" });
        await newer.close();
        for (const { url } of nodes) {
          const health = async () => await (await fetch(`${url}/_health/writable`)).text();
          await expect.poll(health).toContain("has format 5; this version reads formats 1");
          const reply = await fetch(`${url}/api/notes`, {
            method: "POST",
            headers: HEADERS,
            body: '{"data":{"title":"1"}}',
          });
          expect(reply.status).toBe(503);
        }
        await expect(start(place, OLD)).rejects.toThrow("has format 5; this version reads formats 1");
      },
    );

    it.skipIf(!isThere)("of an attribute fails no request, and loses no value of it", async () => {
      const place = server.newPlace();
      const nodes = [await start(place, OLD), await start(place, OLD), await start(place, OLD)];
      const client = new RetryingClient(nodes.map(({ url }) => url));
      const ids: string[] = [];
      for (let at = 0; at < DOCUMENTS; at += 1) {
        ids.push(String((await client.ask("POST", "/api/notes", { title: "0" }))?.documentId));
      }
      let isOver = false;
      /** The last title of each document that was acknowledged. */
      const titles = new Map<string, string>();
      onTestFinished(() => {
        isOver = true;
      });
      const writers = ids.map(async (id, at) => {
        for (let count = 1; !isOver; count += 1) {
          const title = `${at}.${count}`;
          if ((await client.ask("PUT", `/api/notes/${id}`, { title })) !== null) titles.set(id, title);
          await client.ask("GET", `/api/notes/${id}`);
          await sleep(PAUSE);
        }
      });
      await sleep(200 * DEPTH);
      for (const [at, node] of nodes.entries()) {
        await node.close();
        const fresh = await start(place, NEW);
        nodes[at] = fresh;
        client.urls[at] = fresh.url;
        await sleep(100 * DEPTH);
        if (at > 0) continue;
        // From here on the old nodes would drop it, if they wrote.
        const only = new RetryingClient([fresh.url]);
        for (const id of ids)
          expect(await only.ask("PUT", `/api/notes/${id}`, { subtitle: `kept ${id}` })).not.toBeNull();
        const { answered } = client;
        await eventually(() => expect(client.answered).toBeGreaterThan(answered + 6 * DOCUMENTS));
      }
      isOver = true;
      await Promise.all(writers);
      expect(client.failed).toEqual([]);
      expect(client.answered).toBeGreaterThan(DOCUMENTS);
      for (const { url } of nodes) {
        const reader = new RetryingClient([url]);
        for (const id of ids) {
          const latest = async () => await reader.ask("GET", `/api/notes/${id}`);
          await expect.poll(latest).toMatchObject({ title: titles.get(id), subtitle: `kept ${id}` });
        }
      }
      for (const node of nodes) await node.close();
    });

    it.skipIf(!isThere)(
      "to notes that are published and related takes no write by which their drafts would fall behind",
      async () => {
        const place = server.newPlace();
        const nodes = [await start(place, OLD), await start(place, OLD), await start(place, OLD)];
        onTestFinished(async () => {
          for (const node of nodes) await node.close();
        });
        const client = new RetryingClient(nodes.map(({ url }) => url));
        const ids: string[] = [];
        for (let at = 0; at < DOCUMENTS; at += 1) {
          ids.push(String((await client.ask("POST", "/api/notes", { title: "0" }))?.documentId));
        }
        const [leader = ""] = ids;
        const titles = new Map(ids.map((id) => [id, "0"]));
        let count = 0;
        /** Each note gets titles in turn, from any node that accepts them, while the step runs. */
        const underLoad = async (step: () => Promise<unknown>) => {
          let isOver = false;
          const writers = ids.map(async (id) => {
            for (let rounds = 0; !isOver || rounds < 6; rounds += 1) {
              count += 1;
              const title = String(count);
              if ((await client.ask("PUT", `/api/notes/${id}?status=published`, { title })) !== null)
                titles.set(id, title);
              await sleep(PAUSE);
            }
          });
          await step();
          isOver = true;
          await Promise.all(writers);
        };
        const versions = async (url: string) => {
          const found = [];
          for (const id of ids) {
            for (const status of ["draft", "published"]) {
              found.push(
                await new RetryingClient([url]).ask("GET", `/api/notes/${id}?status=${status}&populate=leader`),
              );
            }
          }
          return found.map(
            (note) => note as { title: string; subtitle: string; leader: { documentId: string } } | null,
          );
        };
        const wanted = () =>
          ids.flatMap((id) => {
            const note = { title: titles.get(id), subtitle: `kept ${id}`, leader: { documentId: leader } };
            return [note, note];
          });
        for (const at of nodes.keys()) {
          await underLoad(async () => {
            await nodes[at]?.close();
            const fresh = await start(place, PUBLISHED);
            nodes[at] = fresh;
            client.urls[at] = fresh.url;
          });
          const [fresh] = nodes;
          if (at === 0) {
            const only = new RetryingClient([fresh?.url ?? ""]);
            for (const id of ids) {
              const set = { subtitle: `kept ${id}`, leader };
              expect(await only.ask("PUT", `/api/notes/${id}?status=published`, set)).not.toBeNull();
            }
            // The others still have the old content types, and would write to published versions alone.
            await underLoad(async () => {});
          }
          for (const node of nodes.slice(0, at + 1)) {
            await expect.poll(() => versions(node.url)).toMatchObject(wanted());
          }
        }
        expect(client.failed).toEqual([]);
      },
    );
  },
);
