import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { shownPlace } from "../../../transport/cli/content/shared-place.ts";
import { newFolder } from "../../support/folder.ts";
import { HAS_NATS, startNats } from "../../support/peers/nats.ts";
import { HAS_POSTGRES, startPostgres } from "../../support/peers/postgres.ts";
import { withJson } from "../../support/requests/json.ts";
import { openedForAll } from "../../support/run/opened.ts";
import { runToEnd, without, withServer } from "../../support/servers/command-line.ts";
import { runHere } from "../../support/servers/run-here.ts";

test.each([
  ["postgres://u:p@w:d@db1,db2/site?password=x", "postgres://u@db1,db2/site"],
  ["postgresql://db/site", "postgresql://db/site"],
  ["nats://u:p@w:d@n1,n2/site?trust=sync", "nats://u@n1,n2/site"],
  ["./a@b", "./a@b"],
])("the address %s is shown without its password and parameters", (address, shown) => {
  expect(shownPlace(address)).toBe(shown);
});

test.each([
  ["postgres", ".*ECONNREFUSED"],
  ["nats", "connection refused"],
])("a server that is not there is named, its password is not: %s", async (kind, reason) => {
  const environment = { GALLEY_DATA: `${kind}://galley:secret@127.0.0.1:1/site` };
  const { code, out, errors } = await runHere(["--port", "0"], { folder: await newFolder(), environment });
  expect(code).toBe(1);
  expect(errors).toMatch(new RegExp(`${kind}://galley@127\\.0\\.0\\.1:1/site cannot be used: ${reason}`));
  expect(out + errors).not.toContain("secret");
});

const NEEDS_PG = "PostgreSQL needs the package pg, which is not installed: npm install pg";
const NEEDS_NATS =
  "JetStream needs packages that are not installed: npm install @nats-io/transport-node @nats-io/jetstream @nats-io/kv @nats-io/obj";

test.each([
  ["pg", ["--port", "0", "--data", "postgres://127.0.0.1:1/site"], NEEDS_PG],
  ["pg", ["data", "check", "postgres://127.0.0.1:1/site"], NEEDS_PG],
  ["@nats-io/transport-node", ["data", "check", "nats://127.0.0.1:1/site"], NEEDS_NATS],
  ["@nats-io/obj", ["data", "check", "nats://127.0.0.1:1/site"], NEEDS_NATS],
])("without the package %s %j says what to install, in one line", async (name, args, message) => {
  const { code, errors } = await runToEnd(args, { folder: await newFolder(), program: without(name) });
  expect([code, errors]).toEqual([1, `galley: ${message}\n`]);
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

const TOKEN = "full-access-for-the-test";

/** The looks at a log, and their answers. */
const LOOKS: readonly (readonly [command: string, answer: RegExp])[] = [
  ["check", /: good, up to position \d+/],
  ["stats", /api::post\.post {2}\d+ documents/],
];

describe.each([
  {
    name: "PostgreSQL",
    isThere: HAS_POSTGRES,
    start: startPostgres,
    looks: [...LOOKS, ["sql", /create table if not exists batch/]],
  },
  { name: "JetStream", isThere: HAS_NATS, start: () => startNats(1), looks: LOOKS },
] as const)("$name on the command line (skipped where it is not installed)", ({ isThere, start, looks }) => {
  if (!isThere) return void test.skip("is not installed");
  const server = openedForAll<{ newPlace(): string; close(): unknown }>(start);

  test("looking at a log that is not there is refused, and creates none", async () => {
    const [place, folder] = [server.newPlace(), await newFolder()];
    for (const args of [
      ["check", place],
      ["stats", place],
      ["nodes", place],
      ["copy", place, "copy.json"],
    ]) {
      const { code, out, errors } = await runHere(["data", ...args], { folder });
      expect([code, out, errors]).toEqual([1, "", expect.stringMatching(/^galley: \S+ has no log\b.*\n$/)]);
    }
  });

  test("two servers share the demo, and data looks at the log and copies it there and back", async () => {
    const [place, folder] = [server.newPlace(), await newFolder()];
    const environment = { GALLEY_DATA: place, GALLEY_JWT_SECRET: "x".repeat(32), GALLEY_TOKEN: TOKEN };
    const surroundings = { folder, environment };
    const data = async (...args: readonly string[]) => runHere(["data", ...args], { folder });
    await withServer(["--port", "0"], surroundings, async (_, one) => {
      await withServer(["--port", "0"], surroundings, async (__, other) => {
        const asked = withJson("POST", { title: "Shared" });
        expect((await fetch(`${one}/todos`, asked)).status).toBe(201);
        const form = new FormData();
        form.append("files", new Blob(["hello"]), "a.txt");
        const authorization = `Bearer ${TOKEN}`;
        const sent = await fetch(`${one}/api/upload`, { method: "POST", headers: { authorization }, body: form });
        expect(sent.status).toBe(201);
        await expect.poll(async () => (await fetch(`${other}/todos`)).text()).toContain('"Shared"');
      });
      expect((await data("nodes", place)).out).toMatch(/process \d+ {2}at position \d+/);
    });
    for (const [command, answer] of looks) expect((await data(command, place)).out).toMatch(answer);
    for (const [from, to] of [
      [place, "copy.json"],
      ["copy.json", server.newPlace()],
    ] as const) {
      const copied = await data("copy", from, to, "--quiet");
      expect(copied).toMatchObject({ code: 0, out: expect.stringContaining(", 1 file."), errors: "" });
    }
  });
});

describe.skipIf(!HAS_POSTGRES)("PostgreSQL on the command line by itself", () => {
  const server = openedForAll(startPostgres);

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
