import { type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { type CreateOptions, createGalley, type Galley } from "../../../../transport/galley.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { openServer } from "../../../support/servers/open-server.ts";

const SCHEMA = schemaOf({ post: { dp: false, attributes: { title: { type: "string" } } } });

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
    logger: { info() {}, warn() {}, error() {} },
  };
  const galley = (await createGalley(options as unknown as CreateOptions<never>)) as unknown as Galley;
  onTestFinished(() => galley.close());
  return { got, galley, closeIdle: () => server.closeIdleConnections() };
}
