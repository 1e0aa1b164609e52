import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGalley, type Galley } from "../../../transport/galley.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { Caller } from "../../support/requests/caller.ts";
import { withJson } from "../../support/requests/json.ts";

const text = { type: "string" } as const;

const SCHEMA = schemaOf(
  {
    note: {
      attributes: {
        title: text,
        data: { type: "json" },
        related: { type: "relation", relation: "oneToMany", target: "api::note.note" },
        writer: { type: "relation", relation: "oneToOne", target: "api::writer.writer" },
        hero: { type: "component", component: "part.hero" },
        links: { type: "component", repeatable: true, component: "part.link" },
        zone: { type: "dynamiczone", components: ["part.hero", "part.link"] },
      },
    },
    writer: {
      dp: false,
      attributes: { name: text, picks: { type: "relation", relation: "oneToMany", target: "api::note.note" } },
    },
  },
  { "part.hero": { heading: text, link: { type: "component", component: "part.link" } }, "part.link": { url: text } },
);

describe("profile strapi", () => {
  let galley: Galley;
  let editor: Caller;

  beforeAll(async () => {
    const tokens = [{ name: "editor", token: "token-of-the-editor", access: "full-access" }] as const;
    galley = await createGalley({ schema: SCHEMA, profile: "strapi", tokens });
    editor = new Caller((await galley.listen({ port: 0 })).url, "token-of-the-editor");
  });
  afterAll(() => galley.close());

  async function newNote(data: object, status = "published"): Promise<string> {
    return (await editor.post(`/api/notes?status=${status}`, { data })).entry.documentId;
  }

  async function relatedTo(note: string, status = "published"): Promise<unknown> {
    const { entry } = await editor.get(`/api/notes/${note}?status=${status}&populate[related][fields]=title`);
    return (entry.related as readonly { readonly documentId: string }[]).map(({ documentId }) => documentId);
  }

  it.each([
    ["filters[$or][0][0][title]=a&filters[$or][0][1][data][$null]=true&filters[$or][1][title]=b", ["a", "b"]],
    ["filters[$or][0][0][title]=a&filters[$or][0][1][title]=b", []],
    ["filters[$and][0][0][title]=b", ["b"]],
  ])("takes a list among conditions for conditions that all hold: %s", async (query, titles) => {
    for (const title of ["a", "b"]) await newNote({ title });
    const { entries } = await editor.get(`/api/notes?fields=title&${query}`);
    expect([...new Set(entries.map(({ title }) => title))].sort()).toEqual(titles);
  });

  it("shows nothing of a zone for an empty text under `on`", async () => {
    const note = await newNote({ zone: [{ __component: "part.link", url: "x" }] });
    expect((await editor.get(`/api/notes/${note}?populate[zone][on]=`)).entry.zone).toEqual([]);
  });

  it.each(["populate[]=writer", "populate[N]=writer"])("takes a hundred names of %s, and no more", async (form) => {
    const query = (count: number) => Array.from({ length: count }, (_, at) => form.replace("N", String(at))).join("&");
    expect((await editor.get(`/api/notes?${query(100)}`)).status).toBe(200);
    const { status, error } = await editor.get(`/api/notes?${query(101)}`);
    expect([status, error.message.slice(0, 34), error.details]).toEqual([
      400,
      "Too many populate entries (101). T",
      { source: "query", param: "populate" },
    ]);
  });

  it("numbers both versions behind a type without drafts in one list, where a position is beside the draft", async () => {
    const notes = [await newNote({ title: "one" }), await newNote({ title: "two" })] as const;
    const { entry } = await editor.post("/api/writers", { data: { name: "w", picks: notes } });
    const connect = [{ documentId: notes[0], position: { after: notes[1] } }];
    await editor.put(`/api/writers/${entry.documentId}`, { data: { picks: { connect } } });
    const picks = async (status: string) => {
      const { entry: writer } = await editor.get(`/api/writers/${entry.documentId}?populate=picks&status=${status}`);
      return (writer.picks as readonly { readonly title: string }[]).map(({ title }) => title);
    };
    expect(await picks("draft")).toEqual(["two", "one"]);
    expect(await picks("published")).toEqual(["one", "two"]);
  });

  it("moves the first of three to the start by putting it before the last", async () => {
    const [a, b, c] = [await newNote({ title: "a" }), await newNote({ title: "b" }), await newNote({ title: "c" })];
    const note = await newNote({ title: "list", related: [a, b, c] }, "draft");
    const connect = [{ documentId: a, position: { start: true } }];
    await editor.put(`/api/notes/${note}?status=draft`, { data: { related: { connect } } });
    expect(await relatedTo(note, "draft")).toEqual([b, a, c]);
  });

  it("reads bare json values back as a text column gives them", async () => {
    const answers = ["5", true, "plain", { a: true }].map(async (data) => {
      return (await editor.post("/api/notes", { data: { data } })).entry.data;
    });
    expect(await Promise.all(answers)).toEqual([5, 1, "plain", { a: true }]);
  });

  it("shows a document that is published later in the published lists of its own type", async () => {
    const target = await newNote({ title: "target" }, "draft");
    const source = await newNote({ title: "source", related: [target] });
    expect(await relatedTo(source)).toEqual([]);
    await editor.put(`/api/notes/${target}`, { data: {} });
    expect(await relatedTo(source)).toEqual([target]);
    expect(await relatedTo(source, "draft")).toEqual([target]);
  });

  it("keeps published links to a document of the same type that is published again", async () => {
    const target = await newNote({ title: "target" });
    const source = await newNote({ title: "source", related: [target] });
    await editor.put(`/api/notes/${source}?status=draft`, { data: { related: [] } });
    await editor.put(`/api/notes/${target}`, { data: {} });
    expect(await relatedTo(source)).toEqual([target]);
    expect(await relatedTo(source, "draft")).toEqual([]);
  });

  it("leaves links of a document to itself to the read after the write that publishes them", async () => {
    const note = await newNote({ title: "own" });
    const populate = "populate[related][fields]=title";
    const written = await editor.put(`/api/notes/${note}?${populate}`, { data: { related: [note] } });
    expect(written.entry.related).toEqual([]);
    expect(await relatedTo(note)).toEqual([note]);
    const counted = await editor.put(`/api/notes/${note}?populate[related][count]=true`, { data: {} });
    expect(counted.entry.related).toEqual({ count: 0 });
    const draft = await editor.put(`/api/notes/${note}?status=draft&${populate}`, { data: {} });
    expect(draft.entry.related).toHaveLength(1);
  });

  it("skips empty lists among references", async () => {
    const target = await newNote({ title: "target" });
    expect(await relatedTo(await newNote({ title: "source", related: [[], target] }))).toEqual([target]);
  });

  it("reports an item of no component a second time, as links that cannot be followed", async () => {
    const messages = async (item: unknown) => {
      const { details } = (await editor.post("/api/notes", { data: { zone: [item] } })).error;
      return (details as { readonly errors: readonly { readonly message: string }[] }).errors.at(-1)?.message;
    };
    expect(await messages({ url: "/" })).toMatch(/^Cannot build relations store from dynamiczone/);
    expect(await messages({ __component: "no.such" })).toBe("Invalid relations");
    expect(await messages(null)).toBe("Invalid relations");
  });

  it("refuses to delete only a draft", async () => {
    const note = await newNote({ title: "kept" });
    expect((await editor.delete(`/api/notes/${note}?status=draft`)).error.message).toBe(
      "Cannot delete a draft document",
    );
    expect((await editor.get(`/api/notes/${note}`)).status).toBe(200);
    expect((await editor.delete(`/api/notes/${note}?status=published`)).status).toBe(204);
  });

  it("puts a first publication at the place that it has among the drafts", async () => {
    const first = await newNote({ title: "first" }, "draft");
    const second = await newNote({ title: "second" });
    const source = await newNote({ title: "source", related: [first, second] });
    await editor.put(`/api/notes/${first}`, { data: {} });
    expect(await relatedTo(source)).toEqual([first, second]);
  });

  it("supports dotted paths behind a dynamic zone only from the requested entry", async () => {
    const refusalOf = async (query: string) => (await editor.get(`/api/notes?${query}`)).error.message;
    expect((await editor.get("/api/notes?populate=related.zone.link")).status).toBe(200);
    expect((await editor.get("/api/notes?populate[related][populate]=zone")).status).toBe(200);
    for (const query of ["populate[related][populate]=zone.link", "populate[related][populate][0]=zone.link"]) {
      expect(await refusalOf(query)).toBe("Invalid key populate at related.populate.zone");
    }
    expect(await refusalOf("populate[writer][populate][0]=picks.zone.link")).toBe(
      "Invalid key populate at writer.populate.picks.populate.zone",
    );
    expect(await refusalOf("populate[related][populate]=zone.link,nosuch")).toBe("Invalid key nosuch");
  });

  it("has no name and no details for a component that a dynamic zone does not have", async () => {
    const note = await newNote({ zone: [{ __component: "part.link", url: "/" }] });
    const reply = await editor.put(`/api/notes/${note}`, { data: { zone: [{ __component: "part.hero", id: 999 }] } });
    const message = "Some of the provided components in zone are not related to the entity";
    expect(reply.error).toEqual({ status: 400, name: "Error", message });
  });

  describe("Strapi-Response-Format: v4", () => {
    const headers = { "strapi-response-format": "v4" };

    const asked = (path: string, method = "GET", body?: object) => editor.request(method, path, body, headers);

    it("nests attributes, wraps linked entries and leaves components flat", async () => {
      const writer = (await editor.post("/api/writers", { data: { name: "Ann" } })).entry.documentId;
      const data = {
        title: "v4",
        writer,
        hero: { heading: "h", link: { url: "/1" } },
        links: [{ url: "/2" }],
        zone: [{ __component: "part.link", url: "/3" }],
      };
      const populate = "populate[writer]=true&populate[related]=true&populate[hero][populate]=*&populate[links]=true";
      const reply = await asked(`/api/notes?${populate}&populate[zone]=true`, "POST", { data });
      const id = expect.any(Number);
      expect(reply.body.meta).toEqual({});
      expect(Object.keys(reply.entry)).toEqual(["id", "documentId", "attributes"]);
      expect(reply.entry.attributes).toMatchObject({
        title: "v4",
        writer: { data: { id, documentId: writer, attributes: { name: "Ann" } } },
        related: { data: [] },
        hero: { id, heading: "h", link: { id, url: "/1" } },
        links: [{ id, url: "/2" }],
        zone: [{ id, __component: "part.link", url: "/3" }],
      });
    });

    it("reshapes lists, also those that are kept for the next to ask", async () => {
      const { documentId } = (await editor.post("/api/writers", { data: { name: "Bob" } })).entry;
      const path = `/api/writers?fields=name&filters[documentId]=${documentId}`;
      const { body } = await editor.get(path);
      const data = [{ id: expect.any(Number), documentId, attributes: { name: "Bob" } }];
      expect((await asked(path)).body).toEqual({ data, meta: body.meta });
      expect((await asked(path)).body).toEqual({ data, meta: body.meta });
      expect((await editor.get(path)).body).toEqual(body);
    });

    it("leaves errors and empty answers as they are", async () => {
      expect((await asked("/api/notes/nosuch")).error.name).toBe("NotFoundError");
      expect((await asked("/api/notes/nosuch", "DELETE")).status).toBe(204);
    });
  });

  it("neither sends nor checks tags, unless configured", async () => {
    const { headers, status } = await editor.request("GET", "/api/notes", undefined, { "if-none-match": "*" });
    expect([status, headers.get("etag"), headers.get("vary")]).toEqual([200, null, "Origin"]);
  });

  it("tags an answer in the form of version 4 by itself", async () => {
    const tokens = [{ name: "editor", token: "token-of-the-editor", access: "full-access" }] as const;
    await using tagging = await createGalley({ schema: SCHEMA, profile: "strapi", tokens, etag: true });
    const send = (init: { method?: string; headers?: Record<string, string>; body?: string }) => {
      const headers = {
        authorization: "Bearer token-of-the-editor",
        "content-type": "application/json",
        ...init.headers,
      };
      return tagging.fetch(new Request("http://galley.test/api/notes", { ...init, headers }));
    };
    await send({ method: "POST", body: '{"data":{"title":"one"}}' });
    const get = (headers: Record<string, string>) => send({ headers });
    const plain = (await get({})).headers.get("etag") ?? "none";
    const old = { "strapi-response-format": "v4" };
    const other = (await get(old)).headers.get("etag") ?? "none";
    expect(other).not.toBe(plain);
    expect((await get({ ...old, "if-none-match": plain })).status).toBe(200);
    expect((await get({ ...old, "if-none-match": other })).status).toBe(304);
  });

  describe("of a type with `populateCreatorFields`", () => {
    let memos: Galley;
    beforeAll(async () => {
      const memo = (name: string, options: object) => ({
        info: { singularName: name, pluralName: `${name}s`, displayName: name },
        options: { draftAndPublish: true, ...options },
        pluginOptions: { i18n: { localized: true } },
        attributes: { title: text },
      });
      const contentTypes = {
        "api::memo.memo": memo("memo", { populateCreatorFields: true }),
        "api::page.page": memo("page", {}),
      };
      const roles = { public: { memo: ["find", "create"], page: ["find"] } } as const;
      memos = await createGalley({ schema: { contentTypes }, profile: "strapi", roles, graphql: true });
      await memos.documents("api::memo.memo").create({ data: { title: "one" }, status: "published" });
    });
    afterAll(() => memos.close());

    const get = async (path: string) => {
      const response = await memos.fetch(path);
      return {
        status: response.status,
        ...((await response.json()) as { data: unknown; error?: { message: string } }),
      };
    };

    it.each([
      ["populate=*", { createdBy: null, updatedBy: null }],
      ["populate=createdBy,updatedBy", { createdBy: null, updatedBy: null }],
      ["populate[createdBy]=*", { createdBy: null }],
      ["populate[createdBy][fields]=username&populate[createdBy][populate]=*", { createdBy: null }],
      ["populate[updatedBy][filters][id]=1&populate[updatedBy][sort]=id", { updatedBy: null }],
      ["sort=createdBy.id", {}],
      ["filters[createdBy][$null]=true", {}],
      ["filters[createdBy][documentId][$null]=true", {}],
    ])("nobody wrote an entry: %s", async (params, shown) => {
      const { status, data } = await get(`/api/memos?${params}`);
      expect(status).toBe(200);
      expect(data).toMatchObject([{ title: "one", ...shown }]);
    });

    it.each([
      "filters[createdBy]=1",
      "filters[createdBy][id]=1",
      "filters[createdBy][username]=x",
      "filters[createdBy][$notNull]=true",
      "filters[$not][createdBy][id]=1",
    ])("nobody is found: %s", async (params) => {
      expect(await get(`/api/memos?${params}`)).toMatchObject({ status: 200, data: [] });
    });

    it.each([
      ["/api/memos?fields=createdBy", "Invalid key createdBy"],
      ["/api/memos?sort=createdBy", "Invalid key createdBy"],
      ["/api/memos?sort=createdBy.nope", "Invalid key nope at createdBy"],
      ["/api/memos?filters[createdBy][password]=x", "Invalid key password at createdBy.password"],
      ["/api/memos?populate[createdBy][fields]=password", "Invalid key password"],
      ["/api/memos?populate[createdBy][fields]=nope", "Invalid key nope"],
      ["/api/pages?populate=createdBy", "Invalid key createdBy"],
      ["/api/pages?populate[updatedBy]=true", "Invalid key updatedBy"],
    ])("what nobody may read is refused: %s", async (path, message) => {
      expect(await get(path)).toMatchObject({ status: 400, error: { message } });
    });

    it("nobody is written, and GraphQL has no such fields", async () => {
      const post = (path: string, body: object) => memos.fetch(path, withJson("POST", body));
      const refused = await post("/api/memos", { data: { title: "two", createdBy: 1 } });
      expect(await refused.json()).toMatchObject({ error: { message: "Invalid key createdBy" } });
      const { errors } = (await (await post("/graphql", { query: "{ memos { createdBy { id } } }" })).json()) as {
        errors: readonly { message: string }[];
      };
      expect(errors[0]?.message).toContain('Cannot query field "createdBy" on type "Memo".');
    });

    it("generated entries have nobody either", async () => {
      const fork = memos.fork();
      await fork.make("memo", 3);
      const { data } = (await (await fork.fetch("/api/memos?populate=createdBy")).json()) as {
        data: readonly { createdBy: unknown }[];
      };
      expect(data.map(({ createdBy }) => createdBy)).toEqual([null, null, null, null]);
      await fork.close();
    });

    it("OpenAPI describes what can be populated", async () => {
      const document = await (await memos.fetch("/api/openapi.json")).text();
      expect(JSON.parse(document).components.schemas.Memo.properties.createdBy).toBeDefined();
      expect(JSON.parse(document).components.schemas.Page.properties.createdBy).toBeUndefined();
    });
  });
});
