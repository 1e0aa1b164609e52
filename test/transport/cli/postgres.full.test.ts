import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { shownPlace } from "../../../transport/cli/content/shared-place.ts";
import { newFolder } from "../../support/folder.ts";
import { HAS_POSTGRES, startPostgres } from "../../support/peers/postgres.ts";
import { openedForAll } from "../../support/run/opened.ts";
import { runToEnd, without, withServer } from "../../support/servers/command-line.ts";
import { runHere } from "../../support/servers/run-here.ts";
import { expectLooksRefused } from "../../support/storage/refused-looks.ts";
import { expectSharedDemo } from "../../support/storage/shared-demo.ts";

test("an address is shown without its password and parameters", () => {
  expect(shownPlace("postgres://u:p@w:d@db1,db2/site?password=x")).toBe("postgres://u@db1,db2/site");
  expect(shownPlace("postgresql://db/site")).toBe("postgresql://db/site");
  expect(shownPlace("./a@b")).toBe("./a@b");
});

test("a server that is not there is named, its password is not", async () => {
  const folder = await newFolder();
  const environment = { GALLEY_DATA: "postgres://galley:secret@127.0.0.1:1/site" };
  const { code, out, errors } = await runHere(["--port", "0"], { folder, environment });
  expect(code).toBe(1);
  expect(errors).toMatch(/postgres:\/\/galley@127\.0\.0\.1:1\/site cannot be used: .*ECONNREFUSED/);
  expect(out + errors).not.toContain("secret");
});

test.each([
  [["--port", "0", "--data", "postgres://127.0.0.1:1/site"]],
  [["data", "check", "postgres://127.0.0.1:1/site"]],
])("without the package pg %j says what to install, in one line", async (args) => {
  const folder = await newFolder();
  const { code, errors } = await runToEnd(args, { folder, program: without("pg") });
  expect([code, errors]).toEqual([
    1,
    "galley: PostgreSQL needs the package pg, which is not installed: npm install pg\n",
  ]);
});

test.each([
  [["data", "repair", "postgres://u:secret@db/site", "--accept-loss"], "The database keeps its own files"],
  [["data", "backup", "postgres://u:secret@db/site", "copy"], "of PostgreSQL use pg_dump"],
  [["data", "nodes", "folder"], "is for logs that nodes share"],
])("what there is for other places alone is refused in one line: %j", async (args, reason) => {
  const folder = await newFolder();
  const { code, out, errors } = await runHere(args, { folder });
  expect([code, out, errors.split("\n").length]).toEqual([1, "", 2]);
  expect(errors).toContain(reason);
  expect(errors).not.toContain("secret");
});

describe.skipIf(!HAS_POSTGRES)("PostgreSQL on the command line (skipped where it is not installed)", () => {
  const server = openedForAll(startPostgres);

  test("looking at a log that is not there is refused, and creates none", () => expectLooksRefused(server.newPlace()));

  test("two servers share the demo, and data looks after it", () =>
    expectSharedDemo(() => server.newPlace(), [["sql", /create table if not exists batch/]]));

  test("a wrong password, database or role is one line and 1, of a server and of each command of data", async () => {
    const place = server.newPlace();
    const [{ hba_file: file } = { hba_file: "" }] = await server.sql<{ hba_file: string }>("show hba_file");
    await server.sql("create role stranger login password 'right'");
    await writeFile(file, `local all stranger scram-sha-256\n${await readFile(file, "utf8")}`);
    await server.sql("select pg_reload_conf()");
    const wrongly = (user: string, database = "postgres") =>
      place.replace("//galley@", `//${user}@`).replace("/postgres?", `/${database}?`);
    const wrong = [
      [wrongly("stranger:wrong"), /password authentication failed for user "stranger"/],
      [wrongly("galley", "nowhere"), /database "nowhere" does not exist/],
      [wrongly("nobody-here"), /role "nobody-here" does not exist/],
    ] as const;
    const folder = await newFolder();
    for (const [address, reason] of wrong) await refused(["--port", "0"], reason, folder, { GALLEY_DATA: address });
    const [[address, reason]] = wrong;
    await refused(["data", "check", address], reason, folder);
    await refused(["data", "copy", address, "copy.json"], reason, folder);
    await writeFile(join(folder, "db.json"), '{ "posts": [{ "id": 1, "title": "One" }] }');
    await refused(["data", "clean", address, "db.json"], reason, folder);
  });

  async function refused(args: readonly string[], reason: RegExp, folder: string, environment = {}): Promise<void> {
    const { code, out, errors } = await runHere(args, { folder, environment });
    expect([code, out, errors.split("\n").length]).toEqual([1, "", 2]);
    expect(errors).toMatch(reason);
    expect(errors).toMatch(/ cannot be used: /);
    expect(errors).not.toMatch(/wrong@|password=/);
  }

  test("values of removed attributes are cleaned while a server runs", async () => {
    const place = server.newPlace();
    const folder = await newFolder();
    const more = { posts: [{ id: 1, title: "One", rank: 7 }] };
    await writeFile(join(folder, "db.json"), JSON.stringify(more));
    await writeFile(join(folder, "less.json"), JSON.stringify({ posts: [{ id: 1, title: "One" }] }));
    const surroundings = { folder, environment: { GALLEY_DATA: place } };
    await withServer(["db.json", "--open", "--port", "0"], surroundings, async (_, url) => {
      const asked = async () => (await fetch(`${url}/api/posts`)).text();
      expect(await asked()).toContain('"rank":7');
      const cleaned = await runHere(["data", "clean", place, "less.json"], { folder });
      expect([cleaned.code, cleaned.out, cleaned.errors]).toEqual([
        0,
        expect.stringMatching(/^api::post\.post\.rank {2}1 value\nRemoved from postgres:/),
        "",
      ]);
      await expect.poll(asked).not.toContain('"rank":7');
    });
  });
});
