import { type RequestListener } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { type CreateOptions, createGalley, type Galley } from "../../../../transport/galley.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { openServer } from "../../../support/servers/open-server.ts";

const SCHEMA = schemaOf({ post: { dp: false, attributes: { title: { type: "string" } } } });

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
  const options = { schema: SCHEMA, webhooks, deliver: true, logger: { info() {}, warn() {}, error() {} } };
  const galley = (await createGalley(options as unknown as CreateOptions<never>)) as unknown as Galley;
  onTestFinished(() => galley.close());
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
