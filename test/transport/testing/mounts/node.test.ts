import { once } from "node:events";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { connect } from "node:net";
import { expect, it } from "vitest";
import type { SchemaDefinition } from "../../../../engine/internal.ts";
import type { Galley } from "../../../../transport/galley.ts";
import { toNodeHandler } from "../../../../transport/testing/mounts/node.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { openGalley } from "../../../support/servers/open-galley.ts";
import { openServer } from "../../../support/servers/open-server.ts";

const SCHEMA: SchemaDefinition = schemaOf({
  note: { dp: false, attributes: { text: { type: "text" }, tags: { type: "json" } } },
});

const openNotes = (): Promise<Galley> =>
  openGalley({
    schema: SCHEMA,
    uploads: true,
    roles: { public: { note: ["find", "create"], file: ["create", "find"] } },
    seed: { note: [{ text: "Bread" }] },
  });

const serve = async (listener: RequestListener) => (await openServer(listener)).url;

type Read = IncomingMessage & { body?: unknown; rawBody?: unknown; url: string };

/** Does as `express.json()` and the like: reads the body, and leaves it in `body` as it was understood. */
async function readBefore(incoming: Read, understood: (text: string) => unknown): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  incoming.body = understood(Buffer.concat(chunks).toString());
}

async function post(url: string, body: string, type = "application/json") {
  const answer = await fetch(`${url}/api/notes`, { method: "POST", body, headers: { "content-type": type } });
  return [answer.status, ((await answer.json()) as { data: { text: string } }).data?.text];
}

it("answers for node:http, and for the galley that a function gives", async () => {
  const galley = await openNotes();
  const url = await serve(toNodeHandler(galley));
  const forked = await serve(toNodeHandler(() => fork));
  const fork = galley.fork();
  expect(await post(forked, '{"data":{"text":"Soup"}}')).toEqual([201, "Soup"]);
  const listed = await fetch(`${url}/api/notes?fields=text`);
  expect([listed.status, await listed.json()]).toMatchObject([200, { data: [{ text: "Bread" }] }]);
  expect(listed.headers.get("x-request-id")).toMatch(/./);
  expect((await fetch(`${url}/api/notes`, { method: "HEAD" })).headers.get("content-length")).toMatch(/^\d\d+$/);
  expect((await fetch(`${url}/api/nope`)).status).toBe(404);
});

it.each<[string, string, (text: string) => unknown]>([
  ["application/json", '{"data":{"text":"Söup"}}', JSON.parse],
  ["application/json", '{"data":{"text":"Söup"}}', (text) => text],
  ["application/json", '{"data":{"text":"Söup"}}', Buffer.from],
  ["application/x-www-form-urlencoded", "data[text]=S%C3%B6up", () => ({ data: { text: "Söup" } })],
])("takes a body of %s that was read before: %s", async (type, sent, understood) => {
  const handle = toNodeHandler(await openNotes());
  const url = await serve(async (incoming, outgoing) => {
    await readBefore(incoming as Read, understood);
    handle(incoming, outgoing);
  });
  expect(await post(url, sent, type)).toEqual([201, "Söup"]);
});

it("says so where a body was read that nobody can have again", async () => {
  const handle = toNodeHandler(await openNotes());
  let told: unknown;
  const url = await serve(async (incoming, outgoing) => {
    await readBefore(incoming as Read, () => undefined);
    handle(incoming, outgoing, (error) => {
      told = error;
      outgoing.writeHead(500).end();
    });
  });
  expect((await fetch(`${url}/api/notes`, { method: "POST", body: "x" })).status).toBe(500);
  expect(String(told)).toContain("mount Galley before");
});

it("streams uploads, and refuses what is too large", async () => {
  const galley = await openNotes();
  const url = await serve(toNodeHandler(galley));
  const form = new FormData();
  form.append("files", new Blob(["x".repeat(3_000_000)], { type: "text/plain" }), "big.txt");
  const [file] = (await (await fetch(`${url}/api/upload`, { method: "POST", body: form })).json()) as { url: string }[];
  expect((await (await fetch(url + file?.url)).text()).length).toBe(3_000_000);
  const large = JSON.stringify({ data: { text: "x".repeat(2_000_000) } });
  const headers = { "content-type": "application/json" };
  expect((await fetch(`${url}/api/notes`, { method: "POST", body: large, headers })).status).toBe(413);
});

it("stores nothing of a body that breaks off, and goes on", async () => {
  const galley = await openNotes();
  const url = await serve(toNodeHandler(galley));
  const { port } = new URL(url);
  const socket = connect(Number(port), "127.0.0.1");
  await once(socket, "connect");
  const head = "POST /api/notes HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n";
  socket.write(`${head}{"data":`, () => socket.destroy());
  await once(socket, "close");
  expect(await post(url, '{"data":{"text":"Soup"}}')).toEqual([201, "Soup"]);
  expect(await galley.documents("api::note.note").count()).toBe(2);
});

it("breaks the connection where a fault drops it", async () => {
  const galley = await openNotes();
  const url = await serve(toNodeHandler(galley));
  galley.faults.add({ dropConnection: true, times: 1 });
  await expect(fetch(`${url}/api/notes`)).rejects.toThrow();
  expect((await fetch(`${url}/api/notes`)).status).toBe(200);
});

type Wrong = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

it.each<[string, (galley: Galley) => unknown]>([
  ["galley.handler", (galley) => galley.handler],
  ["galley.fetch", (galley) => galley.fetch],
  ["toNodeHandler", () => toNodeHandler],
])("says what to use where a server gets %s", async (name, wrong) => {
  const galley = await openNotes();
  const url = await serve(wrong(galley) as Wrong as RequestListener);
  const answer = await fetch(`${url}/api/notes`);
  expect([answer.status, await answer.text()]).toEqual([
    500,
    `${name} is no handler of node:http or Express: use toNodeHandler(galley) of galley/node\n`,
  ]);
});

it.each([undefined, {}, "galley"])("refuses %j as a galley", (given) => {
  expect(() => toNodeHandler(given as object)).toThrow("must be a galley, or a function that gives one");
});
