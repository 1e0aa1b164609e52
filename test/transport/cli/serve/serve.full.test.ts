import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import packageJson from "../../../../package.json" with { type: "json" };
import { newFolder } from "../../../support/folder.ts";
import { Caller } from "../../../support/requests/caller.ts";
import { CommandLine, withServer } from "../../../support/servers/command-line.ts";
import { runHere, withServerHere } from "../../../support/servers/run-here.ts";

const ANY_PORT = ["--port", "0"];

describe("galley", () => {
  test("without arguments serves the demo, says so in a few lines, and keeps its data", async () => {
    const folder = await newFolder();
    const token = await withServer([...ANY_PORT, "--log-level", "warn"], { folder }, async ({ out }, url) => {
      const lines = out.trimEnd().split("\n");
      expect(lines.length).toBeLessThanOrEqual(20);
      expect(lines[0]).toMatch(new RegExp(`^Galley ${packageJson.version}, ready in \\d+ ms`));
      expect(out).toContain("6 content types, 38 documents (demo blog)");
      expect(out).toContain(join(folder, "galley-data", "demo.json"));
      const [, shown = ""] = /Token +(\S+)/.exec(out) ?? [];
      const visitor = new Caller(url);
      expect((await visitor.get("/api/posts")).pagination.total).toBe(14);
      expect((await visitor.post("/api/tags", { data: {} })).status).toBe(401);
      const editor = new Caller(url, shown);
      expect((await editor.post("/api/tags", { data: { name: "Kept", slug: "kept" } })).status).toBe(201);
      const [, command = ""] = /curl '([^']+)'/.exec(out) ?? [];
      expect((await fetch(command)).status).toBe(200);
      return shown;
    });
    expect(await readFile(join(folder, "galley-data", "demo.json"), "utf8")).not.toContain(token);
    await withServer(ANY_PORT, { folder, environment: { GALLEY_TOKEN: "given" } }, async ({ out }, url) => {
      expect(out).not.toContain("given");
      expect((await new Caller(url).get("/api/tags")).all("name")).toContain("Kept");
      expect((await new Caller(url, token).get("/api/tags")).status).toBe(401);
      expect((await new Caller(url, "given").get("/api/posts?status=draft")).status).toBe(200);
    });
  });

  test("serves a project with the roles and tokens of its configuration", async () => {
    const folder = await newFolder();
    await writeProject(folder);
    const config = {
      rest: { defaultLimit: 1 },
      roles: { editor: { note: ["find", "create"] } },
      tokens: [{ name: "desk", token: "desk-token", role: "editor" }],
      storage: "memory",
      profile: "contract",
    };
    await writeFile(join(folder, "galley.config.json"), JSON.stringify(config));
    await withServerHere([".", ...ANY_PORT], { folder }, async ({ out }, url) => {
      expect(out).toContain("1 content type, 0 documents");
      const desk = new Caller(url, "desk-token");
      for (const text of ["one", "two"]) {
        expect((await desk.post("/api/notes", { data: { text, status: "published" } })).status).toBe(201);
      }
      expect((await desk.get("/api/notes")).pagination).toMatchObject({ pageSize: 1, total: 2 });
      expect((await new Caller(url).get("/api/notes")).status).toBe(401);
      expect((await new Caller(url).get("/todos")).status).toBe(404);
    });
  });

  test("serves one file of content types and entries, or begins with those of another", async () => {
    const folder = await newFolder();
    const info = { singularName: "note", pluralName: "notes", displayName: "Note" };
    const contentTypes = { "api::note.note": { info, attributes: { text: { type: "string", required: true } } } };
    await writeFile(join(folder, "site.json"), JSON.stringify({ contentTypes, seed: { notes: [{ text: "one" }] } }));
    const args = ["site.json", ...ANY_PORT, "--data", "memory"];
    const environment = { GALLEY_TOKEN: "given" };
    await withServerHere(args, { folder, environment }, async (_, url) => {
      expect((await new Caller(url, "given").get("/api/notes")).all("text")).toEqual(["one"]);
    });
    await writeFile(join(folder, "seed.json"), JSON.stringify({ note: { a: { text: "two" }, b: { text: "three" } } }));
    await withServerHere([...args, "--seed", "seed.json"], { folder, environment }, async (_, url) => {
      expect((await new Caller(url, "given").get("/api/notes")).all("text")).toEqual(["two", "three"]);
    });
    await writeFile(join(folder, "seed.json"), JSON.stringify({ note: [{}], tag: [] }));
    const { code, errors } = await runHere([...args, "--seed", "seed.json"], { folder });
    expect([code, errors]).toEqual([
      1,
      "galley: seed.json cannot be planted:\n  tag: is not the uid or name of a content type\n  note.0.text: text must be defined.\n",
    ]);
  });

  test("logs requests as JSON lines without tokens, and ends on SIGTERM with 143", async () => {
    const folder = await newFolder();
    const surroundings = { folder, environment: { GALLEY_TOKEN: "secret-token" } };
    const args = ["serve", ...ANY_PORT, "--data", "memory"];
    const server = new CommandLine(args, surroundings);
    await new Caller(await server.url(), "secret-token").get("/api/tags");
    const { code, out, errors } = await server.signal("SIGTERM");
    expect(code).toBe(143);
    expect(out).toContain('"/api/tags"');
    expect(out + errors).not.toContain("secret-token");
  });

  test("listens with node:http on request", async () => {
    const folder = await newFolder();
    await withServerHere([...ANY_PORT, "--data", "memory", "--listener", "node"], { folder }, async ({ out }, url) => {
      expect(out).toContain("node:http");
      expect((await fetch(`${url}/todos`)).status).toBe(200);
    });
  });

  test("serves todos beside a project only if configured", async () => {
    const folder = await newFolder();
    await writeProject(folder);
    for (const [flags, status] of [
      [[], 404],
      [["--todo"], 200],
    ] as const) {
      await withServerHere([".", ...ANY_PORT, "--data", "memory", ...flags], { folder }, async ({ out }, url) => {
        expect([(await fetch(`${url}/todos`)).status, out.includes("/todos")]).toEqual([status, status === 200]);
      });
    }
  });

  test("ends on SIGINT with 130 after a clean close", async () => {
    const folder = await newFolder();
    const args = [...ANY_PORT, "--data", "kept"];
    const server = new CommandLine(args, { folder });
    const url = await server.url();
    expect((await new Caller(url).post("/todos", { title: "Stow the anchor" })).status).toBe(201);
    expect((await server.signal("SIGINT")).code).toBe(130);
    await withServer(args, { folder }, async (_again, after) => {
      expect((await new Caller(after).get("/todos")).text).toContain("Stow the anchor");
    });
  });

  test("reports that it drains, and continues to answer for the configured time", async () => {
    const folder = await newFolder();
    await writeFile(join(folder, "galley.config.json"), JSON.stringify({ drainDelay: 1500 }));
    const server = new CommandLine([...ANY_PORT, "--data", "memory"], { folder });
    const url = await server.url();
    expect((await fetch(`${url}/_health/ready`)).status).toBe(200);
    const ended = server.signal("SIGTERM");
    let status = 200;
    for (let tries = 0; tries < 100 && status === 200; tries++) status = (await fetch(`${url}/_health/ready`)).status;
    expect(status).toBe(503);
    expect((await fetch(`${url}/todos`)).status).toBe(200);
    expect((await ended).code).toBe(143);
  });

  test("reads roles and tokens again on SIGHUP, and keeps those it has when the file is faulty", async () => {
    const folder = await newFolder();
    const configure = (config: object) => writeFile(join(folder, "galley.config.json"), JSON.stringify(config));
    const tokensOf = (...names: string[]) => names.map((name) => ({ name, token: name, access: "full-access" }));
    await configure({ tokens: tokensOf("old", "kept") });
    const server = new CommandLine([...ANY_PORT, "--data", "memory"], { folder });
    const url = await server.url();
    const statusOf = async (token: string) =>
      (await fetch(`${url}/api/tags?status=draft`, { headers: { authorization: `Bearer ${token}` } })).status;
    expect([await statusOf("old"), await statusOf("kept"), await statusOf("new")]).toEqual([200, 200, 401]);

    await configure({ tokens: tokensOf("kept", "new") });
    await server.hangUp("Roles and tokens were read again");
    expect([await statusOf("old"), await statusOf("kept"), await statusOf("new")]).toEqual([401, 200, 200]);

    await configure({ tokens: [{ name: "broken" }] });
    await server.hangUp("Roles and tokens are unchanged");
    expect([await statusOf("old"), await statusOf("kept"), await statusOf("new")]).toEqual([401, 200, 200]);
    expect((await server.signal("SIGTERM")).code).toBe(143);
  });

  test("ends at once on a second signal, whatever is under way", async () => {
    const folder = await newFolder();
    const server = new CommandLine([...ANY_PORT, "--data", "memory"], { folder });
    const { port } = new URL(await server.url());
    const slow = connect(Number(port), "127.0.0.1");
    slow.on("error", () => {});
    slow.write("POST /todos HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n{");
    expect(String((await once(slow, "data"))[0])).toContain("100 Continue");
    const ended = server.signal("SIGINT");
    await setTimeout(200);
    await server.signal("SIGTERM");
    // Not 130: it is the second signal that ends it, before the slow client is given up.
    expect((await ended).code).toBe(143);
    slow.destroy();
  });
});

describe("help and version", () => {
  test.each([
    [["--help"], /^Usage: galley \[serve\] \[PATH\][\s\S]*--listener NAME/],
    [["serve", "-h"], /^Usage: galley \[serve\]/],
    [["token", "--help"], /^Usage: galley token create/],
    [["help"], /^Usage: galley \[serve\] \[PATH\]/],
    [["help", "types"], /^Usage: galley types/],
    [["-v"], new RegExp(`^${packageJson.version}\n$`)],
  ])("galley %j prints and ends with 0", async (args, expected) => {
    const { code, out, errors } = await runHere(args);
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(out).toMatch(expected);
  });
});

describe("wrong usage", () => {
  test.each([
    [["--prot", "1"], "Unknown option '--prot': did you mean --port?"],
    [["--port", "many"], "--port must be a number from 0 to 65535, not many"],
    [["a", "b"], "Unexpected argument: b"],
    [["chek"], "Unknown command: chek: did you mean check?"],
    [["chek", "u.json"], "Unknown command: chek: did you mean check?"],
    [["rotes", "blog", "--json"], "Unknown command: rotes: did you mean routes?"],
    [["--profile", "other"], "--profile must be one of contract, strapi"],
  ])("galley %j says so in one line with a hint and ends with 2", async (args, message) => {
    const { code, out, errors } = await runHere(args);
    expect({ code, out, errors }).toEqual({ code: 2, out: "", errors: `galley: ${message}\nTry: galley --help\n` });
  });
});

describe("a start that fails", () => {
  test("names every fault of the content types with file and path, and ends with 1", async () => {
    const folder = await newFolder();
    await writeProject(folder, { text: { type: "strng" }, other: { type: "enumeration", enum: [] } });
    const { code, out, errors } = await runHere([folder, "--strict", ...ANY_PORT], { folder });
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(errors).toMatch(/content-types\/note\/schema\.json: attributes\.text/);
    expect(errors).toMatch(/content-types\/note\/schema\.json: attributes\.other/);
    expect(errors).not.toMatch(/\n {4}at /);
  });

  test("names every fault of the configuration", async () => {
    const folder = await newFolder();
    await writeFile(join(folder, "galley.config.json"), '{ "prot": 1, "rest": { "maxLimit": "many" } }');
    const { code, errors } = await runHere(ANY_PORT, { folder });
    expect(code).toBe(1);
    expect(errors).toMatch(/galley\.config\.json is not valid:\n/);
    expect(errors).toContain("  prot: is not a known key: did you mean port?\n");
    expect(errors).toContain("  rest.maxLimit: must be a number\n");
  });

  test("names the file of roles and tokens that do not fit the content types", async () => {
    const folder = await newFolder();
    const config = { roles: { public: { pots: ["find"] } }, tokens: [{ name: "a", token: "a", role: "b" }] };
    await writeFile(join(folder, "site.json"), JSON.stringify(config));
    const { code, errors } = await runHere([...ANY_PORT, "--config", "site.json", "--data", "memory"], { folder });
    expect(code).toBe(1);
    expect(errors).toContain(
      `${join(folder, "site.json")} is not valid:\n  roles.public.pots: there is no content type "pots": did you mean post?\n  tokens.0.role: there is no such role\n`,
    );
  });

  test("names the port that is taken", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => taken.once("listening", resolve));
    const address = taken.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    for (const listener of ["uws", "node"]) {
      const args = ["--port", String(port), "--data", "memory", "--listener", listener];
      const { code, errors } = await runHere(args, { folder: await newFolder() });
      expect(code).toBe(1);
      expect(errors).toContain(String(port));
    }
    taken.close();
  });

  test("names data that is no content", async () => {
    const folder = await newFolder();
    await writeFile(join(folder, "db.json"), "not JSON");
    const { code, errors } = await runHere([...ANY_PORT, "--data", "db.json"], { folder });
    expect(code).toBe(1);
    expect(errors).toContain("db.json");
    expect(await readFile(join(folder, "db.json"), "utf8")).toBe("not JSON");
  });
});

async function writeProject(folder: string, attributes: object = { text: { type: "string" } }): Promise<void> {
  const types = join(folder, "src/api/note/content-types/note");
  await mkdir(types, { recursive: true });
  const info = { singularName: "note", pluralName: "notes", displayName: "Note" };
  const schema = { kind: "collectionType", info, options: { draftAndPublish: true }, attributes };
  await writeFile(join(types, "schema.json"), JSON.stringify(schema));
}
