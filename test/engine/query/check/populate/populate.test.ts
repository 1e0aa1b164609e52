import { describe, expect, it } from "vitest";
import {
  CHECK_LIMITS,
  fieldsNamed,
  PLAIN,
  type Populate,
  populatedIn,
  type RawParams,
  STRAPI_RULES,
} from "../../../../../engine/internal.ts";
import { ask, refusal, TOKEN } from "../content.ts";

/** Populated attributes as nested names; a zone has its components in between. */
type Names = { readonly [name: string]: Names };

function namesOf(populate: readonly Populate[]): Names {
  return Object.fromEntries(populate.map((one) => [one.attribute, below(one)]));
}

function below(one: Populate): Names {
  if (one.kind === "entries") return namesOf(populatedIn(one.select));
  return !("items" in one)
    ? {}
    : Object.fromEntries([...one.items].map(([uid, { select }]) => [uid, namesOf(populatedIn(select))]));
}

const named = (query: string | RawParams, options?: Parameters<typeof ask>[1]) =>
  namesOf(populatedIn(ask(query, options).select));
const whole = (attribute: string) => ({
  kind: "entries",
  as: attribute,
  attribute,
  select: PLAIN,
  filter: null,
  sort: [],
  page: null,
});

describe("populate", () => {
  it.each<[string, Names]>([
    ["", {}],
    ["populate=", {}],
    ["populate", {}],
    ["populate[]=", {}],
    ["populate=author", { author: {} }],
    ["populate=%20author%20,tags", { author: {}, tags: {} }],
    ["populate[0]=author&populate[1]=tags,seo", { author: {}, tags: {}, seo: {} }],
    ["populate=author&populate=tags", { author: {}, tags: {} }],
    ["populate=author.", { author: {} }],
    ["populate=.author", { author: {} }],
    ["populate=author.country,author.posts.tags,author", { author: { country: {}, posts: { tags: {} } } }],
    ["populate[0]=author.country&populate[1]=author.posts&populate[2]=author", { author: { country: {}, posts: {} } }],
    ["populate=seo.links", { seo: { links: {} } }],
    ["populate=*", { author: {}, tags: {}, seo: {}, links: {}, cover: {} }],
    ["populate[author]=true&populate[tags]=1&populate[seo]=false&populate[links]=0", { author: {}, tags: {} }],
    ["populate[author]", {}],
    ["populate[author][filters]=", { author: {} }],
    ["populate[author][populate]=country", { author: { country: {} } }],
    ["populate[author][populate]=country,posts", { author: { country: {}, posts: {} } }],
    [
      "populate[author][populate][posts][populate]=*",
      { author: { posts: { author: {}, tags: {}, seo: {}, links: {}, cover: {} } } },
    ],
    ["populate[author]=*", { author: { posts: {}, country: {} } }],
    ["populate[cover][populate]=*", { cover: {} }],
  ])("%s", (query, names) => {
    expect(named(query)).toEqual(names);
  });

  it("narrows and arranges the entries", () => {
    const query =
      "populate[tags][fields]=slug&populate[tags][filters][weight][$gt]=1&populate[tags][sort]=weight:desc" +
      "&populate[links][count]=true&populate[links][filters][label]=x&populate[author][count]=false";
    expect(populatedIn(ask(query).select)).toEqual([
      {
        ...whole("tags"),
        select: fieldsNamed("id", "documentId", "slug"),
        filter: { kind: "compare", field: "weight", operator: "gt", operand: 1 },
        sort: [{ path: [], field: "weight", direction: "desc" }],
      },
      {
        kind: "count",
        as: "links",
        attribute: "links",
        filter: { kind: "compare", field: "label", operator: "eq", operand: "x" },
      },
      whole("author"),
    ]);
  });

  it("takes typed values", () => {
    expect(populatedIn(ask({ populate: { author: true, tags: { fields: ["slug"], count: false } } }).select)).toEqual([
      whole("author"),
      { ...whole("tags"), select: fieldsNamed("id", "documentId", "slug") },
    ]);
  });

  it.each<[string, string, string | null]>([
    ["populate=nosuch", "nosuch", "nosuch"],
    ["populate=author.nosuch", "nosuch", "author.nosuch"],
    ["populate=title", "title", "title"],
    ["populate=*,author", "*", "*"],
    ["populate=hush", "hush", "hush"],
    ["populate=constructor", "constructor", "constructor"],
    ["populate=cover.related", "cover", "cover"],
    ["populate[nosuch]=false", "nosuch", null],
    ["populate[100]=author", "100", null],
    ["populate[title]=true", "title", "title"],
    ["populate[createdBy]=true", "createdBy", "createdBy"],
    ["populate[author]=foo", "foo", "author"],
    ["populate[author]=country", "country", "author.country"],
    ["populate[author][]=country", "country", "author.country"],
    ["populate[author][nosuch]=1", "nosuch", "author"],
    ["populate[author][country]=true", "country", "author.country"],
    ["populate[author][count]=x", "count", "author"],
    ["populate[author][on][x]=1", "x", "author.on.x"],
    ["populate[author][on]=x", "on", "author.on"],
    ["populate[author][status]=draft", "status", "author"],
    ["populate[author][limit]=1", "limit", "author"],
    ["populate[author][populate][nosuch]=1", "nosuch", "author"],
    ["populate[author][populate][posts][nosuch]=1", "nosuch", "author.posts"],
    ["populate[author][populate][name]=1", "name", "author.populate.name"],
    ["populate[author][populate]=nosuch", "nosuch", "nosuch"],
    ["populate[author][fields]=note", "note", "note"],
    ["populate[author][fields]=", "", null],
    ["populate[author][filters][note]=x", "note", "note"],
    ["populate[tags][pagination]=1", "pagination", "tags"],
  ])("refuses %s", (query, name, path) => {
    const message = path === null || path === name ? `Invalid key ${name}` : `Invalid key ${name} at ${path}`;
    const details = { key: name, path, source: "query", param: "populate" };
    expect(refusal(query)).toEqual({ code: "validation", message, details });
  });

  it.each(["populate[]", "populate[0][author]=true", "populate[author][0][x]=1"])(
    "refuses the shape of %s",
    (query) => {
      const message = "Invalid populate parameter. Expected a string, an array of strings, a populate object";
      expect(refusal(query)).toEqual({ code: "validation", message, details: {} });
    },
  );
});

describe("populate and rights", () => {
  it("leaves unreadable relations out, whatever stands below them", () => {
    const queries = ["owner,author", "*", "owner.nosuch,author", "deep,1"].map((text) => `populate=${text}`);
    for (const query of [...queries, "populate[owner][fields]=nosuch&populate[author]=true"]) {
      expect(Object.keys(named(query))).toContain("author");
      expect(Object.keys(named(query))).not.toContain("owner");
    }
    expect(named("populate=author.posts.owner,tags")).toEqual({ tags: {} });
    expect(named("populate=owner", { access: TOKEN })).toEqual({ owner: {} });
  });

  it("refuses unreadable relations in the filters and the sort of populated entries", () => {
    const details = { key: "owner", path: "owner", source: "query", param: "populate" };
    expect(refusal("populate[author][populate][posts][filters][owner][name]=x")?.details).toEqual(details);
    expect(refusal("populate[author][populate][posts][sort]=owner.name")?.details).toEqual(details);
  });
});

describe("populate of a dynamic zone", () => {
  const zone = (query: string) => named(query, { type: "page" }).blocks;

  it.each<[string, Names | undefined]>([
    ["populate=blocks", { "blocks.hero": {}, "blocks.quote": {} }],
    ["populate[blocks]=true", { "blocks.hero": {}, "blocks.quote": {} }],
    ["populate[blocks][count]=true", { "blocks.hero": {}, "blocks.quote": {} }],
    ["populate[blocks][on]", { "blocks.hero": {}, "blocks.quote": {} }],
    ["populate[blocks][populate]=*", { "blocks.hero": { cta: {} }, "blocks.quote": { author: {} } }],
    ["populate[blocks]=*", { "blocks.hero": { cta: {} }, "blocks.quote": { author: {} } }],
    ["populate=blocks.cta", { "blocks.hero": { cta: {} }, "blocks.quote": {} }],
    [
      "populate=blocks.cta,blocks.author.country",
      { "blocks.hero": { cta: {} }, "blocks.quote": { author: { country: {} } } },
    ],
    ["populate[blocks][on][blocks.hero]=true", { "blocks.hero": {} }],
    ["populate[blocks][on][blocks.hero]=true&populate[blocks][populate]=*", { "blocks.hero": {} }],
    ["populate[blocks][on][blocks.hero]=false", {}],
    ["populate[blocks][on][shared.seo]=true", {}],
    ["populate[blocks][on][blocks.hero]=*", { "blocks.hero": { cta: {} } }],
    ["populate[blocks][on][blocks.quote][populate]=author.country", { "blocks.quote": { author: { country: {} } } }],
    ["populate[blocks]=false", undefined],
  ])("%s", (query, names) => {
    expect(zone(query)).toEqual(names);
  });

  it("narrows the items of a component, which keep their order", () => {
    const options = "[blocks][on][blocks.hero]";
    const query = `populate${options}[fields]=heading&populate${options}[filters][heading]=x&populate${options}[sort]=heading`;
    const filter = { kind: "compare", field: "heading", operator: "eq", operand: "x" };
    const items = new Map([["blocks.hero", { select: fieldsNamed("id", "heading"), filter }]]);
    expect(populatedIn(ask(query, { type: "page" }).select)).toEqual([
      { kind: "zone", as: "blocks", attribute: "blocks", items, uidAs: "__component" },
    ]);
  });

  it.each<[string, string]>([
    ["populate=blocks.nosuch", "Invalid key nosuch at blocks.nosuch"],
    ["populate=blocks.heading", "Invalid key heading at blocks.heading"],
    ["populate[blocks][populate]=cta", "Invalid key populate at blocks"],
    ["populate[blocks][on]=x", "Invalid key on at blocks.on"],
    ["populate[blocks][on][blocks.nosuch]=true", "Invalid key blocks.nosuch at blocks.on.blocks.nosuch"],
    ["populate[blocks][on][api::post.post]=true", "Invalid key api::post.post at blocks.on.api::post.post"],
    ["populate[blocks][on][blocks.hero][heading]=1", "Invalid key heading at blocks.heading"],
    ["populate[blocks][on][blocks.hero][foo]=1", "Invalid key foo at blocks"],
    [
      "populate[blocks][on][blocks.hero][populate][heading]=1",
      "Invalid key heading at blocks.on[blocks.hero].populate.heading",
    ],
    ["populate[blocks][count]=x", "Invalid key count at blocks"],
    ["populate[blocks][on][blocks.hero]", "Invalid nested populate. Expected '*' or an object"],
    [
      "populate[blocks][fields]=heading",
      'Invalid nested populate for page.blocks (api::page.page). Expected a fragment ("on") or "count" but found {"fields":"heading"}',
    ],
  ])("refuses %s", (query, message) => {
    expect(refusal(query, { type: "page" })).toMatchObject({ code: "validation", message });
  });
});

describe("populate beyond the real server", () => {
  const pageOf = (query: string) => {
    const [one] = populatedIn(ask(query).select);
    return one?.kind === "entries" ? one.page : undefined;
  };

  it.each([
    ["populate[tags][limit]=3", { style: "offset", start: 0, limit: 3, withCount: false }],
    ["populate[tags][start]=2", { style: "offset", start: 2, limit: null, withCount: false }],
    ["populate[tags][limit]=1000", { style: "offset", start: 0, limit: 1000, withCount: false }],
    ["populate[tags][page]=2&populate[tags][pageSize]=5", { style: "page", start: 5, limit: 5, withCount: false }],
    ["populate[tags][page]=2", { style: "page", start: 25, limit: 25, withCount: false }],
    ["populate[links][pagination][limit]=3", { style: "offset", start: 0, limit: 3, withCount: false }],
    ["populate[tags][fields]=slug", null],
  ])("%s", (query, page) => {
    expect(pageOf(query)).toEqual(page);
  });

  it("refuses two styles of pages and limits that are no numbers", () => {
    expect(refusal("populate[tags][limit]=1&populate[tags][page]=1")?.code).toBe("pagination");
    expect(refusal("populate[tags][limit]=x")?.message).toMatch(/^convertLimit.* got NaN$/);
  });

  it("populates five levels or as many as requested, and ends where a type recurs", () => {
    const author = { posts: {}, country: { neighbours: {} } };
    expect(named("populate=deep")).toEqual({ author, tags: {}, seo: { links: {} }, links: {}, cover: {} });
    expect(named("populate=deep,2")).toEqual({
      author: { posts: {}, country: {} },
      tags: {},
      seo: { links: {} },
      links: {},
      cover: {},
    });
    expect(named("populate=deep,1")).toEqual(named("populate=*"));
    expect(named("populate=deep", { type: "page" })).toEqual({
      blocks: {
        "blocks.hero": { cta: {} },
        "blocks.quote": {
          author: {
            posts: { author: {}, tags: {}, seo: { links: {} }, links: {}, cover: {} },
            country: { neighbours: {} },
          },
        },
      },
    });
    expect(refusal("populate=deep,0")?.message).toBe("Invalid key deep");
  });

  it("goes as deep as its limit on parts", () => {
    const limits = { ...CHECK_LIMITS, parts: 5 };
    expect(refusal("populate=deep", { limits })?.message).toBe("The query has more than 5 parts");
  });

  it.each(["deep", "*"].map((text) => [text]))(
    "is refused by the rules of the real server: %s below an attribute",
    (text) => {
      expect(refusal(`populate[author]=${text}`, { rules: STRAPI_RULES })?.code).toBe("validation");
    },
  );

  it("shows the keys that entries of any kind are sorted by, by the rules of the real server", () => {
    for (const [attribute, key] of [
      ["tags", "slug"],
      ["author", "name"],
      ["links", "label"],
      ["cover", "name"],
    ] as const) {
      const query = `populate[${attribute}][fields]=id&populate[${attribute}][sort]=${key}`;
      const identity = attribute === "links" ? ["id"] : ["id", "documentId"];
      const sorted = { attribute, select: fieldsNamed(...identity, key) };
      expect(populatedIn(ask(query, { rules: STRAPI_RULES }).select)).toMatchObject([sorted]);
      expect(populatedIn(ask(query).select)).toMatchObject([{ attribute, select: fieldsNamed(...identity) }]);
    }
  });

  it.each<[string, Names, Names]>([
    ["author.posts.tags,author.posts", { author: { posts: { tags: {} } } }, { author: { posts: {} } }],
    ["author.posts,author.country,author", { author: { posts: {}, country: {} } }, { author: {} }],
    ["author.posts,author.country", { author: { posts: {}, country: {} } }, { author: { posts: {}, country: {} } }],
  ])("drops a path before its own beginning only in the profile strapi: %s", (paths, joined, replaced) => {
    const query = paths
      .split(",")
      .map((path, at) => `populate[${at}]=${path}`)
      .join("&");
    expect(named(query)).toEqual(joined);
    expect(named(query, { rules: STRAPI_RULES })).toEqual(replaced);
  });

  it("counts files only in the profile contract", () => {
    const query = "populate[cover][count]=true";
    expect(populatedIn(ask(query).select)).toEqual([{ kind: "count", as: "cover", attribute: "cover", filter: null }]);
    expect(populatedIn(ask(query, { rules: STRAPI_RULES }).select)).toEqual([whole("cover")]);
    expect(refusal("populate[cover][count]=x", { rules: STRAPI_RULES })?.message).toBe("Invalid key count at cover");
  });

  it("is refused below files for the attribute that files have there and not here", () => {
    const message = "Invalid key related at cover.related";
    const details = { key: "related", path: "cover.related" };
    expect(refusal("populate[cover]=*", { rules: STRAPI_RULES })).toEqual({ code: "validation", message, details });
  });
});
