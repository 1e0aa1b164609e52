import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, test } from "node:test";
import middie from "@fastify/middie";
import { serve } from "@hono/node-server";
import compression from "compression";
import connect from "connect";
import express from "express";
import express4 from "express4";
import fastify from "fastify";
import { createGalley } from "galley";
import { toNodeHandler } from "galley/node";
import { Hono } from "hono";

const info = { singularName: "note", pluralName: "notes", displayName: "Note" };
const galley = await createGalley({
  schema: { contentTypes: { "api::note.note": { info, attributes: { text: { type: "text" } } } } },
  uploads: true,
  roles: { public: { note: ["find", "create"], file: ["create"] } },
});
after(() => galley.close());

async function listen(server) {
  after(() => server.close());
  if (!server.listening) await once(server, "listening");
  return `http://127.0.0.1:${server.address().port}`;
}

async function answersAt(url) {
  const send = (path, body, type) =>
    fetch(url + path, { method: "POST", body, headers: type === undefined ? {} : { "content-type": type } });
  const form = new FormData();
  form.append("files", new Blob(["abc"], { type: "text/plain" }), "a.txt");
  const answers = [
    await fetch(`${url}/api/notes`),
    await send("/api/notes", '{"data":{"text":"x"}}', "application/json"),
    await send("/api/notes", "data[text]=y", "application/x-www-form-urlencoded"),
    await send("/api/upload", form),
    await fetch(`${url}/api/nope`),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 201, 201, 201, 404],
  );
}

for (const [name, create] of Object.entries({ express, express4 })) {
  const readers = {
    nothing: [],
    json: [create.json(), create.urlencoded({ extended: true })],
    raw: [create.raw({ type: () => true })],
    text: [create.text({ type: "application/json" })],
    compression: [compression({ threshold: 0 }), create.json()],
  };
  for (const [before, used] of Object.entries(readers)) {
    test(`${name}, after ${before}`, async () => {
      const app = create();
      for (const each of used) app.use(each);
      app.use("/cms", toNodeHandler(galley));
      await answersAt(`${await listen(app.listen(0))}/cms`);
    });
  }

  test(`${name} is told what to use`, async () => {
    for (const wrong of [galley.handler, galley.fetch]) {
      const app = create();
      app.use(wrong);
      const answer = await fetch(await listen(app.listen(0)));
      assert.equal(answer.status, 500);
      assert.match(await answer.text(), /use toNodeHandler\(galley\) of galley\/node/);
    }
  });
}

test("connect", async () => {
  const app = connect();
  app.use("/cms", toNodeHandler(galley));
  await answersAt(`${await listen(createServer(app).listen(0))}/cms`);
});

test("fastify, with middie and by a hook", async () => {
  const app = fastify();
  await app.register(middie);
  app.use("/cms", toNodeHandler(galley));
  const handle = toNodeHandler(galley);
  app.addHook("onRequest", async (request, reply) => {
    if (request.url.startsWith("/api/")) handle(reply.hijack() && request.raw, reply.raw);
  });
  after(() => app.close());
  const url = await app.listen({ port: 0 });
  await answersAt(`${url}/cms`);
  await answersAt(url);
});

test("hono, by galley.fetch", async () => {
  const app = new Hono();
  app.mount("/cms", galley.fetch);
  app.all("/api/*", (context) => galley.fetch(context.req.raw));
  const url = await listen(serve({ fetch: app.fetch, port: 0 }));
  await answersAt(`${url}/cms`);
  await answersAt(url);
});
