import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { Agent as NodeAgent, request as send } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { describe, test } from "node:test";
import { promisify } from "node:util";
import autocannon from "autocannon";
import axios from "axios";
import got from "got";
import { Agent, request as undiciRequest } from "undici";
import { describeServers } from "./servers.js";

const run = promisify(execFile);
const KEPT = 50;

/** Each sends { method, url, headers, body } and gives { status, headers, text }. */
const CLIENTS = {
  "node:http, connections kept": throughNode(new NodeAgent({ keepAlive: true })),
  "node:http, one connection kept": throughNode(new NodeAgent({ keepAlive: true, maxSockets: 1 })),
  "node:http, a connection each": throughNode(new NodeAgent({ keepAlive: false })),
  fetch: async ({ url, ...init }) => {
    const response = await fetch(url, init);
    return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
  },
  undici: throughUndici(new Agent({ connections: 1, pipelining: 1 })),
  "undici, pipelined": throughUndici(new Agent({ connections: 1, pipelining: 10 })),
  axios: async ({ body, ...rest }) => {
    const options = { ...rest, data: body, validateStatus: null, transformResponse: (text) => text };
    const { status, headers, data } = await axios(options);
    return { status, headers: { ...headers }, text: data };
  },
  got: async ({ url, ...options }) => {
    const { statusCode, headers, body } = await got(url, { ...options, throwHttpErrors: false, retry: { limit: 0 } });
    return { status: statusCode, headers, text: body };
  },
  curl: async ({ method, url, headers, body }) => {
    const options = Object.entries(headers ?? {}).flatMap(([name, value]) => ["--header", `${name}: ${value}`]);
    if (body !== undefined) options.push("--data-binary", body);
    const { stdout } = await run("curl", ["--silent", "--include", "--request", method, ...options, url]);
    const [head, ...rest] = stdout.split("\r\n\r\n");
    const [line, ...fields] = head.split("\r\n");
    const named = fields.map((field) => [field.split(": ", 1)[0].toLowerCase(), field.replace(/^.*?: /, "")]);
    return { status: Number(line.split(" ")[1]), headers: Object.fromEntries(named), text: rest.join("\r\n\r\n") };
  },
};

function throughNode(agent) {
  return ({ url, body, ...options }) =>
    new Promise((resolve, reject) => {
      const outgoing = send(url, { agent, ...options }, async (incoming) => {
        resolve({ status: incoming.statusCode, headers: incoming.headers, text: await textOf(incoming) });
      });
      outgoing.on("error", reject);
      outgoing.end(body);
    });
}

function throughUndici(dispatcher) {
  return async ({ url, ...options }) => {
    // Nothing is pipelined behind a write (RFC 9112, 9.3.2): uWebSockets.js would end the connection.
    const blocking = options.method === "POST";
    const { statusCode, headers, body } = await undiciRequest(url, { dispatcher, blocking, ...options });
    return { status: statusCode, headers, text: await body.text() };
  };
}

const written = (title) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ data: { title } }),
});

await describeServers((address) => {
  for (const [name, ask] of Object.entries(CLIENTS)) {
    describe(name, () => {
      const posts = () => `${address()}/api/posts`;

      test("lists and writes", async () => {
        const made = await ask({ url: posts(), ...written(`by ${name}, é`) });
        assert.equal(made.status, 201);
        const { documentId } = JSON.parse(made.text).data;
        const { status, text } = await ask({ method: "GET", url: `${posts()}/${documentId}` });
        assert.equal(status, 200);
        assert.equal(JSON.parse(text).data.title, `by ${name}, é`);
      });

      test("is told what is wrong", async () => {
        const { status, text } = await ask({ url: posts(), ...written(null) });
        assert.equal(status, 400);
        assert.equal(JSON.parse(text).error.name, "ValidationError");
        assert.equal((await ask({ method: "GET", url: `${posts()}/nobody` })).status, 404);
      });

      test("is answered without a body where it has the same already", async () => {
        const first = await ask({ method: "GET", url: posts() });
        assert.equal(first.status, 200);
        const { etag } = first.headers;
        assert.ok(etag);
        const again = await ask({ method: "GET", url: posts(), headers: { "if-none-match": etag } });
        assert.deepEqual([again.status, again.text, again.headers.etag], [304, "", etag]);
        await ask({ url: posts(), ...written("another") });
        const changed = await ask({ method: "GET", url: posts(), headers: { "if-none-match": etag } });
        assert.equal(changed.status, 200);
        assert.notEqual(changed.headers.etag, etag);
      });

      test(`is answered ${KEPT} times, one after the other and at once`, async () => {
        const requestOf = (number) => {
          if (number % 5 === 0) return { url: posts(), ...written(`number ${number}`) };
          if (number % 7 === 0) return { method: "GET", url: `${posts()}/nobody` };
          return { method: "GET", url: posts() };
        };
        const expected = (number) => (number % 5 === 0 ? 201 : number % 7 === 0 ? 404 : 200);
        const numbers = Array.from({ length: KEPT }, (_, number) => number);
        const after = [];
        for (const number of numbers) after.push((await ask(requestOf(number))).status);
        assert.deepEqual(after, numbers.map(expected));
        const atOnce = await Promise.all(numbers.map((number) => ask(requestOf(number))));
        assert.deepEqual(
          atOnce.map(({ status }) => status),
          numbers.map(expected),
        );
      });
    });
  }

  test("autocannon has no errors", async () => {
    for (const pipelining of [1, 10]) {
      const result = await autocannon({ url: `${address()}/api/posts`, connections: 10, pipelining, amount: 1000 });
      assert.deepEqual([result.errors, result.timeouts, result.non2xx], [0, 0, 0]);
      assert.ok(result["2xx"] > 0);
    }
  });

  test("wrk has no errors", async (context) => {
    const { stdout } = await run("wrk", ["-t1", "-c10", "-d1s", `${address()}/api/posts`]).catch((error) => {
      if (error.code !== "ENOENT") throw error;
      return { stdout: null };
    });
    if (stdout === null) return context.skip("wrk is not installed");
    assert.match(stdout, /Requests\/sec/);
    assert.doesNotMatch(stdout, /Socket errors|Non-2xx/);
  });
});
