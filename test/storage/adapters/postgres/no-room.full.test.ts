import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { PostgresStorage } from "../../../../storage/adapters/postgres/index.ts";
import { createGalley } from "../../../../transport/galley.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { HAS_POSTGRES, startPostgres } from "../../../support/peers/postgres.ts";
import { withJson } from "../../../support/requests/json.ts";
import { openedForAll } from "../../../support/run/opened.ts";

const TOKEN = "token-of-the-editor";
const HEADERS = { authorization: `Bearer ${TOKEN}` };
const WRITERS = 8;

/** The server's error when the disk is full: its statement has no effect, and the connection stays. */
const FULL = `create or replace function full_disk() returns trigger language plpgsql as
  $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`;

describe.skipIf(!HAS_POSTGRES)("a node whose database has no room (skipped where PostgreSQL is not installed)", () => {
  const server = openedForAll(startPostgres);

  async function start(place: string) {
    const galley = await createGalley({
      schema: schemaOf({ note: { dp: false, attributes: { title: { type: "string" } } } }),
      roles: { public: { "*": ["find", "findOne"] } },
      tokens: [{ name: "editor", token: TOKEN, access: "full-access" }],
      storage: new PostgresStorage(place),
      logger: { info() {}, warn() {}, error() {} },
    });
    const listening = await galley.listen({ port: 0 });
    onTestFinished(async () => {
      await listening.close();
      await galley.close();
    });
    const ask = async (path: string, init: RequestInit = {}) => {
      const reply = await fetch(`${listening.url}${path}`, init);
      return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
    };
    const write = (method: string, path: string, title: string) =>
      ask(path, withJson(method, { data: { title } }, HEADERS));
    const titles = async (query = "") => {
      const { body } = await ask(`/api/notes?sort=id&pagination[pageSize]=100${query}`);
      return (body.data as { title: string }[]).map(({ title }) => title);
    };
    return { ask, write, titles };
  }

  it("answers writes with 507 and reads as before, applies nothing, and continues when there is room", async () => {
    const place = server.newPlace();
    const [one, other] = [await start(place), await start(place)];
    const first = await one.write("POST", "/api/notes", "first");
    const path = `/api/notes/${(first.body.data as { documentId: string }).documentId}`;
    await expect.poll(() => other.titles()).toEqual(["first"]);
    const schema = new URL(place.replace("@/", "@x/")).searchParams.get("schema");
    await server.sql(FULL);
    await server.sql(`create trigger full_disk before insert on ${schema}.batch execute function full_disk()`);

    for (const node of [one, other]) {
      const all = Array.from({ length: WRITERS }, (_, at) =>
        at % 2 === 0 ? node.write("POST", "/api/notes", `refused ${at}`) : node.write("PUT", path, `refused ${at}`),
      );
      for (const { status, body } of await Promise.all(all)) {
        const message = "There is no room for the write; nothing was changed";
        const error = { status: 507, name: "InsufficientStorageError", message, details: {} };
        expect([status, body]).toEqual([507, { data: null, error }]);
      }
      expect(await node.titles()).toEqual(["first"]);
      expect((await node.ask("/_health/ready")).status).toBe(200);
      const refusal = { takesWrites: false, reason: "no room", cause: expect.any(String) };
      expect(await node.ask("/_health/writable")).toEqual({ status: 503, body: refusal });
      // Longer than from one look for room to the next.
      await sleep(1_200);
      expect((await node.ask("/_health/writable")).status).toBe(503);
    }

    await server.sql(`drop trigger full_disk on ${schema}.batch`);
    for (const node of [one, other]) {
      await expect.poll(async () => (await node.ask("/_health/writable")).status).toBe(200);
      expect((await node.write("PUT", path, "changed")).status).toBe(200);
    }
    expect((await one.write("POST", "/api/notes", "second")).status).toBe(201);
    for (const node of [one, other, await start(place)]) {
      await expect.poll(() => node.titles()).toEqual(["changed", "second"]);
    }
  });
});
