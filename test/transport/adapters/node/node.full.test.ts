import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, it } from "vitest";
import { entryText } from "../../../../engine/internal.ts";
import { ComposedText } from "../../../../transport/http/json/composed-text.ts";
import type { HttpResponse } from "../../../../transport/http/port.ts";
import { nodeListener } from "../../../../transport/index.ts";
import { conditionalSuite } from "../../../conformance/conditional.suite.ts";
import { httpSuite } from "../../../conformance/http.suite.ts";
import { listenerSuite } from "../../../conformance/listener.suite.ts";
import { pipelineSuite } from "../../../conformance/pipeline.suite.ts";
import { statuses, talk } from "../../../support/requests/raw-socket.ts";
import { startOn } from "../../../support/servers/start-on.ts";

const open = async () => nodeListener;
const start = startOn(open);

httpSuite("node:http", start);
conditionalSuite("node:http", start);
pipelineSuite("node:http", start);
listenerSuite("node:http", open);

it("node:http answers a request with an unknown expectation", async () => {
  const answer = { status: 200, headers: [], requestId: "id", body: "{}" };
  const listening = await nodeListener.listen(() => answer, { host: "127.0.0.1", port: 0, bodyLimit: () => 1000 });
  const reply = await talk(listening.port, ["GET / HTTP/1.1\r\nhost: x\r\nexpect: 200-ok\r\n\r\n"]);
  expect(statuses(reply)).toEqual([200]);
  await listening.close();
});

const PLACE = { host: "127.0.0.1", port: 0, bodyLimit: () => 1000 };

it.each(["{}", "Ünï 茶", Buffer.from([0, 128, 255]), ""])(
  "node:http heads the answer %j as Node would",
  async (body) => {
    const listening = await nodeListener.listen(
      () => ({
        status: 201,
        headers: [["content-type", "text/plain"]],
        ownHeaders: [["etag", '"e"']],
        requestId: "id",
        body,
      }),
      PLACE,
    );
    const bare = createServer({ keepAliveTimeout: 5_000 }, (_request, response) => {
      const own = ["etag", '"e"', "x-request-id", "id", "content-length", String(Buffer.byteLength(body))];
      response.writeHead(201, ["content-type", "text/plain", ...own]).end(body);
    });
    await new Promise<void>((resolve) => bare.listen(0, "127.0.0.1", resolve));
    const [ours, theirs] = await Promise.all(
      // The bare server is listening on a port.
      [listening.port, (bare.address() as AddressInfo).port].map(async (port) => (await talk(port, [GET])).text),
    );
    expect(undated(ours)).toEqual(undated(theirs));
    expect(ours?.match(DATE)).toHaveLength(1);
    await listening.close();
    bare.close();
  },
);

it("node:http sends each of many composed answers to a client that reads them late", async () => {
  const entry = (at: number) => entryText(JSON.stringify(String(at).repeat(10_000)), true);
  const listening = await nodeListener.listen(({ path }) => {
    const at = Number(path.slice(1));
    return { status: 200, headers: [], requestId: "id", body: new ComposedText("[", [entry(at), entry(at)], "]") };
  }, PLACE);
  const numbers = Array.from({ length: 120 }, (_, at) => 100 + at);
  const socket = connect(listening.port, "127.0.0.1").pause();
  for (const at of numbers)
    socket.write(`GET /${at} HTTP/1.1\r\nhost: x\r\n${at === 219 ? "connection: close\r\n" : ""}\r\n`);
  // Another client's answers, while the first client's wait.
  const other = await Promise.all(
    numbers.map(async (at) => (await fetch(`http://127.0.0.1:${listening.port}/${at}`)).json()),
  );
  expect(other).toEqual(numbers.map((at) => Array(2).fill(String(at).repeat(10_000))));
  let text = "";
  for await (const chunk of socket.setEncoding("latin1")) text += chunk;
  const bodies = text
    .split(/HTTP\/1\.1 200 OK\r\n/)
    .slice(1)
    .map((answer) => answer.split("\r\n\r\n")[1]);
  expect(bodies).toEqual(numbers.map((at) => JSON.stringify(Array(2).fill(String(at).repeat(10_000)))));
  await listening.close();
});

const GET = "GET / HTTP/1.1\r\nhost: x\r\n\r\n";
const DATE = /^date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n/gim;

/** The lines of an answer in any order, without its date. */
function undated(reply: string | undefined): readonly string[] | undefined {
  return reply?.replace(DATE, "").split("\r\n").sort();
}

it.each([
  ["x-own", "a\r\nset-cookie: b=c"],
  ["x-own", "茶"],
  ["x own", "a"],
])("node:http sends no answer with the header %j: %j", async (name, value) => {
  const unsendable: HttpResponse = {
    status: 200,
    headers: [],
    ownHeaders: [[name, value]],
    requestId: "id",
    body: "{}",
  };
  const listening = await nodeListener.listen(() => unsendable, PLACE);
  expect((await talk(listening.port, [GET])).text).toBe("");
  await listening.close();
});
