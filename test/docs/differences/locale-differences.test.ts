import { expect, it } from "vitest";
import { NAMED_DIFFERENCES } from "../../differential/locales/named-differences.ts";
import { nameOf } from "../../differential/named-difference.ts";

const name = (request: string, path: string, expected: unknown, actual: unknown) =>
  nameOf(NAMED_DIFFERENCES, [{ path, expected, actual }], request);

const en = { title: "a", locale: "en" };
const fr = { title: "b", locale: "fr" };

it("an internal error never has a name", () => {
  expect(name("GET /api/pages?sort[0]=id", "status", 500, 200)).toBeNull();
  expect(name("PUT /api/pages/x?locale=fr&status=published", "status", 500, 400)).toBeNull();
});

it("localizations may lack only the entries of the list itself", () => {
  const path = "body.data[0].localizations";
  const several = "GET /api/pages?locale[0]=en&locale[1]=fr&populate=localizations";
  expect(name(several, path, [], [fr])).toBe("localizations beside themselves");
  const filtered = "GET /api/pages?filters[locale][$notNull]=true&populate=localizations";
  expect(name(filtered, path, [], [fr])).toBe("localizations beside themselves");
  expect(name(several, path, [], [{ title: "c", locale: "de" }])).toBeNull();
  expect(name(several, path, [fr], [])).toBeNull();
  expect(name(several, `${path}[0].title`, "a", "b")).toBeNull();
  expect(name("GET /api/pages?locale=fr&populate=localizations", path, [], [en])).toBeNull();
});

it("shared values may be older ones of a page that was published in several locales", () => {
  const writes = [
    'POST /api/pages?status=published {"data":{"sku":"a"}}',
    'PUT /api/pages/@page:0@?locale=fr&status=draft {"data":{"sku":"b"}}',
  ].join("\n");
  const path = "state: page, draft&locale=en: body.data[0].sku";
  expect(name(writes, path, "a", "b")).toBe("one value, one place");
  expect(name(writes, path, "c", "b")).toBeNull();
  expect(name(writes, "state: page, draft&locale=en: body.data[0].price", 1, 2)).toBeNull();
  expect(name(writes, "state: page, draft&locale=en: body.data[0].updatedAt", 1, 2)).toBeNull();
  expect(name(writes.replace("published", "draft"), path, "a", "b")).toBeNull();
});
