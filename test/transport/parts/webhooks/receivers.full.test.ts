import type { IncomingMessage, RequestListener } from "node:http";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { JournalStorage } from "../../../../storage/internal.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { newFolder } from "../../../support/folder.ts";
import { heldBytes } from "../../../support/run/held-bytes.ts";
import { openGalley } from "../../../support/servers/open-galley.ts";
import { openServer } from "../../../support/servers/open-server.ts";

const SCHEMA = schemaOf({ post: { dp: false, attributes: { title: { type: "string" }, text: { type: "text" } } } });

async function target(answer: RequestListener): Promise<string> {
  const { url } = await openServer((request, response) => {
    request.resume();
    answer(request, response);
  });
  return `${url}/hook`;
}

const TARGETS: { readonly [name: string]: RequestListener } = {
  // Takes the request, and never answers.
  hangs: () => {},
  // Begins with an answer byte by byte, and never comes to its end.
  drips: (_, { socket }) => {
    let at = 0;
    const text = `HTTP/1.1 200 OK\r\nx: ${"x".repeat(1_000)}`;
    const timer = setInterval(() => socket?.write(text[at++ % text.length] ?? ""), 200);
    socket?.once("close", () => clearInterval(timer));
  },
  // Answers, and goes on with a body that does not end.
  endless: (_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write("more"), 100);
    response.once("close", () => clearInterval(timer));
  },
  // Answers, and cuts the connection in the middle of the body.
  cuts: (_, response) => {
    response.writeHead(200, { "content-length": "100" }).write("begun", () => response.destroy());
  },
  // Cuts the connection before it answers.
  resets: ({ socket }) => socket.resetAndDestroy(),
};

it("takes the status for the answer, and waits ten seconds for it at most", async () => {
  const webhooks = await Promise.all(
    Object.entries(TARGETS).map(async ([name, answer]) => ({ name, url: await target(answer), allowPrivate: true })),
  );
  const options = { schema: SCHEMA, webhooks, deliver: true };
  const galley = await openGalley(options);
  await galley.documents("api::post.post").create({ data: { title: "a" } } as never);
  await galley.webhooks.settled();
  const states = galley.webhooks.deliveries().map(({ webhook, state, reason }) => [webhook, state, reason]);
  expect(states.sort()).toEqual([
    ["cuts", "delivered", undefined],
    ["drips", "waiting", "no answer within 10 s"],
    ["endless", "delivered", undefined],
    ["hangs", "waiting", "no answer within 10 s"],
    ["resets", "waiting", expect.stringMatching(/ECONNRESET|socket hang up/)],
  ]);
});

const DOCUMENTS = 100;
const ROUNDS = 100;
/** A body takes more than this; what the process holds of a delivery that waits takes less. */
const TEXT = "x".repeat(4_000);
/** Bytes per event. */
const HELD = 1_000;

it("holds no bodies of 10,000 events while the receiver is down, and delivers all of them afterwards", async () => {
  let isDown = true;
  const got: string[] = [];
  const deliver = async (request: Request) => {
    if (isDown) return new Response(null, { status: 503 });
    got.push(JSON.parse(await request.text()).entry.title);
    return new Response();
  };
  const options = {
    schema: SCHEMA,
    storage: new JournalStorage(await newFolder()),
    webhooks: [{ name: "site", url: "https://www.example.org/hook" }],
    deliver,
    clock: { start: "2026-01-01T00:00:00.000Z" },
  };
  const galley = await openGalley(options);
  const posts = galley.documents("api::post.post");
  const writeRound = async (round: number) => {
    const data = (at: number) => ({ title: `${at}-${round}`, text: `${TEXT}${at}-${round}` });
    if (round === 0) {
      const made = Array.from({ length: DOCUMENTS }, (_, at) => posts.create({ data: data(at) }));
      return (await Promise.all(made)).map(({ documentId }) => String(documentId));
    }
    await Promise.all(ids.map((documentId, at) => posts.update({ documentId, data: data(at) })));
    return ids;
  };
  let ids: readonly string[] = [];
  let early = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    ids = await writeRound(round);
    await galley.webhooks.settled();
    // From here on, no list of the newest ones grows any more.
    if ((round + 1) * DOCUMENTS === 2_000) early = await heldBytes();
  }
  const growth = (await heldBytes()) - early;
  expect(growth).toBeLessThan((ROUNDS - 20) * DOCUMENTS * HELD);
  isDown = false;
  await galley.clock.advance(3_600_000);
  await galley.webhooks.settled();
  const inOrder = (at: number) => got.filter((title) => title.startsWith(`${at}-`));
  for (let at = 0; at < DOCUMENTS; at += 1)
    expect(inOrder(at)).toEqual(Array.from({ length: ROUNDS }, (_, round) => `${at}-${round}`));
});

interface Got {
  readonly id: unknown;
  readonly title: string;
}

/** Ways in which a receiver closes a connection on which it waits for no request, while one is on its way. */
const CLOSES: { readonly [name: string]: (socket: Socket) => void } = {
  "with a reset": (socket) => void socket.resetAndDestroy(),
  "with an end": (socket) => void socket.end(),
};

it.each(Object.entries(CLOSES))("sends again on a new connection when the kept one is closed %s", async (_, close) => {
  let connections = 0;
  const closed: unknown[] = [];
  const used = new WeakSet<Socket>();
  const { got, galley } = await start((request) => {
    const { socket, headers } = request;
    if (!used.has(socket)) {
      connections += 1;
      used.add(socket);
      return true;
    }
    closed.push(headers["webhook-id"]);
    close(socket);
    return false;
  });
  for (const title of ["a", "b", "c"]) {
    await galley.documents("api::post.post").create({ data: { title } });
    await galley.webhooks.settled();
  }
  expect(got.map(({ title }) => title)).toEqual(["a", "b", "c"]);
  expect(closed.length).toBeGreaterThan(0);
  expect(connections).toBe(closed.length + 1);
  // A repeated delivery has the id of the first.
  expect(got.map(({ id }) => id)).toEqual(expect.arrayContaining(closed));
  expect(galley.webhooks.deliveries()).toMatchObject(["a", "b", "c"].map(() => ({ state: "delivered", tries: 1 })));
});

it("loses nothing to a receiver that closes its idle connections all the time", async () => {
  const { got, galley, closeIdle } = await start(() => true);
  const titles = Array.from({ length: 100 }, (_, at) => `post ${at}`);
  for (const title of titles) {
    closeIdle();
    await galley.documents("api::post.post").create({ data: { title } });
    closeIdle();
  }
  await galley.webhooks.settled();
  expect(new Map(got.map(({ id, title }) => [id, title])).size).toBe(titles.length);
  expect(new Set(got.map(({ title }) => title))).toEqual(new Set(titles));
  expect(galley.webhooks.deliveries()).toMatchObject(titles.map(() => ({ state: "delivered", tries: 1 })));
});

/** `answers`: whether a request that has arrived is answered. */
async function start(answers: (request: IncomingMessage) => boolean) {
  const got: Got[] = [];
  const { server, url } = await openServer(async (request, response) => {
    if (!answers(request)) return;
    got.push({ id: request.headers["webhook-id"], title: JSON.parse(await text(request)).entry.title });
    response.end();
  });
  const options = {
    schema: SCHEMA,
    webhooks: [{ name: "site", url: `${url}/hook`, allowPrivate: true }],
    deliver: true,
    // No pause passes: what counts as a failed try stays so.
    clock: { start: "2026-01-01T00:00:00.000Z" },
  };
  const galley = await openGalley(options);
  return { got, galley, closeIdle: () => server.closeIdleConnections() };
}
