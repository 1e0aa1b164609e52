import { expect, it } from "vitest";
import { copyOf } from "../../../engine/internal.ts";
import type { Galley, Hook } from "../../../transport/galley.ts";
import { isSame } from "../../../transport/hooks/left-alone.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { fc } from "../../support/fast-check.ts";
import { openGalley } from "../../support/servers/open-galley.ts";

const SCHEMA = schemaOf({
  author: { dp: false, attributes: { name: { type: "string" }, key: { type: "string", private: true } } },
  post: {
    dp: false,
    attributes: {
      title: { type: "string" },
      data: { type: "json" },
      hidden: { type: "string", private: true },
      author: { type: "relation", relation: "manyToOne", target: "api::author.author" },
    },
  },
});

async function start(): Promise<Galley> {
  const seed = {
    author: [{ name: "Ada", key: "k" }],
    post: ["a", "b", "c"].map((title) => ({ title, data: { list: [1, { title }] }, hidden: `hidden ${title}` })),
  };
  const options = { schema: SCHEMA, open: true, rest: { populate: { post: ["author"] } }, seed };
  const galley = await openGalley(options);
  const [{ documentId: author }] = (await galley.documents("api::author.author").findMany()) as [
    { documentId: string },
  ];
  for (const { documentId } of (await galley.documents("api::post.post").findMany()) as { documentId: string }[])
    await galley.documents("api::post.post").update({ documentId, data: { author } } as never);
  return galley;
}

async function text(galley: Galley, query: string): Promise<string> {
  return (await galley.fetch(`/api/posts${query}`)).text();
}

const QUERIES = [
  "",
  "?sort=title:desc&pagination[pageSize]=2&pagination[page]=2",
  "?fields=title&populate=author",
  "?populate=*&filters[title][$in][0]=a&filters[title][$in][1]=c&pagination[withCount]=false",
  "?filters[title][$eq]=none",
];

const HARMLESS: { readonly [name: string]: Hook } = {
  "hands on": (_, next) => next(),
  "looks at all": async (context, next) => {
    JSON.stringify(context.params);
    const entries = await next();
    JSON.stringify(entries);
    return entries;
  },
  "makes new parameters and a new list": async (context, next) => {
    context.params = structuredClone(context.params);
    return [...(await next())];
  },
  "makes new entries": async (_, next) => structuredClone(await next()),
  "changes the parameters to others of the same meaning": async (context, next) => {
    context.params.filters = { $and: [context.params.filters ?? {}] };
    return next();
  },
};

it("a list is to the byte the list without a hook, if the hook changes nothing", async () => {
  const galley = await start();
  const plain = await Promise.all(QUERIES.map((query) => text(galley, query)));
  for (const [name, hook] of Object.entries(HARMLESS)) {
    const off = galley.use({ types: ["post"], actions: ["findMany"] }, hook);
    for (const [at, query] of QUERIES.entries()) expect([name, await text(galley, query)]).toEqual([name, plain[at]]);
    off();
  }
});

it("a list that a hook narrows, sorts or moves is to the byte the list that is asked for so", async () => {
  const galley = await start();
  const plain = await text(
    galley,
    "?populate=author&filters[title][$in][0]=a&filters[title][$in][1]=c&sort=title:desc",
  );
  const second = await text(galley, "?sort=title&pagination[start]=1&pagination[limit]=1");
  const off = galley.use({ types: ["post"], actions: ["findMany"] }, (context, next) => {
    const { params } = context;
    if (params.start !== 0) return next();
    context.params = { ...params, filters: { hidden: { $in: ["hidden a", "hidden c"] } }, sort: ["title:desc"] };
    return next();
  });
  expect(await text(galley, "?populate=author")).toBe(plain);
  off();
  galley.use({ types: ["post"], actions: ["findMany"] }, async (context, next) => {
    Object.assign(context.params, { start: 1, limit: 1 });
    return next();
  });
  const { data } = JSON.parse(await text(galley, "?sort=title"));
  expect(data).toEqual(JSON.parse(second).data);
});

it("a hook that has more shown shows what the caller may see of it", async () => {
  const galley = await start();
  galley.use({ types: ["post"], actions: ["findMany"] }, async (context, next) => {
    Object.assign(context.params, { filters: { title: "a" }, fields: ["title", "hidden"], populate: { author: true } });
    return next();
  });
  const { data } = JSON.parse(await text(galley, "?fields=title&populate="));
  expect(data).toMatchObject([{ title: "a", author: { name: "Ada" } }]);
  expect(JSON.stringify(data)).not.toMatch(/hidden|key/);
});

it("an entry is shown as its hook has left it, at any depth, and its neighbours as they are", async () => {
  const galley = await start();
  galley.use({ types: ["post"], actions: ["findMany"] }, async (_, next) => {
    const [first, second, third] = await next();
    expect(first).toMatchObject({ hidden: "hidden a", author: { name: "Ada", key: "k" } });
    first.data.list[1].title = "changed";
    second.author.name = "Grace";
    second.author.key = "told to nobody";
    third.extra = third.hidden;
    return [third, first, second, { title: "made" }, null];
  });
  const { data, meta } = JSON.parse(await text(galley, "?sort=title"));
  expect(data).toMatchObject([
    { title: "c", extra: "hidden c", author: { name: "Ada" } },
    { title: "a", data: { list: [1, { title: "changed" }] } },
    { title: "b", data: { list: [1, { title: "b" }] }, author: { name: "Grace" } },
    { title: "made" },
    null,
  ]);
  expect(JSON.stringify(data)).not.toContain("told to nobody");
  expect(data.filter((entry: object | null) => entry !== null && "hidden" in entry)).toEqual([]);
  expect(meta.pagination.total).toBe(3);
});

it("a copy tells every change of a value from none", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const copy = copyOf(one);
      expect(copy).toEqual(one);
      expect(isSame(copy, one)).toBe(true);
      expect(isSame(copy, structuredClone(one))).toBe(true);
      expect(isSame(copy, other) && isSame(copyOf(other), one)).toBe(sorted(one) === sorted(other));
    }),
  );
});

it("an object of a class, and an undefined member for a missing one, are changes", () => {
  class Told {
    toJSON() {
      return "told";
    }
  }
  expect(isSame({ part: {} }, { part: new Told() })).toBe(false);
  expect(isSame({ part: {} }, { part: new Date(0) })).toBe(false);
  expect(isSame({ title: null }, { other: undefined })).toBe(false);
  expect(isSame([1], Object.assign([1], { length: 2 }))).toBe(false);
});

/** As JSON text with the members of objects in one order. */
function sorted(value: unknown): string {
  const inOrder = (_: string, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member;
  return JSON.stringify(value, inOrder);
}
