import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createGalley } from "../../../transport/galley.ts";
import { readData } from "../../../transport/strapi/project/files/read-data.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { newFolder } from "../../support/folder.ts";
import { openUploads } from "../../support/servers/open-uploads.ts";

/* SECURITY.md, "Values": what cannot be kept as it was sent is refused with its place. */

const SCHEMA = schemaOf({
  thing: {
    dp: false,
    attributes: {
      title: { type: "string" },
      int: { type: "integer" },
      big: { type: "biginteger" },
      dec: { type: "decimal" },
      flt: { type: "float" },
      doc: { type: "json" },
    },
  },
});

describe.each(["contract", "strapi"] as const)("values in the profile %s", (profile) => {
  const open = () =>
    createGalley({
      schema: SCHEMA,
      profile,
      graphql: true,
      control: { token: "control" },
      todo: true,
      roles: { public: { thing: ["find", "create"] } },
    });

  const send = async (path: string, body: string | Uint8Array, type = "application/json") => {
    await using galley = await open();
    const key: Record<string, string> = path.startsWith("/__galley") ? { authorization: "Bearer control" } : {};
    const response = await galley.fetch(path, { method: "POST", headers: { "content-type": type, ...key }, body });
    const text = await response.text();
    return {
      status: response.status,
      text,
      body: JSON.parse(text),
      count: await galley.documents("api::thing.thing").count(),
    };
  };

  it.each([
    ['{"data":{"int":9007199254740993}}', ["int"]],
    ['{"data":{"big":9007199254740993}}', ["big"]],
    ['{"data":{"big":-123456789012345678901}}', ["big"]],
    ['{"data":{"int":"9007199254740993"}}', ["int"]],
    ['{"data":{"dec":9007199254740993}}', ["dec"]],
    ['{"data":{"dec":9007199254740.993e3}}', ["dec"]],
    ['{"data":{"dec":1e400}}', ["dec"]],
    ['{"data":{"flt":-1e400}}', ["flt"]],
    ['{"data":{"flt":1e-400}}', ["flt"]],
    ['{"data":{"title":"a","doc":1e400}}', ["doc"]],
    ['{"data":{"doc":{"\\u0061":[1,{"b":"1,2","c":1e999}]}}}', ["doc", "a", "1", "c"]],
    ['{"data":{"doc":{"\\u0061":[[0,"x"],{"b":"1,2","c":12345678901234567}]}}}', ["doc", "a", "1", "c"]],
  ])("refuses numbers that would be altered: %s", async (text, path) => {
    const { status, body, count } = await send("/api/things", text);
    expect([status, body.error.name, count]).toEqual([400, "ValidationError", 0]);
    expect(body.error.details.errors.map((each: { path: unknown }) => each.path)).toEqual([path]);
  });

  it.each([
    ["int", "9007199254740991"],
    ["int", "9007199254740990.0"],
    ["dec", "0.1000000000000000055511151231257827"],
    ["dec", "1e23"],
    ["dec", "100000000000000000000000"],
    ["dec", "0.0000000000000000000000000000"],
    ["dec", "5e-324"],
    ["doc", '"no. 12345678901234567890123"'],
    ["doc", "1.7976931348623157e308"],
  ])("keeps what can be kept: %s as %s", async (name, literal) => {
    const { status, body } = await send("/api/things", `{"data":{"${name}":${literal}}}`);
    expect([status, body.data[name]]).toEqual([201, JSON.parse(literal)]);
  });

  it("refuses them over GraphQL, in variables and in literals", async () => {
    const create = "mutation ($data: ThingInput!) { createThing(data: $data) { documentId } }";
    for (const [query, variables] of [
      [create, '{"data":{"dec":9007199254740993}}'],
      [create, '{"data":{"big":9007199254740993}}'],
      [create, '{"data":{"doc":{"a":1e400}}}'],
      ["mutation { createThing(data: { flt: 9007199254740993 }) { documentId } }", "{}"],
      ["mutation { createThing(data: { dec: 1e400 }) { documentId } }", "{}"],
      ["mutation { createThing(data: { doc: { a: [1e400] } }) { documentId } }", "{}"],
      ["mutation { createThing(data: { doc: 12345678901234567890 }) { documentId } }", "{}"],
    ] as const) {
      const { text, count } = await send("/graphql", `{"query":${JSON.stringify(query)},"variables":${variables}}`);
      expect([query, variables, count]).toEqual([query, variables, 0]);
      expect(text).toMatch(/cannot be kept exactly|must be a finite number/);
    }
  });

  const latin = (text: string) => Buffer.from(text, "latin1");

  it.each([
    ["/api/things", '{"data":{"title":"caf\u00e9"}}', "application/json"],
    ["/api/things", "data[title]=caf\u00e9", "application/x-www-form-urlencoded"],
    ["/api/things", "data[title]=caf%E9", "application/x-www-form-urlencoded"],
    ["/graphql", '{"query":"{ __typename } # caf\u00e9"}', "application/json"],
    ["/todos", '{"title":"caf\u00e9"}', "application/json"],
    ["/__galley/faults", '{"status":503,"match":{"path":"/caf\u00e9"}}', "application/json"],
  ])("refuses bytes that are no UTF-8: POST %s %s", async (path, text, type) => {
    const { status, text: answer, count } = await send(path, latin(text), type);
    expect([status, count]).toEqual([400, 0]);
    expect(answer).toMatch(/invalid UTF-8 (?:at byte \d+|in the form at data\[title\])/);
  });

  it("takes a sign in the form that only looks like an escape, and the sign for what could not be read", async () => {
    const form = "application/x-www-form-urlencoded";
    expect((await send("/api/things", "data[title]=100%", form)).body.data.title).toBe("100%");
    expect((await send("/api/things", '{"data":{"title":"\ufffd"}}')).body.data.title).toBe("\ufffd");
  });

  it("does not look at a body that nobody reads", async () => {
    const { text } = await send("/api/things", latin("\u00e9"), "application/octet-stream");
    expect(text).not.toContain("UTF-8");
  });

  it("refuses names and fields of uploads that are no UTF-8", async () => {
    const { galley } = await openUploads({ profile });
    const send = async (name: string, info: string) => {
      const head = (rest: string) => `--x\r\nContent-Disposition: form-data; ${rest}\r\n\r\n`;
      const body = `${head('name="fileInfo"')}{"caption":"${info}"}\r\n${head(`name="files"; filename="${name}"`)}\u00e9\r\n--x--\r\n`;
      const headers = { "content-type": "multipart/form-data; boundary=x", authorization: "Bearer full" };
      const response = await galley.fetch("/api/upload", { method: "POST", headers, body: latin(body) });
      return [response.status, await response.text()] as const;
    };
    expect(await send("caf\u00e9.txt", "a")).toEqual([
      400,
      expect.stringContaining("the file name of files is not UTF-8"),
    ]);
    expect(await send("a.txt", "caf\u00e9")).toEqual([400, expect.stringContaining("fileInfo is not UTF-8")]);
    expect((await send("a.txt", "caf\u00c3\u00a9"))[0]).toBe(201);
  });
});

it("a JSON file of a project that is no UTF-8 is refused with its line", async () => {
  const file = join(await newFolder(), "seed.json");
  await writeFile(file, Buffer.from('{\n"tag": [\n{"name": "caf\u00e9"}]}', "latin1"));
  expect(await readData(file)).toEqual({ fault: expect.stringContaining("invalid UTF-8 at line 3, byte 24") });
});
