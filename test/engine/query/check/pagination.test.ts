import { describe, expect, it } from "vitest";
import { CHECK_LIMITS } from "../../../../engine/internal.ts";
import { ask, refusal } from "./content.ts";

const page = (start: number, limit: number | null, style = "page", withCount = true) => ({
  style,
  start,
  limit,
  withCount,
});

describe("pagination of a list", () => {
  it.each([
    ["", page(0, 25)],
    ["pagination=5", page(0, 25)],
    ["pagination[]=1", page(0, 25)],
    ["pagination[nosuch]=1", page(0, 25)],
    ["pagination[page]=3&pagination[pageSize]=10", page(20, 10)],
    ["pagination[page]=0", page(0, 25)],
    ["pagination[page]=-1", page(0, 25)],
    ["pagination[page]=", page(0, 25)],
    ["pagination[page]=2.5&pagination[pageSize]=2", page(3, 2)],
    ["pagination[pageSize]=0", page(0, 1)],
    ["pagination[pageSize]=1000", page(0, 100)],
    ["pagination[pageSize]=abc", page(0, 100)],
    ["pagination[pageSize]=1e1", page(0, 10)],
    ["pagination[pageSize]=%200x5%20", page(0, 5)],
    ["pagination[start]=2&pagination[limit]=3", page(2, 3, "offset")],
    ["pagination[start]=-1", page(0, 25, "offset")],
    ["pagination[limit]=-1", page(0, 1, "offset")],
    ["pagination[limit]=", page(0, 1, "offset")],
    ["pagination[limit]=abc", page(0, 100, "offset")],
    ["pagination[page]&pagination[start]=0", page(0, 25)],
    ["pagination[withCount]=f", page(0, 25, "page", false)],
    ["pagination[withCount]=1", page(0, 25)],
    ["start=2&limit=3", page(0, 25)],
    ["page", page(0, 25)],
  ])("%s", (query, expected) => {
    expect(ask(query).page).toEqual(expected);
  });

  it("keeps to the limits it is given", () => {
    const limits = { ...CHECK_LIMITS, defaultLimit: 10, maxLimit: 5, withCount: false };
    expect(ask("", { limits }).page).toEqual(page(0, 5, "page", false));
    expect(ask("pagination[page]=2", { limits }).page).toEqual(page(5, 5, "page", false));
  });

  it("has no limit where there is none", () => {
    const limits = { ...CHECK_LIMITS, defaultLimit: null, maxLimit: null };
    expect(ask("", { limits }).page).toEqual(page(0, null));
    expect(ask("pagination[limit]=5000", { limits }).page).toEqual(page(0, 5000, "offset"));
    expect(ask({ pagination: { limit: -1 } }, { limits }).page).toEqual(page(0, null, "offset"));
    expect(refusal("pagination[limit]=abc", { limits })?.message).toMatch(/^convertLimit.* got NaN$/);
  });

  it.each([
    ["pagination[page]=abc", "convertStartQueryParams expected a positive integer got NaN"],
    ["pagination[page]=1&pagination[page]=2", "convertStartQueryParams expected a positive integer got NaN"],
    ["pagination[page]=1.5&pagination[pageSize]=5", "convertStartQueryParams expected a positive integer got 2.5"],
    ["pagination[limit]=2.5", "convertLimitQueryParams expected a positive integer got 2.5"],
    ["pagination[limit]=1&pagination[limit]=2", "convertLimitQueryParams expected a positive integer got NaN"],
    ["pagination[withCount]", 'Invalid withCount parameter. Expected "t","1","true","false","0","f"'],
  ])("refuses %s", (query, message) => {
    expect(refusal(query)).toEqual({ code: "validation", message, details: {} });
  });

  it("refuses two styles at once, and pages outside of it", () => {
    const message = "Cannot use both page & offset pagination in the same query";
    expect(refusal("pagination[page]=1&pagination[limit]=5")).toEqual({ code: "pagination", message, details: {} });
    expect(refusal("page=1")).toMatchObject({
      code: "pagination",
      message: expect.stringMatching(/pagination object$/),
    });
  });
});

describe("the range of a list without pages", () => {
  it.each([
    ["", 0, null],
    ["start=2", 2, null],
    ["limit=3", 0, 3],
    ["start=2&limit=3&pagination[limit]=1", 2, 3],
    ["limit=0", 0, null],
    ["limit=-1", 0, null],
    ["page=2&pageSize=7", 0, null],
  ])("%j", (query, start, limit) => {
    expect(ask(query, { shape: "findRange" }).page).toEqual(page(start, limit, "offset", false));
  });

  it.each([
    ["page=0", "pagination", "Invalid 'page' parameter. Expected an integer > 0, received: 0"],
    ["limit=-2", "validation", "convertLimitQueryParams expected a positive integer got -2"],
    ["start=-1", "validation", "convertStartQueryParams expected a positive integer got -1"],
  ])("refuses %s", (query, code, message) => {
    expect(refusal(query, { shape: "findRange" })).toEqual({ code, message, details: {} });
  });
});

describe("pagination of one entry", () => {
  it.each(["", "pagination[page]=1&pagination[start]=1", "page=2&pageSize=7", "start=5", "limit=abc", "page"])(
    "is none: %j",
    (query) => {
      expect(ask(query, { shape: "findOne" }).page).toEqual(page(0, 1, "page", false));
    },
  );

  it.each([
    ["page=abc", "pagination", "Invalid 'page' parameter. Expected an integer > 0, received: abc"],
    ["pageSize[a]=1", "pagination", 'Invalid \'pageSize\' parameter. Expected an integer > 0, received: {"a":"1"}'],
    [
      "page=1&start=1",
      "pagination",
      "Invalid pagination attributes. The page parameters are incorrect and must be in the pagination object",
    ],
    ["start=-1", "validation", "convertStartQueryParams expected a positive integer got -1"],
  ])("is checked nevertheless: %s", (query, code, message) => {
    expect(refusal(query, { shape: "findOne" })).toEqual({ code, message, details: {} });
  });
});
