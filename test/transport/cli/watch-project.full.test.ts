import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { newFolder } from "../../support/folder.ts";
import { Caller } from "../../support/requests/caller.ts";
import { withServer } from "../../support/servers/command-line.ts";
import { runHere, withServerHere } from "../../support/servers/run-here.ts";
import { type Watched, withWatched } from "../../support/servers/watched.ts";

const EXCHANGED = "Content types were exchanged";
const REFUSED = "The edited project is not served";

type Attributes = Readonly<Record<string, object>>;

const schemaFile = (name: string) => `src/api/${name}/content-types/${name}/schema.json`;

function schemaOf(name: string, attributes: Attributes): string {
  const info = { singularName: name, pluralName: `${name}s`, displayName: name };
  return JSON.stringify({ kind: "collectionType", collectionName: `${name}s`, info, attributes });
}

const TITLE = { title: { type: "string" } };
const TITLE_AND_NOTE = { ...TITLE, note: { type: "string" } };

async function put(folder: string, file: string, text: string): Promise<void> {
  const path = join(folder, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

const placeOf = (folder: string, data: string) => (data === "memory" ? data : join(folder, data));

const countOf = (server: Pick<Watched, "out">, line: string) => server.out.split(line).length - 1;

/** Does something that the server takes up, or refuses, and waits until it has. */
async function until(server: Pick<Watched, "out">, line: string, change: () => Promise<void>): Promise<void> {
  const before = countOf(server, line);
  await change();
  await eventually(() => expect(countOf(server, line)).toBeGreaterThan(before));
}

test("entries made by --fake are still there after an edit", async () => {
  const folder = await newFolder();
  await put(folder, schemaFile("note"), schemaOf("note", TITLE));
  await withWatched(folder, ["--data", "memory", "--fake", "3", "--open"], async (server) => {
    await until(server, EXCHANGED, () => put(folder, schemaFile("note"), schemaOf("note", TITLE_AND_NOTE)));
    const { entries } = await server.caller.get("/api/notes");
    expect(entries.map(({ note }) => note)).toEqual([null, null, null]);
  });
});

describe.each(["memory", "kept", "kept.json"])("galley serve PATH --watch --data %s", (data) => {
  test("continues with edited content types, on the same port with the same content", async () => {
    const folder = await newFolder();
    await put(folder, schemaFile("note"), schemaOf("note", TITLE_AND_NOTE));
    const args = ["--data", placeOf(folder, data)];
    await withWatched(folder, args, async (server) => {
      const { caller } = server;
      const create = (path: string, values: object) => caller.post(path, { data: values });
      const statusOf = async (path: string) => (await caller.get(path)).status;
      const first = await create("/api/notes", { title: "First", note: "kept" });
      expect(first.status).toBe(201);

      await until(server, EXCHANGED, () => put(folder, schemaFile("task"), schemaOf("task", TITLE)));
      expect(server.out).toContain('"added":["api::task.task"]');
      expect((await create("/api/tasks", { title: "Task" })).status).toBe(201);

      await until(server, EXCHANGED, () => put(folder, schemaFile("note"), schemaOf("note", TITLE)));
      expect(server.out).toContain('"changed":["api::note.note"]');
      expect((await caller.get("/api/notes")).text).toContain("First");
      expect((await caller.get("/api/notes")).text).not.toContain("kept");

      await until(server, REFUSED, () => put(folder, schemaFile("note"), '{ "kind": '));
      await setTimeout(400);
      expect(countOf(server, REFUSED)).toBe(1);
      expect(server.out).toMatch(/src\/api\/note\/content-types\/note\/schema\.json: is not JSON/);
      expect(server.out).not.toContain("(left out)");
      expect(await statusOf("/api/notes")).toBe(200);

      await until(server, EXCHANGED, () => put(folder, schemaFile("note"), schemaOf("note", TITLE_AND_NOTE)));
      expect((await caller.get("/api/notes")).text).toContain("kept");

      const task = join(folder, "src/api/task");
      await until(server, EXCHANGED, () => rm(task, { recursive: true }));
      expect(server.out).toContain('"removed":["api::task.task"]');
      expect(await statusOf("/api/tasks")).toBe(404);
      await until(server, EXCHANGED, () => put(folder, schemaFile("task"), schemaOf("task", TITLE)));
      expect((await caller.get("/api/tasks")).text).toContain("Task");
      expect((await create("/api/notes", { title: "Last" })).status).toBe(201);
    });
    if (data === "memory") return;
    await withWatched(folder, args, async ({ caller }) => {
      const { text } = await caller.get("/api/notes?status=draft");
      for (const value of ["First", "kept", "Last"]) expect(text).toContain(value);
    });
  });

  test("refuses content types that the content does not fit, and continues writing with the previous ones", async () => {
    const folder = await newFolder();
    await put(folder, schemaFile("note"), schemaOf("note", TITLE));
    await withWatched(folder, ["--data", placeOf(folder, data)], async (server) => {
      const { caller } = server;
      await caller.post("/api/notes", { data: { title: "First" } });
      const numbers = schemaOf("note", { title: { type: "integer" } });
      await until(server, REFUSED, () => put(folder, schemaFile("note"), numbers));
      expect(server.out).toMatch(/api::note\.note\.\w+\.\w+\.values\.title must be a whole number/);
      expect((await caller.post("/api/notes", { data: { title: "Second" } })).status).toBe(201);
      await until(server, EXCHANGED, () => put(folder, schemaFile("note"), schemaOf("note", TITLE_AND_NOTE)));
      expect((await caller.post("/api/notes", { data: { title: "Third", note: "new" } })).status).toBe(201);
      const { text } = await caller.get("/api/notes?status=draft");
      for (const title of ["First", "Second", "Third"]) expect(text).toContain(title);
    });
  });
});

test.each(["uws", "node"])("drops no request while content types are exchanged, with the listener %s", async (name) => {
  const folder = await newFolder();
  await put(folder, schemaFile("note"), schemaOf("note", TITLE));
  await withWatched(folder, ["--data", placeOf(folder, "kept"), "--listener", name], async (server) => {
    const { caller } = server;
    let isOver = false;
    const statuses: number[] = [];
    const writes = Array.from({ length: 4 }, async (_, writer) => {
      for (let at = 0; !isOver; at++) {
        statuses.push((await caller.post("/api/notes", { data: { title: `${writer}-${at}` } })).status);
      }
    });
    const reads = Array.from({ length: 2 }, async () => {
      while (!isOver) expect((await caller.get("/api/notes")).status).toBe(200);
    });
    for (const attributes of [TITLE_AND_NOTE, TITLE, TITLE_AND_NOTE]) {
      await until(server, EXCHANGED, () => put(folder, schemaFile("note"), schemaOf("note", attributes)));
    }
    isOver = true;
    await Promise.all([...writes, ...reads]);
    expect(new Set(statuses)).toEqual(new Set([201]));
    const { text } = await caller.get("/api/notes?status=draft&pagination[pageSize]=1");
    expect(JSON.parse(text)).toMatchObject({ meta: { pagination: { total: statuses.length } } });
  });
});

test("applies a changed configuration, and keeps the token of the run and uploaded files", async () => {
  const folder = await newFolder();
  await put(folder, schemaFile("note"), schemaOf("note", TITLE));
  const args = [".", "--port", "0", "--watch", "--log-format", "json", "--data", "memory"];
  await withServer(args, { folder }, async (server, url) => {
    expect(server.out).toMatch(/Content .*, watched/);
    const token = /Token +(\S+)/.exec(server.out)?.[1] ?? "";
    const caller = new Caller(url, token);
    const visitor = new Caller(url);
    const form = new FormData();
    form.append("files", new Blob(["file text"]), "a.txt");
    const headers = { authorization: `Bearer ${token}` };
    const uploaded = await fetch(`${url}/api/upload`, { method: "POST", body: form, headers });
    const [file] = (await uploaded.json()) as [{ url: string }];

    expect((await visitor.get("/api/notes")).status).toBe(401);
    const roles = { public: { "api::note.note": ["find"] } };
    const read = "The configuration was read again";
    await until(server, read, () => put(folder, "galley.config.json", JSON.stringify({ roles })));
    expect((await visitor.get("/api/notes")).status).toBe(200);
    expect((await caller.post("/api/notes", { data: { title: "Mine" } })).status).toBe(201);
    expect(await (await fetch(new URL(file.url, url))).text()).toBe("file text");

    const api = (prefix: string) => `module.exports = { rest: { prefix: "${prefix}" } };`;
    await until(server, read, () => put(folder, "config/api.js", api("/v1")));
    expect((await caller.get("/v1/notes")).status).toBe(200);
    await until(server, read, () => put(folder, "config/api.js", api("/v2")));
    expect((await caller.get("/v2/notes")).text).toContain("Mine");

    await until(server, REFUSED, () => put(folder, "galley.config.json", '{ "rolls": {} }'));
    expect(server.out).toMatch(/galley\.config\.json.*rolls/);
    await put(folder, "galley.config.json", JSON.stringify({ roles }));
    await setTimeout(500);
    expect(countOf(server, read)).toBe(3);

    const later = "These settings take effect at the next start";
    await until(server, later, () => put(folder, "galley.config.json", JSON.stringify({ roles, logLevel: "debug" })));
    expect((await visitor.get("/v2/notes")).status).toBe(200);
  });
});

test("runs the hooks of an edited setup once, and no longer those of the one before", async () => {
  const folder = await newFolder();
  await put(folder, schemaFile("note"), schemaOf("note", TITLE));
  const setupOf = (text: string) => `
      import { mark } from "./mark.mjs";
      export default {
        setup(galley) {
          galley.use({ types: ["note"], actions: ["create"] }, (context, next) => {
            context.params.data.title += mark("${text}");
            return next();
          });
        },
      };`;
  await put(folder, "mark.mjs", "export const mark = (text) => ' ' + text;");
  await put(folder, "galley.config.mjs", setupOf("old"));
  await withWatched(folder, ["--data", placeOf(folder, "kept")], async (server) => {
    const titleOf = async () => (await server.caller.post("/api/notes", { data: { title: "a" } })).entry.title;
    const read = "The configuration was read again";
    expect(await titleOf()).toBe("a old");
    await until(server, read, () => put(folder, "galley.config.mjs", setupOf("new")));
    expect(await titleOf()).toBe("a new");
    await until(server, EXCHANGED, () => put(folder, schemaFile("note"), schemaOf("note", TITLE_AND_NOTE)));
    expect(await titleOf()).toBe("a new");
    await until(server, REFUSED, () =>
      put(folder, "galley.config.mjs", "export default { setup() { throw new Error('no key'); } };"),
    );
    expect(await titleOf()).toBe("a new");
    await until(server, read, () => put(folder, "galley.config.mjs", "export default {};"));
    expect(await titleOf()).toBe("a");
  });
});

test("reloads the JSON file of content types that PATH names", async () => {
  const folder = await newFolder();
  const types = (attributes: Attributes) => {
    const note = JSON.parse(schemaOf("note", attributes));
    return JSON.stringify({ contentTypes: { "api::note.note": note } });
  };
  await put(folder, "types.json", types(TITLE));
  await withWatched(join(folder, "types.json"), [], async (server) => {
    const { caller } = server;
    await until(server, EXCHANGED, () => put(folder, "types.json", types(TITLE_AND_NOTE)));
    expect((await caller.post("/api/notes", { data: { title: "First", note: "kept" } })).status).toBe(201);
    const stored = join(folder, "galley-data", "types.json");
    const edited = (await readFile(stored, "utf8")).replaceAll('"First"', '"Edited"');
    await until(server, "The edited file was loaded", () => writeFile(stored, edited));
    expect((await caller.get("/api/notes?status=draft")).text).toContain("Edited");
  });
});

const ARGS = ["--port", "0", "--data", "db.json"];

describe("galley serve --watch", () => {
  test("applies valid edits, reports the faults of others, and loses no write", async () => {
    const folder = await newFolder();
    const path = join(folder, "db.json");
    const environment = { GALLEY_TOKEN: "given" };
    await withServer([...ARGS, "--watch"], { folder, environment }, async (server, url) => {
      expect(server.out).toMatch(/Storage .*db\.json, survives power loss, watched/);
      const caller = new Caller(url, "given");
      const names = async () => (await caller.get("/api/tags?status=draft&pagination[pageSize]=100")).all("name");
      const add = (name: string) => caller.post("/api/tags", { data: { name, slug: name.toLowerCase() } });
      expect((await add("Mine")).status).toBe(201);

      await edit(path, (text) => text.replace('"Mine"', '"Edited"'));
      await eventually(async () => expect(await names()).toContain("Edited"));
      expect((await add("After")).status).toBe(201);

      await edit(path, (text) => text.replace('"Edited"', "7"));
      await eventually(() => expect(server.out + server.errors).toContain("was not loaded"));
      expect(server.out + server.errors).toMatch(/db\.json.*published\.values\.name must be a text/);
      expect(await names()).toEqual(expect.arrayContaining(["Edited", "After"]));
      expect((await add("Last")).status).toBe(201);
      const kept = await readFile(path, "utf8");
      for (const name of ["Edited", "After", "Last"]) expect(kept).toContain(`"${name}"`);
      expect(await readFile(`${path}.refused`, "utf8")).toContain('"name": 7');
    });
    await withServer(ARGS, { folder, environment }, async (_, url) => {
      const tags = await new Caller(url, "given").get("/api/tags?status=draft&pagination[pageSize]=100");
      expect(tags.all("name")).toEqual(expect.arrayContaining(["Edited", "After", "Last"]));
    });
  });
});

test("galley serve does not begin a journal beside the db.json of its folder", async () => {
  const folder = await newFolder();
  await mkdir(join(folder, "kept"));
  await withServerHere(["--port", "0", "--data", "kept/db.json"], { folder }, async () => {});
  const { code, errors } = await runHere(["--port", "0", "--data", "kept"], { folder });
  expect(code).toBe(1);
  expect(errors).toContain(`galley data copy ${join(folder, "kept", "db.json")} ${join(folder, "kept")}`);
  expect((await runHere(["data", "copy", "kept/db.json", "kept"], { folder })).code).toBe(0);
  await withServerHere(["--port", "0", "--data", "kept"], { folder }, async (server) => {
    expect(server.out).toContain("38 documents");
  });
});

async function edit(path: string, change: (text: string) => string): Promise<void> {
  await writeFile(path, change(await readFile(path, "utf8")));
}
