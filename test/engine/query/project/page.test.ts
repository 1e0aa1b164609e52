import { expect, it } from "vitest";
import { type Page, paginationOf, paginationText } from "../../../../engine/internal.ts";

it.each<[Page["style"], limit: number | null, total: number | null]>([
  ["page", 25, 60],
  ["page", 25, null],
  ["page", 0, 60],
  ["offset", 25, 60],
  ["offset", 25, null],
  ["offset", null, 7],
])("the text of a pagination is its JSON: style %s, limit %s, total %s", (style, limit, total) => {
  const page: Page = { style, start: 25, limit, withCount: total !== null };
  expect(paginationText(page, total)).toBe(JSON.stringify(paginationOf(page, total)));
});
