import { describe, expect, it } from "vitest";
import type { ContentTypeDefinition } from "../../../../engine/internal.ts";
import type { GalleyOptions } from "../../../../transport/galley.ts";
import { BLOG } from "../../../support/content/blog.ts";
import { png } from "../../../support/content/png.ts";
import { form, openUploads } from "../../../support/servers/open-uploads.ts";

const HASH = /^[A-Za-z0-9_]+_[0-9a-f]{10}$/;

const TOKENS = [{ name: "full", token: "full", access: "full-access" }] as const;

const PAGE: ContentTypeDefinition = {
  info: { singularName: "page", pluralName: "pages", displayName: "Page" },
  options: { draftAndPublish: true },
  attributes: { cover: { type: "media" } },
};

describe.each(["contract", "strapi"] as const)("POST /api/upload in the profile %s", (profile) => {
  it("stores a picture with its metadata", async () => {
    const { send, ask } = await openUploads({ profile });
    const [entry] = await send([["My täst (1).PNG", png(30, 20), "image/png"]]);
    expect(entry).toEqual({
      id: 1,
      documentId: expect.stringMatching(/^[a-z][a-z0-9]{23}$/),
      name: "My täst (1).PNG",
      alternativeText: null,
      caption: null,
      focalPoint: null,
      width: 30,
      height: 20,
      formats: null,
      hash: expect.stringMatching(/^My_taest_1_[0-9a-f]{10}$/),
      ext: ".PNG",
      mime: "image/png",
      size: Math.round(png(30, 20).byteLength / 10) / 100,
      url: `/uploads/${entry?.hash}.PNG`,
      previewUrl: null,
      provider: "local",
      provider_metadata: null,
      createdAt: expect.any(String),
      updatedAt: entry?.createdAt,
      publishedAt: entry?.createdAt,
      isUrlSigned: false,
    });
    expect((await ask("GET", "/api/upload/files/1")).body).toEqual(entry);
  });

  it("keeps several files, each with its own info", async () => {
    const { send } = await openUploads({ profile });
    const fileInfo = JSON.stringify([{ caption: "one" }, { name: "second", alternativeText: "two" }]);
    const entries = await send(
      [
        ["a.txt", "a"],
        ["b.svg", '<svg width="10" height="20"/>'],
      ],
      { fileInfo },
    );
    expect(entries).toMatchObject([
      { name: "a.txt", caption: "one", mime: "text/plain", width: null },
      { name: "second", alternativeText: "two", mime: "image/svg+xml", width: 10, height: 20, ext: ".svg" },
    ]);
    expect(entries.map(({ hash }) => HASH.test(String(hash)))).toEqual([true, true]);
  });

  it("links each result to its place", async () => {
    const { ask } = await openUploads({ profile });
    const author = await ask("POST", "/api/authors", { data: { name: "Ann" } });
    const { id, documentId } = author.body.data;
    const fields = { ref: "api::author.author", refId: String(id), field: "avatar" };
    expect((await ask("POST", "/api/upload", form([["a.png", png(1, 1)]], fields))).status).toBe(201);
    const { body } = await ask("GET", `/api/authors/${documentId}?populate=avatar`);
    expect(body.data.avatar).toMatchObject({ name: "a.png", width: 1 });
  });

  it("links a file to the draft and the published version of a documentId", async () => {
    const { galley, ask } = await openUploads({ profile, schema: { contentTypes: { "api::page.page": PAGE } } });
    await galley.documents("api::page.page").create({ data: { documentId: "home" }, status: "published" });
    const fields = { ref: "api::page.page", refId: "home", field: "cover" };
    expect((await ask("POST", "/api/upload", form([["a.png", png(1, 1)]], fields))).status).toBe(201);
    for (const status of ["draft", "published"]) {
      const { body } = await ask("GET", `/api/pages/home?populate=cover&status=${status}`);
      expect(body.data.cover, status).toMatchObject({ name: "a.png" });
    }
  });

  it("finds, describes, replaces and removes a file by its documentId", async () => {
    const { send, ask } = await openUploads({ profile });
    const [{ documentId } = { documentId: "" }] = await send([["a.txt", "a"]]);
    const described = form([], { fileInfo: '{"caption":"one"}' });
    expect((await ask("POST", `/api/upload?id=${documentId}`, described)).body).toMatchObject({ caption: "one" });
    expect((await ask("POST", `/api/upload?id=${documentId}`, form([["b.txt", "bb"]]))).status).toBe(200);
    expect((await ask("GET", `/api/upload/files/${documentId}`)).body).toMatchObject({ name: "b.txt" });
    expect((await ask("DELETE", `/api/upload/files/${documentId}`)).status).toBe(200);
    expect((await ask("GET", `/api/upload/files/${documentId}`)).status).toBe(404);
  });

  it.each([
    [{ ref: "api::nope.nope", refId: "1", field: "avatar" }, "There is no media attribute avatar of api::nope.nope"],
    [
      { ref: "api::author.author", refId: "1", field: "name" },
      "There is no media attribute name of api::author.author",
    ],
    [{ ref: "api::author.author", refId: "9", field: "avatar" }, "There is no entry 9 of api::author.author"],
    [{ ref: "api::author.author", refId: "abc", field: "avatar" }, "There is no entry abc of api::author.author"],
    [{ ref: "__proto__", refId: "1", field: "constructor" }, "There is no media attribute constructor of __proto__"],
  ])("keeps nothing when the place does not exist: %j", async (fields, message) => {
    const { galley, ask } = await openUploads({ profile });
    const { status, body } = await ask("POST", "/api/upload", form([["a.png", png(1, 1)]], fields));
    expect([status, body.error.message]).toEqual([400, message]);
    expect((await ask("GET", "/api/upload/files")).body).toEqual([]);
    expect(await namesIn(galley)).toEqual([]);
  });

  it("links files to an entry only for callers that may update it", async () => {
    const roles = { sender: { file: ["create"] }, editor: { file: ["create"], author: ["update"] } } as const;
    const tokens = [...TOKENS, ...["sender", "editor"].map((role) => ({ name: role, token: role, role }))];
    const { galley, ask } = await openUploads({ profile, roles, tokens });
    const authors = galley.documents("api::author.author");
    const documentId = String((await authors.create({ data: { name: "Ada" } })).documentId);
    const link = (ref: string, refId: string, field: string, token: string) =>
      ask("POST", "/api/upload", form([["a.png", png(1, 1)]], { ref, refId, field }), token);
    const places = [
      ["api::author.author", documentId, "avatar"],
      ["api::author.author", "1", "avatar"],
      ["api::author.author", "999", "avatar"],
      ["api::author.author", documentId, "nothing"],
      ["api::nope.nope", "1", "avatar"],
    ] as const;
    const answers = await Promise.all(places.map(([ref, refId, field]) => link(ref, refId, field, "sender")));
    const isRefused = profile === "contract";
    expect(answers.map(({ status }) => status)).toEqual(
      isRefused ? [403, 403, 403, 403, 403] : [201, 201, 400, 400, 400],
    );
    if (isRefused) expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const avatar = async () => (await ask("GET", `/api/authors/${documentId}?populate=avatar`)).body.data.avatar;
    expect(await avatar()).toEqual(isRefused ? null : expect.objectContaining({ name: "a.png" }));
    expect(await namesIn(galley)).toHaveLength(isRefused ? 0 : 2);
    expect((await link("api::author.author", documentId, "avatar", "editor")).status).toBe(201);
    expect(await avatar()).toMatchObject({ name: "a.png" });
  });

  it("accepts files of allowed types", async () => {
    const { galley, ask } = await openUploads({
      profile,
      uploads: {
        allowedTypes: ["image/*", "application/vnd.*.*", "text/plain"],
        deniedTypes: ["image/svg+xml", "image/gif"],
      },
    });
    const sent: readonly (readonly [name: string, bytes: string | Uint8Array, type: string, refused: string | null])[] =
      [
        ["a.png", png(1, 1), "image/png", null],
        ["b.txt", "b", "", null],
        ["c.docx", "c", "", null],
        ["d.PNG", "no picture", "", null],
        ["e.csv", "e", "text/csv", "text/csv"],
        ["f.svg", "<svg/>", "image/svg+xml", "image/svg+xml"],
        ["g.png", "g", "image/SVG+xml", "image/svg+xml"],
        ["h.txt", Buffer.from("GIF89a\x01\0\x01\0"), "text/plain", "image/gif"],
        ["i", "i", "application/octet-stream", "application/octet-stream"],
      ];
    const answers: (string | null)[] = [];
    for (const [name, bytes, type] of sent) {
      const { status, body } = await ask("POST", "/api/upload", form([[name, bytes, type]]));
      answers.push(status === 201 ? null : `${status} ${body.error.name}: ${body.error.message}`);
    }
    const message = (type: string | null) =>
      type === null ? null : `400 ValidationError: File type '${type}' is not allowed`;
    expect(answers).toEqual(sent.map(([, , , refused]) => message(refused)));
    // All or none.
    const { status } = await ask(
      "POST",
      "/api/upload",
      form([
        ["a.png", png(1, 1)],
        ["e.csv", "e"],
      ]),
    );
    expect([status, (await namesIn(galley)).length]).toEqual([400, 4]);
    const replaced = await ask("POST", "/api/upload?id=1", form([["f.svg", "<svg/>"]]));
    expect([replaced.status, replaced.body.error.message]).toEqual([400, "File type 'image/svg+xml' is not allowed"]);
  });

  it("refuses a request without files", async () => {
    const { ask } = await openUploads({ profile });
    for (const body of [form([]), form([["", ""]]), "{}", undefined]) {
      const answer = await ask("POST", "/api/upload", body);
      expect([answer.status, answer.body.error]).toMatchObject([
        400,
        { name: "ValidationError", message: "Files are empty" },
      ]);
    }
  });

  it.each(["../../etc/passwd", "a:b.png", "a\\b.png", "con", "x".repeat(256), "a\u0000.png", "a.x "])(
    "refuses the name %j",
    async (name) => {
      const { galley, ask } = await openUploads({ profile });
      const { status, body } = await ask("POST", "/api/upload", multipart(name));
      expect([status, body.error.name]).toEqual([400, "ApplicationError"]);
      expect(await namesIn(galley)).toEqual([]);
    },
  );

  it.each([
    ["{bad", "fileInfo must be a `object` type"],
    ["[]", "fileInfo must be a `object` type"],
    ["[".repeat(5000) + "]".repeat(5000), "fileInfo must be a `object` type"],
    [`{"name":${"[".repeat(5000)}${"]".repeat(5000)}}`, "fileInfo must be a `object` type"],
    ['{"name":[1]}', "fileInfo.name must be a `string` type"],
    ...["a\r\nb", "a\u0000b", "../a", "a/../b", "..\\a", "/etc/a", "C:\\a", "a".repeat(256)].map(
      (name): [string, string] => [JSON.stringify({ name }), "no control characters, and lead to no folder"],
    ),
    ['{"focalPoint":{"x":500}}', "2 errors occurred"],
  ])("refuses the info %s", async (fileInfo, message) => {
    const { ask } = await openUploads({ profile });
    const { status, body } = await ask("POST", "/api/upload", form([["a.txt", "a"]], { fileInfo }));
    expect([status, body.error.name]).toEqual([400, "ValidationError"]);
    expect(body.error.message).toContain(message);
  });

  it("is for callers whose role grants it, with the same errors as for content", async () => {
    const { ask } = await openUploads({ profile });
    const files = () => form([["a.txt", "a"]]);
    expect((await ask("POST", "/api/upload", files(), "sender")).status).toBe(201);
    expect((await ask("POST", "/api/upload", files(), "read")).status).toBe(403);
    expect((await ask("POST", "/api/upload", files(), "unknown")).status).toBe(401);
    expect((await ask("POST", "/api/upload", files(), null)).status).toBe(profile === "strapi" ? 403 : 401);
    expect((await ask("POST", "/api/upload?id=1", files(), "sender")).status).toBe(403);
    expect((await ask("GET", "/api/upload/files", undefined, "sender")).status).toBe(403);
    expect((await ask("DELETE", "/api/upload/files/1", undefined, "read")).status).toBe(403);
    expect((await ask("GET", "/api/upload/files", undefined, "read")).status).toBe(200);
  });

  it("accepts no more than its limit, and from callers without permission no more than the body limit", async () => {
    const { ask } = await openUploads({ profile, uploads: { limit: 3_000_000 } });
    const of = (bytes: number) => form([["a.bin", new Uint8Array(bytes)]]);
    expect((await ask("POST", "/api/upload", of(2_500_000))).status).toBe(201);
    expect((await ask("POST", "/api/upload", of(3_000_000))).status).toBe(201);
    const refusalOf = async (bytes: number) => {
      const { status, body } = await ask("POST", "/api/upload", of(bytes));
      return [status, body.error.message];
    };
    expect(await refusalOf(3_000_001)).toEqual([413, "a.bin exceeds size limit of 3 MB."]);
    expect(await refusalOf(3_100_000)).toEqual([413, "FileTooBig"]);
    expect((await ask("POST", "/api/upload", of(2_500_000), "read")).status).toBe(403);
    expect((await ask("POST", "/api/authors", { data: { bio: "x".repeat(1_500_000) } })).status).toBe(413);
  });

  it("is not there when uploads are off", async () => {
    const { ask } = await openUploads({ profile, uploads: false });
    expect((await ask("GET", "/api/upload/files")).status).toBe(404);
    expect((await ask("GET", "/uploads/a.png")).status).toBe(404);
  });
});

describe("POST /api/upload?id", () => {
  it("changes the information about a file, and leaves the rest", async () => {
    const { send, ask } = await openUploads();
    const [before] = await send([["a.txt", "a"]], { fileInfo: '{"caption":"old"}' });
    const fileInfo = JSON.stringify({ alternativeText: "new", caption: null, focalPoint: { x: 1, y: 2 }, unknown: 1 });
    const { status, body } = await ask("POST", "/api/upload?id=1", form([], { fileInfo }));
    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      alternativeText: "new",
      focalPoint: { x: 1, y: 2 },
      updatedAt: expect.any(String),
      publishedAt: expect.any(String),
    });
  });

  it("puts other bytes under the same URL", async () => {
    const { galley, send, ask } = await openUploads();
    const [before] = await send([["a.png", png(3, 3)]], { fileInfo: '{"caption":"kept","focalPoint":{"x":1,"y":1}}' });
    const { body } = await ask("POST", "/api/upload?id=1", form([["other.svg", '<svg width="7" height="8"/>']]));
    expect(body).toMatchObject({ id: 1, name: "other.svg", mime: "image/svg+xml", width: 7, caption: "kept" });
    expect(body).toMatchObject({ url: before?.url, hash: before?.hash, ext: ".png", focalPoint: null });
    expect(await (await galley.fetch(`http://galley${body.url}`)).text()).toBe('<svg width="7" height="8"/>');
    expect(await namesIn(galley)).toHaveLength(1);
  });

  it.each([
    ["id=9", 404, "Entity not found"],
    ["id=abc", 404, "Entity not found"],
    ["id=1&id=2", 400, "File id is required and must be a single value"],
  ])("refuses %s", async (query, status, message) => {
    const { send, ask } = await openUploads({ profile: "strapi" });
    await send([["a.txt", "a"]]);
    for (const files of [form([], { fileInfo: "{}" }), form([["b.txt", "b"]])]) {
      const answer = await ask("POST", `/api/upload?${query}`, files);
      expect([answer.status, answer.body.error.message]).toEqual([status, message]);
    }
  });

  it("refuses two files as a replacement of one", async () => {
    const { send, ask } = await openUploads();
    await send([["a.txt", "a"]]);
    const two = form([
      ["b.txt", "b"],
      ["c.txt", "c"],
    ]);
    const { status, body } = await ask("POST", "/api/upload?id=1", two);
    expect([status, body.error.message]).toEqual([400, "Cannot replace a file with multiple ones"]);
  });
});

describe("GET /api/upload/files", () => {
  it("lists all files, filtered and sorted, from start on and up to limit", async () => {
    const { send, ask } = await openUploads();
    for (let index = 0; index < 30; index++) await send([[`${index}.txt`, "a"]]);
    const names = async (query: string) =>
      (await ask("GET", `/api/upload/files?fields=name&${query}`)).body.map(({ name }: { name: string }) => name);
    expect(await names("")).toHaveLength(30);
    expect(await names("start=27")).toEqual(["27.txt", "28.txt", "29.txt"]);
    expect(await names("limit=2")).toEqual(["0.txt", "1.txt"]);
    expect(await names("filters[name][$startsWith]=2&sort=name:desc&limit=1")).toEqual(["29.txt"]);
    expect((await ask("GET", "/api/upload/files?limit=-2")).status).toBe(400);
    expect((await ask("GET", "/api/upload/files/1?page=0")).status).toBe(200);
  });

  it("has its own pages", async () => {
    const { send, ask } = await openUploads();
    for (const name of ["a.txt", "b.txt", "c.txt"]) await send([[name, "a"]]);
    const { body } = await ask("GET", "/api/upload/files/page?pagination[pageSize]=2&pagination[page]=2&fields=name");
    expect(body.data).toMatchObject([{ name: "c.txt", isUrlSigned: false }]);
    expect(body.meta.pagination).toEqual({ page: 2, pageSize: 2, pageCount: 2, total: 3 });
  });

  it.each(["1", "01", "1.0", "1e0", "+1", "%201"])("has file 1 as %s", async (id) => {
    const { send, ask } = await openUploads();
    await send([["a.txt", "a"]]);
    expect(await ask("GET", `/api/upload/files/${id}`)).toMatchObject({ status: 200, body: { name: "a.txt" } });
  });

  it.each(["9", "abc", "__proto__", "1.5", "1e", "-1", "0x1", "9".repeat(400)])("has no file %s", async (id) => {
    const { send, ask } = await openUploads();
    await send([["a.txt", "a"]]);
    for (const method of ["GET", "DELETE"]) {
      const { status, body } = await ask(method, `/api/upload/files/${id}`);
      expect([status, body.error.message]).toEqual([404, "file.notFound"]);
    }
  });
});

describe("GET /api/upload/files/:id", () => {
  it("refuses parameters that no request may have, and obeys `populate` alone", async () => {
    const { send, ask } = await openUploads();
    const [file] = await send([["a.txt", "a"]]);
    const one = (query: string) => ask("GET", `/api/upload/files/${file?.id}?${query}`);
    const { status, body } = await one("fields=nothing");
    expect([status, body.error.details.key]).toEqual([400, "nothing"]);
    expect((await one("filters[nothing]=1")).status).toBe(400);
    expect((await one("fields=name&filters[name]=b")).body).toMatchObject({ name: "a.txt", ext: ".txt" });
  });
});

describe("GET /api/upload/files/:id with the entries that use the file, in the profile strapi", () => {
  const story: ContentTypeDefinition = {
    info: { singularName: "story", pluralName: "stories", displayName: "Story" },
    options: { draftAndPublish: true },
    attributes: {
      title: { type: "string" },
      cover: { type: "media", multiple: false },
      notes: { type: "media", multiple: true, private: true },
    },
  };
  const schema = { ...BLOG, contentTypes: { ...BLOG.contentTypes, "api::story.story": story } };

  it("shows every version of those that the caller may find", async () => {
    const roles = { public: { file: ["find", "findOne"], author: ["find"] } } as const;
    const { send, ask } = await openUploads({ profile: "strapi", schema, roles, tokens: TOKENS });
    const [file] = await send([["a.png", "a"]]);
    const create = (path: string, data: object) => ask("POST", path, { data });
    expect((await create("/api/authors", { name: "Ann", avatar: file?.id })).status).toBe(201);
    expect((await create("/api/stories", { title: "A", cover: file?.id })).status).toBe(201);
    expect((await create("/api/stories", { title: "hidden", notes: [file?.id] })).status).toBe(201);
    const related = async (query: string, token: string | null = "full") =>
      (await ask("GET", `/api/upload/files/${file?.id}?${query}`, undefined, token)).body.related;
    const named = (entries: readonly Record<string, unknown>[]) =>
      entries.map(({ __type, name, title, publishedAt }) => [__type, name ?? title, publishedAt === null]);
    const ofAuthor = ["api::author.author", "Ann", false];
    const all = await related("populate[related]=true");
    expect(named(all)).toEqual([ofAuthor, ["api::story.story", "A", true], ["api::story.story", "A", false]]);
    for (const query of ["populate=related", "populate=*", "populate[0]=related"]) {
      expect(await related(query)).toEqual(all);
    }
    expect(named(await related("populate=related", null))).toEqual([ofAuthor]);
    expect(await related("fields=name")).toBe(undefined);
    expect((await ask("GET", `/api/upload/files/${file?.id}?populate=related,nothing`)).status).toBe(400);
  });

  it("shows them in lists too, whole or by pages, and of each file its own", async () => {
    const roles = { public: { file: ["find"], author: ["find"] } } as const;
    const { send, ask } = await openUploads({ profile: "strapi", schema, roles, tokens: TOKENS });
    const files = await send([
      ["a.png", "a"],
      ["b.png", "b"],
      ["c.png", "c"],
    ]);
    const [a, b] = files.map(({ id }) => id);
    const create = (path: string, data: object) => ask("POST", path, { data });
    await create("/api/authors", { name: "Ann", avatar: a });
    await create("/api/authors", { name: "Bob", avatar: b });
    await create("/api/stories", { title: "B", cover: b, notes: [a, b] });
    type Listed = { readonly name: string; readonly related?: readonly Record<string, unknown>[] };
    const named = (listed: readonly Listed[]) =>
      listed.map(({ name, related }) => [name, related?.map((entry) => entry.name ?? entry.title)]);
    const all = [
      ["a.png", ["Ann"]],
      ["b.png", ["Bob", "B", "B"]],
      ["c.png", []],
    ];
    const { body } = await ask("GET", "/api/upload/files?populate=related");
    expect(named(body)).toEqual(all);
    expect(body[1].related[1]).toEqual((await ask("GET", `/api/upload/files/${b}?populate=related`)).body.related[1]);
    expect(body[1].related[1]).not.toHaveProperty("cover");
    expect(named((await ask("GET", "/api/upload/files?populate=*&fields=name")).body)).toEqual(all);
    const page = "/api/upload/files/page?populate[related]=true&pagination[pageSize]=2&pagination[page]=1&sort=id";
    expect(named((await ask("GET", page)).body.data)).toEqual(all.slice(0, 2));
    expect(named((await ask("GET", "/api/upload/files?populate=related", undefined, null)).body)).toEqual([
      ["a.png", ["Ann"]],
      ["b.png", ["Bob"]],
      ["c.png", []],
    ]);
  });

  it("refuses lists that would be larger than an answer may be", async () => {
    const { send, ask } = await openUploads({ profile: "strapi", schema, answerBytes: 3000 });
    const files = await send(Array.from({ length: 4 }, (_, at) => [`${at}.png`, "a"]));
    for (const { id } of files) {
      const data = { title: "A".repeat(250), cover: id };
      expect((await ask("POST", "/api/stories", { data })).status).toBe(201);
    }
    expect((await ask("GET", "/api/upload/files?fields=name")).status).toBe(200);
    expect((await ask("GET", "/api/upload/files?fields=name&populate=related")).status).toBe(400);
  });

  describe("behind media attributes", () => {
    const trip: ContentTypeDefinition = {
      info: { singularName: "trip", pluralName: "trips", displayName: "Trip" },
      pluginOptions: { i18n: { localized: true } },
      attributes: {
        title: { type: "string", pluginOptions: { i18n: { localized: true } } },
        photos: { type: "media", multiple: true, pluginOptions: { i18n: { localized: true } } },
        map: { type: "media", multiple: false, pluginOptions: { i18n: { localized: true } } },
      },
    };
    const ofAll = {
      ...schema,
      locales: ["en", "fr"],
      contentTypes: { ...schema.contentTypes, "api::trip.trip": trip },
    };

    async function open(options: Partial<GalleyOptions> = {}) {
      const roles = { public: { author: ["find"], story: ["find"] } } as const;
      const opened = await openUploads({ profile: "strapi", schema: ofAll, roles, tokens: TOKENS, ...options });
      const { send, ask } = opened;
      const [file] = await send([["a.png", "a"]]);
      const write = async (method: string, path: string, data: object) => (await ask(method, path, { data })).body.data;
      await write("POST", "/api/authors", { name: "Ann", avatar: file?.id });
      await write("POST", "/api/stories", { title: "A", cover: file?.id });
      const { documentId } = await write("POST", "/api/trips", { title: "Trip", photos: [file?.id] });
      await write("PUT", `/api/trips/${documentId}?locale=fr`, { title: "Voyage", photos: [file?.id] });
      const cover = async (options: string, token: string | null = "full") =>
        (await ask("GET", `/api/stories?populate[cover][populate]${options}`, undefined, token)).body.data[0].cover;
      return { ...opened, file, write, cover };
    }
    const named = ({ related }: { readonly related: readonly Record<string, unknown>[] }) =>
      related.map(({ __type, name, title, publishedAt }) => [__type, name ?? title, publishedAt !== null]);

    it.each(["=*", "=related", "[0]=related", "[related]=true", "[related][populate]=*"])(
      "shows them: %s",
      async (options) => {
        const { cover } = await open();
        expect(named(await cover(options))).toEqual([
          ["api::author.author", "Ann", true],
          ["api::story.story", "A", false],
          ["api::story.story", "A", true],
          ["api::trip.trip", "Trip", true],
          ["api::trip.trip", "Voyage", true],
        ]);
      },
    );

    it("shows each type as is asked for, or how many they are", async () => {
      const { cover } = await open();
      const { related } = await cover("[related][on][api::story.story][fields][0]=title&fields[0]=title");
      expect(related).toEqual(
        [1, 2].map(() => ({
          __type: "api::story.story",
          id: expect.any(Number),
          documentId: expect.any(String),
          title: "A",
        })),
      );
      expect((await cover("[related][count]=true")).related).toEqual({ count: 5 });
      expect(await cover("[related]=false")).not.toHaveProperty("related");
    });

    it("shows an entry once for each attribute that has the file", async () => {
      const { cover, write, file } = await open();
      const { documentId } = (await cover("=related")).related[3];
      await write("PUT", `/api/trips/${documentId}`, { map: file?.id });
      const { related } = await cover("=related");
      expect(named({ related }).map(([, name]) => name)).toEqual(["Ann", "A", "A", "Trip", "Trip", "Voyage"]);
    });

    it("shows visitors what is published, of types that they may find", async () => {
      const { cover } = await open();
      expect(named(await cover("=*", null))).toEqual([
        ["api::author.author", "Ann", true],
        ["api::story.story", "A", true],
      ]);
    });

    it("shows an entry as long as it has the file", async () => {
      const { cover, write } = await open();
      expect(named(await cover("=*"))).toHaveLength(5);
      const [ann] = (await cover("=related")).related;
      await write("PUT", `/api/authors/${ann.documentId}`, { avatar: null });
      expect(named(await cover("=*"))).toHaveLength(4);
      await write("PUT", `/api/authors/${ann.documentId}`, { name: "Bob" });
      expect(named(await cover("=*"))[0]?.[0]).toBe("api::story.story");
    });

    it("is no attribute in the profile contract", async () => {
      const { ask } = await openUploads({ schema: ofAll });
      const { status, body } = await ask("GET", "/api/stories?populate[cover][populate]=related");
      expect([status, body.error.details.key]).toEqual([400, "related"]);
    });
  });
});

describe.each(["contract", "strapi"] as const)("the files of an entry in the profile %s", (profile) => {
  const album: ContentTypeDefinition = {
    info: { singularName: "album", pluralName: "albums", displayName: "Album" },
    attributes: { cover: { type: "media", multiple: false }, notes: { type: "media", multiple: true } },
  };
  const schema = { ...BLOG, contentTypes: { ...BLOG.contentTypes, "api::album.album": album } };

  const filesOf = async (attribute: string, writes: readonly unknown[]) => {
    const { send, ask } = await openUploads({ profile, schema });
    await send(["a.txt", "b.txt", "c.txt"].map((name) => [name, name] as const));
    const [first, ...rest] = writes.map((value) => JSON.stringify({ data: { [attribute]: value } }));
    const { documentId } = (await ask("POST", "/api/albums", first)).body.data;
    for (const body of rest) expect((await ask("PUT", `/api/albums/${documentId}`, body)).status).toBe(200);
    const shown = (await ask("GET", `/api/albums/${documentId}?populate=${attribute}`)).body.data[attribute];
    return [shown].flat().map((file) => file?.id ?? null);
  };

  it("a connected file takes the place of the one that was there", async () => {
    expect(await filesOf("cover", [1, { connect: [2] }])).toEqual([2]);
    expect(await filesOf("cover", [1, { connect: [2] }, { disconnect: [2] }])).toEqual([null]);
  });

  it("several are connected at the end", async () => {
    expect(await filesOf("notes", [[2], { connect: [1, 3] }])).toEqual([2, 1, 3]);
    expect(await filesOf("notes", [[2, 3], { connect: [2] }])).toEqual([3, 2]);
  });

  it.each([
    [{}],
    [{ connect: [] }],
    [{ disconnect: [] }],
    [{ connect: null, disconnect: [null] }],
    [{ set: null }],
    [{ options: {} }],
    [true],
  ])("%j, which names no file, changes nothing, or removes all as in Strapi", async (nothing) => {
    const isStrapi = profile === "strapi";
    expect(await filesOf("notes", [[2, 1], nothing])).toEqual(isStrapi ? [] : [2, 1]);
    expect(await filesOf("cover", [1, nothing])).toEqual([isStrapi ? null : 1]);
  });

  it("stay where they are not mentioned", async () => {
    expect(await filesOf("notes", [[2, 1], undefined])).toEqual([2, 1]);
  });
});

describe("DELETE /api/upload/files/:id", () => {
  it("removes the file, its bytes, and it from wherever it was", async () => {
    const { galley, send, ask } = await openUploads();
    const [entry] = await send([["a.png", png(1, 1)]]);
    const author = await ask("POST", "/api/authors", { data: { name: "Ann", avatar: 1 } });
    const path = `/api/authors/${author.body.data.documentId}?populate=avatar`;
    expect((await ask("GET", path)).body.data.avatar).toMatchObject({ id: 1 });

    expect(await ask("DELETE", "/api/upload/files/1")).toEqual({ status: 200, body: entry });
    expect((await ask("GET", path)).body.data.avatar).toBeNull();
    expect((await ask("GET", String(entry?.url))).status).toBe(404);
    expect(await namesIn(galley)).toEqual([]);
  });
});

describe("the files of a fork", () => {
  it("are its own", async () => {
    const { galley, send } = await openUploads();
    const [entry] = await send([["a.txt", "base"]]);
    const fork = galley.fork();
    const headers = { authorization: "Bearer full" };
    await fork.fetch("http://galley/api/upload", { method: "POST", headers, body: form([["b.txt", "b"]]) });
    await fork.fetch("http://galley/api/upload/files/1", { method: "DELETE", headers });
    expect((await fork.fetch(`http://galley${entry?.url}`)).status).toBe(404);
    expect(await (await galley.fetch(`http://galley${entry?.url}`)).text()).toBe("base");
    expect(await namesIn(galley)).toHaveLength(1);
  });

  it("come back when the galley goes back to a snapshot of them, and go when it is reset", async () => {
    const { galley, ask, send } = await openUploads();
    const [entry] = await send([["a.txt", "base"]]);
    const shot = galley.snapshot();
    await ask("DELETE", "/api/upload/files/1");
    expect((await ask("GET", String(entry?.url))).status).toBe(404);
    await galley.restore(shot);
    expect((await ask("GET", String(entry?.url))).body).toBe("base");
    const fork = galley.fork();
    await galley.reset();
    expect(await namesIn(galley)).toEqual([]);
    expect(await namesIn(fork)).toHaveLength(1);
  });
});

async function namesIn({ files }: { readonly files: { list(): AsyncIterable<string> } }): Promise<string[]> {
  const names: string[] = [];
  for await (const name of files.list()) names.push(name);
  return names;
}

/** A form by hand: with names that FormData would not send. */
function multipart(name: string): FormData {
  const form = new FormData();
  form.append("files", new Blob(["a"]), name);
  return form;
}
