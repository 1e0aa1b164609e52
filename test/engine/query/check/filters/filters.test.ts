import { describe, expect, it } from "vitest";
import type { Filter, RawParams } from "../../../../../engine/internal.ts";
import { ask, refusal, TOKEN } from "../content.ts";

const filterOf = (query: string | RawParams, type?: string) => ask(query, type === undefined ? {} : { type }).filter;
const compare = (field: string, operator: string, operand: unknown) => ({ kind: "compare", field, operator, operand });
const related = (attribute: string, filter: unknown) => ({ kind: "related", attribute, filter });
const and = (...filters: unknown[]) => ({ kind: "and", filters });
const or = (...filters: unknown[]) => ({ kind: "or", filters });
const not = (filter: unknown) => ({ kind: "not", filter });

describe("filters on a field", () => {
  it.each<[string, unknown]>([
    ["filters[title]=x", compare("title", "eq", "x")],
    ["filters[title][$eq]=x", compare("title", "eq", "x")],
    ["filters[title]=x&filters[title]=y", compare("title", "in", ["x", "y"])],
    ["filters[title]", compare("title", "null", true)],
    ["filters[title][$eq]", compare("title", "null", true)],
    ["filters[title][$eqi]", compare("title", "null", true)],
    ["filters[title][$ne]", compare("title", "null", false)],
    ["filters[title][$nei]", compare("title", "null", false)],
    ["filters[title][$gt]", compare("title", "in", [null])],
    ["filters[title][$contains]", compare("title", "contains", "null")],
    ["filters[title][$in]=x", compare("title", "in", ["x"])],
    ["filters[title][$in][]&filters[title][$in][]=x", compare("title", "in", [null, "x"])],
    ["filters[title][$notIn][]=x&filters[title][$notIn][]=y", compare("title", "notIn", ["x", "y"])],
    ["filters[title][$between][]=a&filters[title][$between][]=b", compare("title", "between", ["a", "b"])],
    ["filters[title][$between][]&filters[title][$between][]=b", compare("title", "in", [null])],
    ["filters[title][$null]=t", compare("title", "null", true)],
    ["filters[title][$null][any]=thing", compare("title", "null", true)],
    ["filters[title][$notNull][any]=thing", compare("title", "null", false)],
    ["filters[title][$null]=no", compare("title", "null", true)],
    ["filters[title][$null]=", compare("title", "null", false)],
    ["filters[title][$null]", compare("title", "null", false)],
    ["filters[title][$notNull]=1", compare("title", "null", false)],
    ["filters[title][$notNull]=f", compare("title", "null", true)],
    ["filters[title][$eq]=x&filters[title][$ne]=y", and(compare("title", "eq", "x"), compare("title", "ne", "y"))],
    ["filters[title][$ne]=x&filters[title][$ne]=y", or(compare("title", "ne", "x"), compare("title", "ne", "y"))],
    ["filters[title][$not]=x", not(compare("title", "eq", "x"))],
    ["filters[title][$not]", not(compare("title", "null", true))],
    ["filters[title][$not][$not][$eq]=x", not(not(compare("title", "eq", "x")))],
    [
      "filters[title][$not][]=x&filters[title][$not][]=y",
      or(not(compare("title", "eq", "x")), not(compare("title", "eq", "y"))),
    ],
    [
      "filters[title][$or][0][$eq]=x&filters[title][$or][1]=y",
      or(compare("title", "eq", "x"), compare("title", "eq", "y")),
    ],
    [
      "filters[title][$and][0][$gt]=x&filters[title][$and][1][$lt]=y",
      and(compare("title", "gt", "x"), compare("title", "lt", "y")),
    ],
    ["filters[id]=7", compare("id", "eq", 7)],
    ["filters[id]=abc", compare("id", "in", [])],
    ["filters[id][$ne]=abc", compare("id", "notIn", [])],
    ["filters[id][$in][]=7&filters[id][$in][]=abc", compare("id", "in", [7])],
    ["filters[documentId]=7", compare("documentId", "eq", "7")],
    ["filters", null],
    ["filters[$not]", null],
  ])("%s", (query, filter) => {
    expect(filterOf(query)).toEqual(filter);
  });
});

describe("filters around fields", () => {
  it.each<[string, unknown]>([
    ["filters[title]=x&filters[views]=1", and(compare("title", "eq", "x"), compare("views", "eq", 1))],
    ["filters[$or][0][title]=x&filters[$or][1][views]=1", or(compare("title", "eq", "x"), compare("views", "eq", 1))],
    ["filters[$or][0][title]=x", compare("title", "eq", "x")],
    ["filters[$not][title]=x&filters[$not][views]=1", not(and(compare("title", "eq", "x"), compare("views", "eq", 1)))],
    [
      "filters[$not][0][title]=x&filters[$not][1][views]=1",
      not(and(compare("title", "eq", "x"), compare("views", "eq", 1))),
    ],
  ])("%s", (query, filter) => {
    expect(filterOf(query)).toEqual(filter);
  });

  it("applies an $or next to the $or of a relation", () => {
    const query =
      "filters[author][$or][0][name]=a&filters[author][$or][1][name]=b&filters[$or][0][title]=x&filters[$or][1][title]=y";
    expect(filterOf(query)).toEqual(
      and(
        related("author", or(compare("name", "eq", "a"), compare("name", "eq", "b"))),
        or(compare("title", "eq", "x"), compare("title", "eq", "y")),
      ),
    );
  });
});

describe("filters through relations, components and media", () => {
  const DOCUMENT = "a1b2c3d4e5f6a1b2c3d4e5f6";

  it.each<[string, unknown]>([
    ["filters[author][name]=x", related("author", compare("name", "eq", "x"))],
    ["filters[author][country][code]=x", related("author", related("country", compare("code", "eq", "x")))],
    [
      "filters[tags][slug]=x&filters[tags][weight]=1",
      related("tags", and(compare("slug", "eq", "x"), compare("weight", "eq", 1))),
    ],
    ["filters[author]=7", related("author", compare("id", "eq", 7))],
    ["filters[author][$eq]=7", related("author", compare("id", "eq", 7))],
    [`filters[author]=${DOCUMENT}`, related("author", compare("documentId", "eq", DOCUMENT))],
    [`filters[author][$ne]=${DOCUMENT}`, related("author", compare("documentId", "ne", DOCUMENT))],
    ["filters[author][$in][]=7&filters[author][$in][]=8", related("author", compare("id", "in", [7, 8]))],
    [
      `filters[author][$in][]=7&filters[author][$in][]=${DOCUMENT}`,
      related("author", or(compare("id", "in", [7]), compare("documentId", "in", [DOCUMENT]))),
    ],
    [
      `filters[author][$notIn][]=7&filters[author][$notIn][]=${DOCUMENT}`,
      related("author", and(compare("id", "notIn", [7]), compare("documentId", "notIn", [DOCUMENT]))),
    ],
    ["filters[author][$null]=true", related("author", compare("id", "null", true))],
    ["filters[author]", related("author", compare("id", "null", true))],
    ["filters[seo][$notNull]=true", related("seo", compare("id", "null", false))],
    ["filters[author][$not][name]=x", related("author", not(compare("name", "eq", "x")))],
    ["filters[author][$not]=7", related("author", not(compare("id", "eq", 7)))],
    [
      "filters[author][$ne]=7&filters[author][name]=x",
      related("author", and(compare("id", "ne", 7), compare("name", "eq", "x"))),
    ],
    ["filters[seo][links][weight][$gt]=1", related("seo", related("links", compare("weight", "gt", 1)))],
    ["filters[cover][name]=x", related("cover", compare("name", "eq", "x"))],
  ])("%s", (query, filter) => {
    expect(filterOf(query)).toEqual(filter);
  });
});

describe("filters of typed values", () => {
  const instant = new Date("2024-02-29T12:30:15.123Z");

  it.each<[RawParams, unknown]>([
    [
      { views: 5, featured: true, title: 10 },
      and(compare("views", "eq", 5), compare("featured", "eq", true), compare("title", "eq", "10")),
    ],
    [{ instant: { $gt: instant } }, compare("instant", "gt", "2024-02-29T12:30:15.123Z")],
    [{ instant: instant.getTime() }, compare("instant", "eq", "2024-02-29T12:30:15.123Z")],
    [{ date: instant, time: instant }, and(compare("date", "eq", "2024-02-29"), compare("time", "eq", "12:30:15.123"))],
    [{ big: 12345678901234567890n }, compare("big", "eq", "12345678901234567890")],
    [{ title: { $eq: undefined }, views: undefined }, null],
    [{ title: { $in: [] } }, compare("title", "in", [])],
    [{ title: { $contains: [] } }, compare("title", "in", [])],
    [{ author: 7 }, related("author", compare("id", "eq", 7))],
    [{ author: { id: { $in: [1, 2] } } }, related("author", compare("id", "in", [1, 2]))],
    [{ $or: [{}, { title: "x" }] }, compare("title", "eq", "x")],
    [{ title: {}, author: {} }, null],
  ])("%o", (filters, filter) => {
    expect(filterOf({ filters })).toEqual(filter as Filter | null);
  });
});

describe("refused filters", () => {
  const details = (key: string, path: string | null) => ({ key, path, source: "query", param: "filters" });

  it.each<[string, string, unknown]>([
    [
      "filters[title][$in][100]=x",
      "Invalid list at title: too many values, or an index that is too high",
      { ...details("100", "title"), limit: "listValues" },
    ],
    [
      "filters[title][100]=x",
      "Invalid list at title: too many values, or an index that is too high",
      { ...details("100", "title"), limit: "listValues" },
    ],
    ["filters[title][$eq][a]=x", "Invalid key a at title", details("a", "title")],
    ["filters[title]=x&filters[title][$gt]=y", "Invalid key $gt at title", details("$gt", "title")],
    ["filters[$or][a][title]=x", "$or expects a list of conditions", details("$or", null)],
    ["filters[$or]=x", "$or expects a list of conditions", details("$or", null)],
    ["filters[author][$and][name]=x", "$and expects a list of conditions", details("$and", "author")],
    ["filters[$or][]=x", "$or expects conditions", details("$or", null)],
    ["filters[$not]=x", "$not expects conditions", details("$not", null)],
    ["filters[$eq]=1", "Invalid key $eq", details("$eq", null)],
    ["filters[documentId][$nosuch]=x", "Invalid key $nosuch", details("$nosuch", null)],
    ["filters[author][id][nosuch]=x", "Invalid key nosuch at author", details("nosuch", "author")],
    ["filters[0][nosuch]=x", "Invalid key nosuch", details("nosuch", null)],
    ["filters[title][$jsonSupersetOf]=1", "Invalid key $jsonSupersetOf at title", details("$jsonSupersetOf", "title")],
    ["filters[title][views]=1", "Invalid key views at title", details("views", "title")],
    ["filters[title][$between]=1", "$between expects two values at title", details("$between", "title")],
    ["filters[seo][documentId]=1", "Invalid key documentId at seo", details("documentId", "seo")],
    ["filters[0][title]=x", "The filters parameter must be an object", { source: "query", param: "filters" }],
    ["filters[owner][nosuch]=x", "Invalid key owner", details("owner", "owner")],
    ["filters[author][note][$nosuch]=x", "Invalid key note at author.note", details("note", "author.note")],
  ])("%s", (query, message, expected) => {
    expect(refusal(query)).toEqual({ code: "validation", message, details: expected });
  });

  it("tell unknown names before passwords, these before private names, and these before unreadable relations", () => {
    const names = ["filters[owner][name]=x", "filters[hush]=x", "filters[pass]=x", "filters[nosuch]=x"];
    const keys = names.map((_, at) => refusal(names.slice(0, at + 1).join("&"))?.details.key);
    expect(keys).toEqual(["owner", "hush", "pass", "nosuch"]);
  });

  it("do not apply to callers that may read the relation", () => {
    expect(ask("filters[owner][name]=x", { access: TOKEN }).filter).toEqual(
      related("owner", compare("name", "eq", "x")),
    );
  });

  it("do not hold for the embedded service where a name is private", () => {
    expect(ask("filters[hush]=x", { audience: "service" }).filter).toEqual(compare("hush", "eq", "x"));
    expect(refusal("filters[pass]=x", { audience: "service" })?.message).toBe("Invalid key pass");
  });
});
