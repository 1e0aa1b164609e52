import { describe, expect, it } from "vitest";
import { MemoryFileStore } from "../../../../storage/internal.ts";
import type { GalleyOptions } from "../../../../transport/galley.ts";
import { png } from "../../../support/content/png.ts";
import { openUploads, type Sent } from "../../../support/servers/open-uploads.ts";

const TEXT: Sent = ["a.txt", "hello", "text/plain"];
const UPLOAD = `mutation ($file: Upload!, $info: FileInfoInput, $ref: String, $refId: ID, $field: String) {
  upload(file: $file, info: $info, ref: $ref, refId: $refId, field: $field) {
    data { id attributes { name mime size alternativeText caption width height } }
  }
}`;
const ALL = "mutation ($files: [Upload]!) { multipleUpload(files: $files) { data { id attributes { name } } } }";

const upload = (variables: object = {}) => ({ query: UPLOAD, variables: { file: null, ...variables } });

/** A form of the GraphQL multipart request specification; each file is in the field of its index. */
function multipart(operations: unknown, map: unknown, files: readonly Sent[]): FormData {
  const form = new FormData();
  const json = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  if (operations !== undefined) form.append("operations", json(operations));
  if (map !== undefined) form.append("map", json(map));
  for (const [index, [name, bytes, type]] of files.entries()) {
    form.append(String(index), new Blob([bytes], { type: type ?? "" }), name);
  }
  return form;
}

/** A blog with the operations of Strapi 4, and the names of the files in its store. */
async function open(options: Partial<GalleyOptions> = {}) {
  const files = new MemoryFileStore();
  const opened = await openUploads({ graphql: { format: "v4" }, files, ...options });
  const ask = async (operations: unknown, map: unknown, sent: readonly Sent[], token?: string | null) =>
    (await opened.ask("POST", "/graphql", multipart(operations, map, sent), token)).body;
  const stored = async () => {
    const names: string[] = [];
    for await (const name of files.list()) names.push(name);
    return names;
  };
  return { ...opened, graphql: ask, stored };
}

const MAP = { 0: ["variables.file"] };

describe("uploads over GraphQL, as of Strapi 4", () => {
  it("store a file with what is said about it", async () => {
    const { graphql, galley } = await open();
    const info = { name: "b.txt", alternativeText: "words", caption: "few" };
    expect(await graphql(upload({ info }), MAP, [TEXT])).toEqual({
      data: {
        upload: {
          data: {
            id: "1",
            attributes: {
              name: "b.txt",
              mime: "text/plain",
              size: 0.01,
              alternativeText: "words",
              caption: "few",
              width: null,
              height: null,
            },
          },
        },
      },
    });
    const [file] = await galley.documents("plugin::upload.file").findMany();
    const served = await galley.fetch(`http://galley${file?.url}`, { headers: { authorization: "Bearer full" } });
    expect(await served.text()).toBe("hello");
  });

  it("store several files at once, and link a picture to an entry", async () => {
    const { graphql, ask } = await open();
    const all = { query: ALL, variables: { files: [null, null] } };
    const map = { 0: ["variables.files.0"], 1: ["variables.files.1"] };
    const { data } = await graphql(all, map, [TEXT, ["b.png", png(3, 2), "image/png"]]);
    expect(data.multipleUpload).toEqual([
      { data: { id: "1", attributes: { name: "a.txt" } } },
      { data: { id: "2", attributes: { name: "b.png" } } },
    ]);
    const { body } = await ask("POST", "/api/authors", { data: { name: "Ann" } });
    const place = { ref: "api::author.author", refId: body.data.documentId, field: "avatar" };
    await graphql(upload(place), MAP, [["c.png", png(3, 2), "image/png"]]);
    const author = await ask("GET", `/api/authors/${body.data.documentId}?populate=avatar`);
    expect(author.body.data.avatar.name).toBe("c.png");
  });

  it.each(["node", "uws"] as const)("arrive as streams over a socket of the listener %s", async (listener) => {
    const { galley, stored } = await open({ uploads: { limit: 3_000_000 }, bodyLimit: 100_000 });
    const { url } = await galley.listen({ port: 0, listener });
    const send = async (bytes: number, token: string) => {
      const body = multipart(upload(), MAP, [["a.bin", new Uint8Array(bytes)]]);
      const answer = await fetch(`${url}/graphql`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}` },
        body,
      });
      return { status: answer.status, body: JSON.parse(await answer.text()) };
    };
    expect((await send(2_000_000, "full")).body.data.upload.data.attributes.size).toBe(2000);
    expect((await send(3_000_001, "full")).body).toMatchObject({
      data: null,
      errors: [{ message: "a.bin exceeds size limit of 3 MB.", path: ["upload"] }],
    });
    expect((await send(4_000_000, "full")).status).toBe(413);
    // Callers who may not upload have the limit of all other bodies.
    expect((await send(2_000_000, "read")).status).toBe(413);
    expect(await stored()).toHaveLength(1);
  });

  it("are refused to callers who may not upload, and leave no bytes behind", async () => {
    const { graphql, stored, ask } = await open();
    for (const token of ["read", null]) {
      expect(await graphql(upload(), MAP, [TEXT], token)).toEqual({
        errors: [
          expect.objectContaining({
            message: "Forbidden access",
            path: ["upload"],
            extensions: expect.objectContaining({ code: "FORBIDDEN" }),
          }),
        ],
        data: null,
      });
    }
    expect((await ask("POST", "/graphql", multipart(upload(), MAP, [TEXT]), "unknown")).status).toBe(401);
    const link = { ref: "api::post.post", refId: "1", field: "cover" };
    // A link is a write of the entry.
    expect((await graphql(upload(link), MAP, [TEXT], "sender")).errors[0].extensions.code).toBe("FORBIDDEN");
    expect(await stored()).toEqual([]);
  });

  it("keep quotas and accepted types, with the place of the fault", async () => {
    const { graphql, ask, stored } = await open({ uploads: { quota: { total: 12 }, deniedTypes: ["text/html"] } });
    expect((await graphql(upload(), MAP, [["a.html", "<p>", "text/html"]])).errors[0]).toMatchObject({
      message: "File type 'text/html' is not allowed",
      path: ["upload"],
    });
    expect((await graphql(upload(), MAP, [TEXT])).data.upload.data.id).toBe("1");
    const { status, body } = await ask("POST", "/graphql", multipart(upload(), MAP, [TEXT]));
    expect([status, body.error.details]).toEqual([507, { path: ["files"], quota: "uploads.quota.total", limit: 12 }]);
    expect(await stored()).toHaveLength(1);
  });

  it("discard files that no operation keeps, and give a file to one field", async () => {
    const { graphql, stored } = await open();
    expect(await graphql({ query: "{ __typename }" }, {}, [TEXT])).toEqual({ data: { __typename: "Query" } });
    const twice = `mutation ($file: Upload!) { a: upload(file: $file) { data { id } } b: upload(file: $file) { data { id } } }`;
    const { data, errors } = await graphql({ query: twice, variables: { file: null } }, MAP, [TEXT, TEXT]);
    expect([data, errors]).toEqual([null, [expect.objectContaining({ path: ["b"] })]]);
    expect(await stored()).toHaveLength(1);
  });

  it("take no value but a file of the form", async () => {
    const { ask } = await open();
    const json = (query: string, variables: object) => ask("POST", "/graphql", { query, variables });
    const message = async (query: string, variables: object) => (await json(query, variables)).body.errors[0].message;
    expect(await message(UPLOAD, { file: "x" })).toContain("Upload value invalid.");
    expect(await message('mutation { upload(file: "x") { data { id } } }', {})).toBe("Upload literal unsupported.");
    expect(await message(ALL, { files: [null] })).toBe("files.0 must be a file");
    expect(await message(ALL, { files: [] })).toBe("Files are empty");
  });

  it("put no file into other values", async () => {
    const { graphql, stored } = await open();
    const query = "mutation ($title: String!) { createPost(data: { title: $title }) { data { id } } }";
    const { errors } = await graphql({ query, variables: { title: null } }, { 0: ["variables.title"] }, [TEXT]);
    expect(errors[0].message).toContain("String cannot represent a non string value");
    expect(await stored()).toEqual([]);
  });

  it.each<[string, unknown, unknown, string, readonly string[]]>([
    ["no operations", undefined, MAP, "Missing multipart field ‘operations’", ["operations"]],
    ["operations that are no JSON", "{", MAP, "Invalid JSON in the ‘operations’ multipart field", ["operations"]],
    ["operations that are a number", "1", MAP, "Invalid type for the ‘operations’ multipart field", ["operations"]],
    ["no map", upload(), undefined, "Missing multipart field ‘map’", ["map"]],
    ["a map that is no JSON", upload(), "{", "Invalid JSON in the ‘map’ multipart field", ["map"]],
    ["a map that is a list", upload(), [], "Invalid type for the ‘map’ multipart field", ["map"]],
    ["places that are no list", upload(), { 0: "variables.file" }, "entry key ‘0’ array", ["map", "0"]],
    ["a place that is no text", upload(), { 0: [1] }, "entry key ‘0’ array index ‘0’ value", ["map", "0", "0"]],
    [
      "two places of one file",
      upload(),
      { 0: ["variables.file", "variables.ref"] },
      "more than one place",
      ["map", "0"],
    ],
    ["a place that is nowhere", upload(), { 0: ["variables.x.y"] }, "‘variables.x.y’", ["map", "0", "0"]],
    ["a place outside the variables", upload(), { 0: ["query"] }, "‘query’", ["map", "0", "0"]],
    ["a place in a prototype", upload(), { 0: ["variables.__proto__"] }, "‘variables.__proto__’", ["map", "0", "0"]],
    ["a file that is missing", upload(), { 7: ["variables.file"] }, "File missing in the request.", ["7"]],
  ])("refuse a form with %s, with its place", async (_what, operations, map, message, path) => {
    const { ask, stored } = await open();
    const { status, body } = await ask("POST", "/graphql", multipart(operations, map, [TEXT]));
    expect([status, body.error.message, body.error.details.path]).toEqual([
      400,
      expect.stringContaining(message),
      path,
    ]);
    expect(await stored()).toEqual([]);
  });

  it("refuse batches, and a form of a page that may not send JSON", async () => {
    const { galley, ask } = await open({ cors: ["https://mine.example"] });
    const { body } = await ask("POST", "/graphql", multipart([upload()], { 0: ["0.variables.file"] }, [TEXT]));
    expect(body.errors[0].message).toBe("Operation batching disabled.");
    const from = async (headers: object) => {
      const init = { method: "POST", headers: { authorization: "Bearer full", ...headers } };
      const answer = await galley.fetch("http://galley/graphql", { ...init, body: multipart(upload(), MAP, [TEXT]) });
      return answer.status;
    };
    expect(await from({ origin: "https://mine.example" })).toBe(200);
    expect(await from({ origin: "https://other.example" })).toBe(400);
    expect(await from({ origin: "https://other.example", "apollo-require-preflight": "1" })).toBe(200);
  });

  it("do not exist as of Strapi 5, whose endpoint takes no forms", async () => {
    const { ask } = await open({ graphql: true });
    expect((await ask("POST", "/graphql", multipart(upload(), MAP, [TEXT]))).status).toBe(400);
    const { body } = await ask("POST", "/graphql", { query: '{ __type(name: "Upload") { name } }' });
    expect(body.data).toEqual({ __type: null });
  });
});
