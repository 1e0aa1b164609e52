import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGalley, type Galley } from "../../../../transport/galley.ts";
import { MORPH_TYPES } from "../../../support/content/morph-types.ts";
import { Caller } from "../../../support/requests/caller.ts";

const TYPES = { tag: "api::tag.tag", author: "api::author.author", mark: "api::mark.mark", spot: "api::spot.spot" };

type Kind = keyof typeof TYPES;

interface Named {
  readonly __type: string;
  readonly documentId: string;
}

/** The bench of a test of one profile: a server of its own. */
class Bench {
  readonly galley: Galley;
  readonly editor: Caller;

  constructor(galley: Galley, url: string) {
    this.galley = galley;
    this.editor = new Caller(url, "token-of-the-editor");
  }

  static async start(profile: "contract" | "strapi"): Promise<Bench> {
    const tokens = [{ name: "editor", token: "token-of-the-editor", access: "full-access" }] as const;
    const galley = await createGalley({ schema: MORPH_TYPES, profile, tokens });
    return new Bench(galley, (await galley.listen({ port: 0 })).url);
  }

  /** Creates an entry, published by default, and names it with its type. */
  async make(kind: Kind, name: string, status = "published"): Promise<Named> {
    const { entry } = await this.editor.post(`/api/${kind}s?status=${status}`, { data: { name } });
    return { __type: TYPES[kind], documentId: entry.documentId };
  }

  async spot(data: object, status = "draft"): Promise<string> {
    const { entry } = await this.editor.post(`/api/spots?status=${status}`, { data: { title: "spot", ...data } });
    return entry.documentId;
  }

  /** Names of what an attribute leads to, in order. */
  async names(path: string, attribute: string, status: string): Promise<unknown> {
    const { body } = await this.editor.get(`/api/${path}?status=${status}&populate=${attribute}`);
    const value = Object(body).data?.[attribute];
    const nameOf = (entry: { readonly name?: string; readonly title?: string }) => entry.name ?? entry.title;
    return Array.isArray(value) ? value.map(nameOf).join(" ") : value && nameOf(value);
  }
}

describe.each(["contract", "strapi"] as const)("relations to any type, profile %s", (profile) => {
  let bench: Bench;
  let [tag, other, author, last]: Named[] = [];

  beforeAll(async () => {
    bench = await Bench.start(profile);
    tag = await bench.make("tag", "t1");
    other = await bench.make("tag", "t2");
    author = await bench.make("author", "a1");
    last = await bench.make("author", "a2");
  });
  afterAll(() => bench.galley.close());

  const put = (spot: string, things: unknown) =>
    bench.editor.put(`/api/spots/${spot}?status=draft`, { data: { things } });

  it("keeps the order over all types, and says the type of each entry behind its values", async () => {
    const spot = await bench.spot({ things: [author, tag, last, other] });
    const { entry } = await bench.editor.get(`/api/spots/${spot}?status=draft&populate=things`);
    expect(entry.things).toMatchObject([
      { name: "a1", __type: TYPES.author },
      { name: "t1", __type: TYPES.tag },
      { name: "a2", __type: TYPES.author },
      { name: "t2", __type: TYPES.tag },
    ]);
    expect(Object.keys((entry.things as object[])[0] ?? {}).at(-1)).toBe("__type");
    expect(Object.keys((entry.things as object[])[0] ?? {})).not.toContain("spots");
  });

  it("connects at the end, at the start and next to entries of other types, and disconnects", async () => {
    const spot = await bench.spot({ things: [author, tag] });
    await put(spot, { connect: [last] });
    expect(await bench.names(`spots/${spot}`, "things", "draft")).toBe("a1 t1 a2");
    await put(spot, { connect: [{ ...other, position: { start: true } }] });
    expect(await bench.names(`spots/${spot}`, "things", "draft")).toBe("t2 a1 t1 a2");
    const before = { before: author?.documentId, __type: TYPES.author };
    await put(spot, { connect: [{ ...tag, position: before }] });
    expect(await bench.names(`spots/${spot}`, "things", "draft")).toBe("t2 t1 a1 a2");
    await put(spot, { connect: [{ ...other, position: { after: last?.documentId, __type: TYPES.author } }] });
    expect(await bench.names(`spots/${spot}`, "things", "draft")).toBe("t1 a1 a2 t2");
    await put(spot, { connect: [tag], disconnect: [author] });
    expect(await bench.names(`spots/${spot}`, "things", "draft")).toBe("a2 t2 t1");
    const missing = await put(spot, { connect: [{ ...last, position: { before: tag?.documentId } }] });
    expect([missing.status, missing.error.message]).toEqual([
      400,
      `Document with id "${tag?.documentId}", locale "null" not found`,
    ]);
    await put(spot, { disconnect: [tag, other, last, author] });
    expect(await bench.names(`spots/${spot}`, "things", "draft")).toBe("");
  });

  it("empties a list, and sets it again", async () => {
    const spot = await bench.spot({ things: [author, tag, tag] });
    expect(await bench.names(`spots/${spot}`, "things", "draft")).toBe("a1 t1");
    await put(spot, { set: [] });
    expect(await bench.names(`spots/${spot}`, "things", "draft")).toBe("");
    await put(spot, { set: [tag, last] });
    expect(await bench.names(`spots/${spot}`, "things", "draft")).toBe("t1 a2");
    await put(spot, []);
    expect(await bench.names(`spots/${spot}`, "things", "draft")).toBe("");
  });

  it("publishes the links of the draft, and keeps them when a target is published again", async () => {
    const fresh = await bench.make("tag", "t3");
    const spot = await bench.spot({ things: [author, fresh, tag] });
    await bench.editor.put(`/api/spots/${spot}?status=published`, { data: { title: "published" } });
    await put(spot, [tag]);
    expect(await bench.names(`spots/${spot}`, "things", "published")).toBe("a1 t3 t1");
    await bench.editor.put(`/api/tags/${fresh.documentId}?status=published`, { data: { name: "t4" } });
    expect(await bench.names(`spots/${spot}`, "things", "published")).toBe("a1 t4 t1");
  });

  it("removes links to deleted documents, in both versions", async () => {
    const [first, second] = [await bench.make("tag", "gone"), await bench.make("author", "gone too")];
    const spot = await bench.spot({ thing: undefined, things: [first, author, second, tag] }, "published");
    await bench.editor.delete(`/api/tags/${first.documentId}`);
    expect(await bench.names(`spots/${spot}`, "things", "published")).toBe("a1 gone too t1");
    await bench.editor.delete(`/api/authors/${second.documentId}`);
    expect(await bench.names(`spots/${spot}`, "things", "published")).toBe("a1 t1");
    expect(await bench.names(`spots/${spot}`, "things", "draft")).toBe("a1 t1");
  });

  it("shows the links of components", async () => {
    const ref = { label: "x", things: [tag, author] };
    const spot = await bench.spot({ ref, zone: [{ __component: "blocks.ref", ...ref }] });
    const { entry } = await bench.editor.get(
      `/api/spots/${spot}?status=draft&populate[ref][populate]=*&populate[zone][populate]=*`,
    );
    const shown = { things: [{ name: "t1", __type: TYPES.tag }, { name: "a1" }], thing: null };
    expect(entry).toMatchObject({ ref: shown, zone: [shown] });
    await bench.editor.put(`/api/spots/${spot}?status=published`, { data: {} });
    const path = `/api/spots/${spot}?populate[ref][populate][things][on][${TYPES.author}]=true`;
    expect((await bench.editor.get(path)).entry.ref).toMatchObject({ things: [{ name: "a1" }] });
  });

  it("shows one list in each version of a plain document, each with the versions of its targets", async () => {
    const draft = await bench.make("tag", "unpublished", "draft");
    const { entry } = await bench.editor.post("/api/flats", {
      data: { title: "f", things: [last, draft, tag, author] },
    });
    expect(await bench.names(`flats/${entry.documentId}`, "things", "published")).toBe("a2 t1 a1");
    expect(await bench.names(`flats/${entry.documentId}`, "things", "draft")).toBe("a2 unpublished t1 a1");
    await bench.editor.put(`/api/authors/${author?.documentId}`, { data: { flats: [] } });
    expect(await bench.names(`flats/${entry.documentId}`, "things", "draft")).toBe("a2 unpublished t1");
    await bench.editor.put(`/api/authors/${author?.documentId}`, { data: { flats: [entry.documentId] } });
    expect(await bench.names(`flats/${entry.documentId}`, "things", "draft")).toBe("a2 unpublished t1 a1");
    expect(await bench.names(`flats/${entry.documentId}`, "things", "published")).toBe("a2 t1 a1");
  });

  it("shows links from the far end too, where they can be filtered by and changed", async () => {
    const mark = await bench.make("mark", "m", "draft");
    const spot = await bench.spot({ title: "known", things: [tag, mark] });
    expect(await bench.names(`marks/${mark.documentId}`, "spots", "draft")).toBe("known");
    const found = await bench.editor.get("/api/marks?status=draft&filters[spots][title]=known&fields=name");
    expect(found.entries).toMatchObject([{ name: "m" }]);
    await bench.editor.put(`/api/marks/${mark.documentId}?status=draft`, { data: { spots: [] } });
    expect(await bench.names(`spots/${spot}`, "things", "draft")).toBe("t1");
    await bench.editor.put(`/api/marks/${mark.documentId}?status=draft`, { data: { spots: [spot] } });
    expect(await bench.names(`spots/${spot}`, "things", "draft")).toBe("t1 m");
  });

  it("leads to one entry of any type, which morphOne shows", async () => {
    const [one, two] = [await bench.make("mark", "m1", "draft"), await bench.make("author", "a3")];
    const spot = await bench.spot({ thing: { connect: [one] } });
    expect(await bench.names(`spots/${spot}`, "thing", "draft")).toBe("m1");
    expect(await bench.names(`marks/${one.documentId}`, "pin", "draft")).toBe("spot");
    await bench.editor.put(`/api/spots/${spot}?status=draft`, { data: { thing: [two] } });
    expect(await bench.names(`spots/${spot}`, "thing", "draft")).toBe("a3");
    expect(await bench.names(`marks/${one.documentId}`, "pin", "draft")).toBeNull();
    expect(await bench.names(`authors/${two.documentId}`, "pins", "draft")).toBe("spot");
    await bench.editor.put(`/api/marks/${one.documentId}?status=draft`, { data: { pin: spot } });
    expect(await bench.names(`spots/${spot}`, "thing", "draft")).toBe("m1");
    expect(await bench.names(`authors/${two.documentId}`, "pins", "draft")).toBe("");
    await bench.editor.put(`/api/spots/${spot}?status=draft`, { data: { thing: { disconnect: [one] } } });
    expect(await bench.names(`spots/${spot}`, "thing", "draft")).toBeNull();
  });

  it("filters and sorts populated entries by type", async () => {
    const boss = last?.documentId;
    const { entry: led } = await bench.editor.post("/api/tags?status=published", { data: { name: "led", boss } });
    const spot = await bench.spot({ things: [{ __type: TYPES.tag, documentId: led.documentId }, author] }, "published");
    const read = async (query: string) => (await bench.editor.get(`/api/spots/${spot}?${query}`)).entry.things;
    const on = `populate[things][on][${TYPES.tag}]`;
    expect(await read("populate=*")).toMatchObject([{ name: "led" }, { name: "a1" }]);
    expect(await read(`${on}=true`)).toMatchObject([{ name: "led" }]);
    expect(await read(`${on}[fields]=documentId`)).toEqual([
      { id: expect.any(Number), documentId: led.documentId, __type: TYPES.tag },
    ]);
    expect(await read(`${on}[filters][name]=other`)).toEqual([]);
    expect(await read(`${on}[populate][boss]=true`)).toMatchObject([{ boss: { name: "a2" } }]);
    expect(await read(`populate[things][on][${TYPES.spot}]=true`)).toEqual([]);
    expect(await read("populate[things][on][blocks.ref]=true")).toEqual([]);
    expect(await read("populate[things][count]=true")).toEqual({ count: 2 });
    expect(await read(`${on}=true&populate[things][on][${TYPES.author}]=true`)).toHaveLength(2);
  });

  it.each([
    ["populate[things][on][api::none.none]=true", "Invalid key api::none.none at things.on.api::none.none"],
    [`populate[things][on][${TYPES.tag}][fields]=none`, "Invalid key none"],
    ["populate[things][populate]=boss", "Invalid key populate at things"],
    ["populate=things.boss", "Invalid key things"],
    ["filters[things][name]=t1", "Invalid key things"],
    ["filters[ref][things][id]=1", "Invalid key things at ref.things"],
    ["sort=things", "Invalid key things"],
    ["sort=thing.id", "Invalid key thing"],
    ["fields=things", "Invalid key things"],
  ])("refuses %s", async (query, message) => {
    const { status, error } = await bench.editor.get(`/api/spots?${query}`);
    expect([status, error.message]).toEqual([400, message]);
  });

  it("does not drop conditions on a list of several types", async () => {
    for (const option of ["fields]=name", "sort]=name", "filters][name]=t1"]) {
      expect((await bench.editor.get(`/api/spots?populate[things][${option}`)).status).toBe(400);
    }
  });

  it.each([
    [[{ __type: "api::none.none", documentId: "x" }]],
    [[{ __type: TYPES.tag }]],
    [[{ __type: TYPES.tag, documentId: "none" }]],
    [[{ documentId: "x" }]],
    [["x"]],
    ["x"],
    [5],
    [[{ __type: TYPES.tag, documentId: "x", __pivot: { field: "spots" } }]],
  ])("refuses things %j", async (things) => {
    const { status, error } = await bench.editor.post("/api/spots", { data: { things } });
    expect([status, error.name]).toEqual([400, "ValidationError"]);
  });
});

describe("relations to any type", () => {
  it("accept the forms of other relations, with the type of each entry, and name the faults", async () => {
    const bench = await Bench.start("contract");
    const tag = await bench.make("tag", "t1");
    const spot = await bench.spot({ thing: tag, things: tag });
    expect(await bench.names(`spots/${spot}`, "things", "draft")).toBe("t1");
    await bench.editor.put(`/api/spots/${spot}`, { data: { thing: null, things: null } });
    expect(await bench.names(`spots/${spot}`, "thing", "draft")).toBeNull();
    expect(await bench.names(`spots/${spot}`, "things", "draft")).toBe("");
    const data = { things: [tag, { documentId: "x" }], ref: { thing: "x" } };
    const { error } = await bench.editor.post("/api/spots", { data });
    expect(error.details).toMatchObject({
      errors: [
        { path: ["things", "1", "__type"], message: "things[1].__type must be the uid of a content type" },
        { path: ["ref", "thing", "__type"], message: "ref.thing.__type must be the uid of a content type" },
      ],
    });
    await bench.galley.close();
  });

  it("are refused in profile strapi as there, where not every entry says its type in a list", async () => {
    const bench = await Bench.start("strapi");
    const tag = await bench.make("tag", "t1");
    for (const thing of [tag, null, tag.documentId, [tag.documentId], {}]) {
      const { error } = await bench.editor.post("/api/spots", { data: { ref: { thing } } });
      expect(error).toMatchObject({
        message: "Invalid key thing at ref.thing",
        details: { key: "thing", path: "ref.thing", source: "body" },
      });
    }
    await bench.galley.close();
  });
});
