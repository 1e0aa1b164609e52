import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  GRAPHQL_EXCEPTIONS,
  LOCALE_EXCEPTIONS,
  READ_EXCEPTIONS,
  WRITE_EXCEPTIONS,
} from "../contract/vectors/exceptions.ts";
import { NAMED_DIFFERENCES as GRAPHQL_DIFFERENCES } from "../differential/graphql/named-differences.ts";
import { NAMED_DIFFERENCES as LOCALE_DIFFERENCES } from "../differential/locales/named-differences.ts";
import { nameOf } from "../differential/named-difference.ts";
import { NAMED_DIFFERENCES as REST_DIFFERENCES } from "../differential/rest/named-differences.ts";
import { PEER_EXCEPTIONS } from "../openapi/peer-exceptions.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/contract/differences.md"), "utf8");

/** Rows of the table, as the difference and the places that name it. */
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .slice(2)
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, difference = "", , , places = ""]) => ({ difference, places: places === "" ? [] : places.split(", ") }));

const restsOn = (exceptions: readonly { readonly restsOn: string }[]) => exceptions.map((each) => each.restsOn);
const names = (differences: readonly { readonly name: string }[]) => differences.map(({ name }) => name);

it.each([
  ["reads", restsOn(READ_EXCEPTIONS)],
  ["writes", restsOn(WRITE_EXCEPTIONS)],
  ["locales", restsOn(LOCALE_EXCEPTIONS)],
  ["GraphQL", restsOn(GRAPHQL_EXCEPTIONS)],
  ["REST compared", names(REST_DIFFERENCES)],
  ["locales compared", names(LOCALE_DIFFERENCES)],
  ["GraphQL compared", names(GRAPHQL_DIFFERENCES)],
  ["OpenAPI", restsOn(PEER_EXCEPTIONS)],
])("the table of differences has every name of %s, and no other", (place, named) => {
  const told = rows.filter(({ places }) => places.includes(place)).map(({ difference }) => difference);
  expect(told.sort()).toEqual([...new Set(named)].sort());
});

it("the table of differences has each of them once, with its answers", () => {
  const differences = rows.map(({ difference }) => difference);
  expect(new Set(differences).size).toBe(differences.length);
  expect(page.split("\n").filter((line) => /^\| .*\|\s*\|\s*\S/.test(line) && !line.endsWith("|  |"))).toEqual([]);
});

const localeName = (request: string, path: string, expected: unknown, actual: unknown) =>
  nameOf(LOCALE_DIFFERENCES, [{ path, expected, actual }], request);

const en = { title: "a", locale: "en" };
const fr = { title: "b", locale: "fr" };

it("an internal error never has a name", () => {
  expect(localeName("GET /api/pages?sort[0]=id", "status", 500, 200)).toBeNull();
  expect(localeName("PUT /api/pages/x?locale=fr&status=published", "status", 500, 400)).toBeNull();
});

it("localizations may lack only the entries of the list itself", () => {
  const path = "body.data[0].localizations";
  const several = "GET /api/pages?locale[0]=en&locale[1]=fr&populate=localizations";
  expect(localeName(several, path, [], [fr])).toBe("localizations beside themselves");
  const filtered = "GET /api/pages?filters[locale][$notNull]=true&populate=localizations";
  expect(localeName(filtered, path, [], [fr])).toBe("localizations beside themselves");
  expect(localeName(several, path, [], [{ title: "c", locale: "de" }])).toBeNull();
  expect(localeName(several, path, [fr], [])).toBeNull();
  expect(localeName(several, `${path}[0].title`, "a", "b")).toBeNull();
  expect(localeName("GET /api/pages?locale=fr&populate=localizations", path, [], [en])).toBeNull();
});

it("shared values may be older ones of a page that was published in several locales", () => {
  const writes = [
    'POST /api/pages?status=published {"data":{"sku":"a"}}',
    'PUT /api/pages/@page:0@?locale=fr&status=draft {"data":{"sku":"b"}}',
  ].join("\n");
  const path = "state: page, draft&locale=en: body.data[0].sku";
  expect(localeName(writes, path, "a", "b")).toBe("one value, one place");
  expect(localeName(writes, path, "c", "b")).toBeNull();
  expect(localeName(writes, "state: page, draft&locale=en: body.data[0].price", 1, 2)).toBeNull();
  expect(localeName(writes, "state: page, draft&locale=en: body.data[0].updatedAt", 1, 2)).toBeNull();
  expect(localeName(writes.replace("published", "draft"), path, "a", "b")).toBeNull();
});

const restName = (request: string, expected: unknown, actual: unknown) =>
  nameOf(REST_DIFFERENCES, [{ path: "status", expected, actual }], request);

it("an internal error has a name where a list stands under $not, and nowhere else", () => {
  const list = "GET /api/notes?filters[$not][0][body][$gt]=a&sort[0]=id (token: full)";
  expect(restName(list, 500, 200)).toBe("a list under $not");
  expect(restName(list, 500, 404)).toBe("a list under $not");
  expect(restName(list, 500, 500)).toBeNull();
  expect(restName(list.replace("[0][body]", "[body]"), 500, 200)).toBeNull();
  expect(restName("PUT /api/notes/x?status=draft {}", 500, 200)).toBeNull();
});
