import { describe, expect, it } from "vitest";
import {
  CONTRACT_RULES,
  EngineError,
  type Filter,
  fieldsIn,
  populatedIn,
  type Query,
  STRAPI_RULES,
} from "../../../../engine/internal.ts";
import { QUERY_LIMITS } from "../../../../transport/http/params/query-string.ts";
import { fc } from "../../../support/fast-check.ts";
import { ask, PUBLIC, SCHEMA, TOKEN } from "./content.ts";

const NAMES = [
  [
    "title",
    "views",
    "big",
    "featured",
    "date",
    "instant",
    "data",
    "pass",
    "hush",
    "author",
    "tags",
    "owner",
    "seo",
    "links",
  ],
  [
    "cover",
    "blocks",
    "name",
    "country",
    "posts",
    "id",
    "documentId",
    "createdBy",
    "locale",
    "status",
    "nosuch",
    "0",
    "100",
  ],
  [
    "$and",
    "$or",
    "$not",
    "$eq",
    "$ne",
    "$in",
    "$notIn",
    "$between",
    "$null",
    "$notNull",
    "$gt",
    "$containsi",
    "$nosuch",
  ],
  ["fields", "sort", "filters", "populate", "count", "on", "limit", "page", "pagination", "blocks.hero", "*", "deep"],
  ["__proto__", "constructor", "toString", ""],
].flat();
const TOP = [
  "filters",
  "sort",
  "fields",
  "populate",
  "pagination",
  "status",
  "publicationFilter",
  "_q",
  "page",
  "start",
  "lookup",
];
const TEXTS = [
  ...NAMES,
  "title:desc",
  "author.name:asc",
  "author.posts.tags",
  "1",
  "-1",
  "1.5",
  "true",
  "2024-01-01",
  "draft",
  "title,views",
];

const name = fc.constantFrom(...NAMES);
const text = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ maxLength: 8 }));
const options = fc.record({
  rules: fc.constantFrom(CONTRACT_RULES, STRAPI_RULES),
  access: fc.constantFrom(PUBLIC, TOKEN),
  shape: fc.constantFrom("find" as const, "findOne" as const),
  type: fc.constantFrom("post", "author", "page", "setting"),
});

const parameter = fc
  .tuple(
    fc.constantFrom(...TOP),
    fc.array(fc.oneof(name, fc.constantFrom("", "0", "1")), { maxLength: 5 }),
    fc.option(text),
  )
  .map(([first, rest, value]) => {
    const path = `${first}${rest.map((part) => `[${encodeURIComponent(part)}]`).join("")}`;
    return value === null ? path : `${path}=${encodeURIComponent(value)}`;
  });
const queryText = fc.array(parameter, { maxLength: 8 }).map((parameters) => parameters.join("&"));

const { value: typed } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    text,
    fc.constantFrom(
      null,
      undefined,
      true,
      false,
      0,
      -1,
      1.5,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      7n,
      Symbol("s"),
      () => 1,
    ),
    fc.date({ noInvalidDate: false }),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(name, tie("value"), { maxKeys: 3 }),
    fc.dictionary(name, tie("value"), { maxKeys: 3, noNullPrototype: false }),
  ),
}));
const typedParams = fc.dictionary(fc.constantFrom(...TOP), typed, { maxKeys: 4 });

/** The query, or null when it was refused as it ought to be. */
function outcome(ask: () => Query): Query | null {
  try {
    return ask();
  } catch (error) {
    if (error instanceof EngineError) return null;
    throw error;
  }
}

/** Names of every field that a filter compares. */
function comparedIn(filter: Filter | null): string[] {
  if (filter === null || filter.kind === "absent") return [];
  if (filter.kind === "compare") return [filter.field];
  return ("filters" in filter ? filter.filters : [filter.filter]).flatMap(comparedIn);
}

describe("checkQuery", () => {
  it("makes a query or an EngineError of any query string", () => {
    fc.assert(
      fc.property(queryText, options, (query, asked) => {
        const checked = outcome(() => ask(query, asked));
        if (checked !== null) expect(checked.type).toBe(SCHEMA.type(`api::${asked.type}.${asked.type}`).uid);
      }),
      { numRuns: 1000 },
    );
  });

  it("makes a query or an EngineError of any typed parameters", () => {
    fc.assert(
      fc.property(typedParams, options, (params, asked) => {
        const checked = outcome(() => ask(params, asked));
        if (checked !== null) expect(checked.statuses.length).toBeGreaterThan(0);
      }),
      { numRuns: 1000 },
    );
  });

  it("never compares, sorts by, selects or populates hidden attributes", () => {
    fc.assert(
      fc.property(queryText, options, (query, asked) => {
        const checked = outcome(() => ask(query, { ...asked, access: PUBLIC }));
        if (checked === null) return;
        const named = [
          ...comparedIn(checked.filter),
          ...checked.sort.map((key) => key.field),
          ...(fieldsIn(checked.select) ?? []),
        ];
        for (const secret of ["pass", "hush", "note", "createdBy", "locale"]) expect(named).not.toContain(secret);
        expect(JSON.stringify(checked)).not.toContain('"attribute":"owner"');
      }),
      { numRuns: 1000 },
    );
  });

  it("leaves every object and its input unchanged", () => {
    fc.assert(
      fc.property(queryText, options, (query, asked) => {
        const params = { filters: { title: { $in: ["x"] } }, populate: { author: { fields: ["name"] } } };
        outcome(() => ask(params, asked));
        outcome(() =>
          ask(`filters[__proto__][polluted]=1&populate[constructor][prototype][polluted]=1&${query}`, asked),
        );
        expect(params).toEqual({ filters: { title: { $in: ["x"] } }, populate: { author: { fields: ["name"] } } });
        expect("polluted" in {}).toBe(false);
      }),
    );
  });
});

describe("hostile parameters", () => {
  const many = (piece: string, separator: string) => Array(3000).fill(piece).join(separator);

  it.each<[string, string]>([
    ["a path without end", `populate=${many("author.posts", ".")}`],
    ["paths without end", `populate=${many("author.posts.tags", ",")}`],
    ["sort keys without end", `sort=${many("title", ",")}`],
    ["fields without end", `fields=${many("title", ",")}`],
    ["a sort path without end", `sort=${many("author.posts", ".")}.title`],
  ])("are refused by their number of parts: %s", (_what, query) => {
    expect(() => ask(query)).toThrow(/more than \d+ parts|deeper than \d+ levels/);
  });

  it("are refused by their depth where they come as objects", () => {
    const nested = (wrap: (inner: object) => object) => {
      let value: object = { title: "x" };
      for (let level = 0; level < 100_000; level++) value = wrap(value);
      return value;
    };
    const deep = /nested deeper than/;
    expect(() => ask({ filters: nested((inner) => ({ $not: inner })) })).toThrow(deep);
    expect(() => ask({ filters: nested((inner) => ({ $and: [inner] })) })).toThrow(deep);
    expect(() => ask({ filters: { title: nested((inner) => ({ $not: inner })) } })).toThrow(deep);
    expect(() => ask({ filters: nested((inner) => ({ author: { posts: inner } })) })).toThrow(deep);
    expect(() =>
      ask({ populate: nested((inner) => ({ author: { populate: { posts: { populate: inner } } } })) }),
    ).toThrow(deep);
    expect(() => ask({ sort: nested((inner) => ({ author: inner })) })).toThrow(deep);
  });

  it("are refused where they contain themselves", () => {
    const filters: { [name: string]: unknown } = {};
    filters.$and = [filters, filters];
    expect(() => ask({ filters })).toThrow(EngineError);
    const blocks: { [name: string]: unknown } = {};
    blocks.self = blocks;
    expect(() => ask({ populate: { blocks } }, { type: "page" })).toThrow(EngineError);
  });

  it("cannot ask for one thing more than once", () => {
    const twice = (piece: string) => Array(500).fill(piece).join(",");
    expect(ask(`sort=${twice("title")}`).sort).toHaveLength(1);
    expect(fieldsIn(ask(`fields=${twice("title")}`).select)).toEqual(["id", "documentId", "title"]);
    expect(populatedIn(ask(`populate=${twice("author.posts")}`).select)).toHaveLength(1);
    expect(() => ask(`filters[$or][0][title]=1&`.repeat(QUERY_LIMITS.parameters))).toThrow(/too many values/);
  });
});
