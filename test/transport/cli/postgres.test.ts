import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shownPlace } from "../../../transport/cli/content/postgres-place.ts";
import { runToEnd, withFolder, withServer } from "../../support/command-line.ts";
import { HAS_POSTGRES, type PostgresServer, startPostgres } from "../../support/postgres.ts";

test("an address is shown without its password and parameters", () => {
  expect(shownPlace("postgres://u:p@w:d@db1,db2/site?password=x")).toBe("postgres://u@db1,db2/site");
  expect(shownPlace("postgresql://db/site")).toBe("postgresql://db/site");
  expect(shownPlace("./a@b")).toBe("./a@b");
});

test("a server that is not there is named, its password is not", async () => {
  await withFolder(async (folder) => {
    const environment = { GALLEY_DATA: "postgres://galley:secret@127.0.0.1:1/site" };
    const { code, out, errors } = await runToEnd(["--port", "0"], { folder, environment });
    expect(code).toBe(1);
    expect(errors).toMatch(/postgres:\/\/galley@127\.0\.0\.1:1\/site cannot be used: .*ECONNREFUSED/);
    expect(out + errors).not.toContain("secret");
  });
});

describe.skipIf(!HAS_POSTGRES)("PostgreSQL on the command line (skipped where it is not installed)", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.close());

  test("two servers share the demo, and data looks after it", async () => {
    const place = server.newPlace();
    await withFolder(async (folder) => {
      const environment = {
        GALLEY_DATA: place,
        GALLEY_JWT_SECRET: "x".repeat(32),
        GALLEY_TOKEN: "full-access-for-the-test",
      };
      const surroundings = { folder, environment };
      await withServer(["--port", "0"], surroundings, async (_, one) => {
        await withServer(["--port", "0"], surroundings, async (__, other) => {
          const headers = { "content-type": "application/json" };
          const asked = { method: "POST", headers, body: JSON.stringify({ title: "Shared" }) };
          expect((await fetch(`${one}/todos`, asked)).status).toBe(201);
          const form = new FormData();
          form.append("files", new Blob(["hello"]), "a.txt");
          const authorization = `Bearer ${environment.GALLEY_TOKEN}`;
          const sent = await fetch(`${one}/api/upload`, { method: "POST", headers: { authorization }, body: form });
          expect(sent.status).toBe(201);
          await expect
            .poll(async () => (await fetch(`${other}/todos`)).text(), { timeout: 5000 })
            .toContain('"Shared"');
        });
        expect((await runToEnd(["data", "nodes", place], { folder })).out).toMatch(/process \d+ {2}at position \d+/);
      });
      expect((await runToEnd(["data", "check", place], { folder })).out).toMatch(/: good, up to position \d+/);
      expect((await runToEnd(["data", "stats", place], { folder })).out).toMatch(/api::post\.post {2}\d+ documents/);
      expect((await runToEnd(["data", "sql", place], { folder })).out).toMatch(/create table if not exists batch/);
      const copied = await runToEnd(["data", "copy", place, "copy.json"], { folder });
      expect(copied).toMatchObject({ code: 0, out: expect.stringContaining(", 1 file."), errors: "" });
      const other = server.newPlace();
      const back = await runToEnd(["data", "copy", "copy.json", other], { folder });
      expect(back).toMatchObject({ code: 0, out: expect.stringContaining(", 1 file."), errors: "" });
    });
  });
});
