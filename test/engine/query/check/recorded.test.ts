import { describe, expect, it } from "vitest";
import {
  CHECK_LIMITS,
  CONTRACT_RULES,
  checkQuery,
  defineSchema,
  EngineError,
  type Rules,
  STRAPI_RULES,
} from "../../../../engine/internal.ts";
import { parseQueryString } from "../../../../transport/http/params/query-string.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import type { ReadCase } from "../../../support/vectors/format.ts";
import { readVectors } from "../../../support/vectors/vector-file.ts";
import { PUBLIC, TOKEN } from "./content.ts";

const { types, components, cases } = readVectors();
const SCHEMA = defineSchema(schemaOf(types, components));

/** Reads whose parts the real server drops silently and Galley refuses (decisions; reads, §20). */
const REFUSED_INSTEAD_OF_DROPPED = new Set([
  "/api/posts?filters[$or][a][title]=Alpha&filters[$or][b][title]=beta&fields=slug",
  "/api/posts?filters[$or][200][title]=Alpha&fields=slug",
  "/api/posts?filters[title][$in][100]=Alpha&fields=slug",
  "/api/posts?filters[title][$in][a]=Alpha&fields=slug",
  "/api/posts?filters[title][$in][-1]=Alpha&fields=slug",
  "/api/posts?filters[title][$in][01]=Alpha&fields=slug",
  "/api/pages/@home?fields=slug&populate[blocks][on][api::post.post]=true",
  "/api/pages/@home?fields=slug&populate=blocks.heading",
]);

const isRefusedHere = ({ group, name, path }: ReadCase) =>
  REFUSED_INSTEAD_OF_DROPPED.has(path) || (group === "quirks" && /more than 100|101 values/.test(name));

/** Reads that only the default profile accepts: see the tests of populate. */
const EXTENSIONS =
  /populate=deep|populate\[author\]=\*|populate\[(tags|links)\]\[(limit|start|page|pageSize|pagination)\]|\[populate\]=country,profile|populate\[blocks\](\[on\]\[blocks\.hero\])?=\*/;

const TWO_SIZES = "pagination[pageSize]=5&pagination[pageSize]=2&fields=slug";

/** Cases in which the type is found and may be read: only the query matters. */
const ASKED = cases.flatMap((recorded) => {
  const [path = "", query = ""] = recorded.path.split(/\?(.*)/s);
  const [, first = "", second] = /^\/api\/([^/]+)(?:\/([^/]+))?\/?$/i.exec(path) ?? [];
  const type = SCHEMA.byPath.get(first.toLowerCase());
  if (type === undefined || [401, 403, 405].includes(recorded.expect.status)) return [];
  return [
    { recorded, type, query, shape: second !== undefined || type.kind === "single" ? "findOne" : "find" } as const,
  ];
});

const NAMES = { validation: "ValidationError", pagination: "PaginationError" } as Readonly<Record<string, string>>;

/** The error of a case as an answer has it, without its status; null when the query is taken. */
function errorOf({ recorded, type, query, shape }: (typeof ASKED)[number], rules: Rules): unknown {
  try {
    const { params } = parseQueryString(query.replace(/@@?\w+/g, "7"));
    const access = recorded.auth === "none" ? PUBLIC : TOKEN;
    checkQuery({ schema: SCHEMA, type, params, access, rules, limits: CHECK_LIMITS, shape });
    return null;
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { name: NAMES[error.code] ?? error.code, message: error.message, details: error.details };
  }
}

function recordedError({ expect: { status, body } }: ReadCase): unknown {
  if (status !== 400) return null;
  const { status: _status, ...error } = (body as { error: { status: number } }).error;
  return error;
}

describe("checkQuery by the rules of a real server", () => {
  const refused = ASKED.filter(({ recorded }) => recorded.expect.status === 400);

  it("knows the recorded cases", () => {
    expect(refused.length).toBeGreaterThan(220);
    expect(ASKED.length).toBeGreaterThan(1200);
  });

  it.each(refused.map((asked) => [asked.recorded.path.slice(0, 150), asked] as const))(
    "refuses %s as recorded",
    (_path, asked) => {
      expect(errorOf(asked, STRAPI_RULES)).toEqual(recordedError(asked.recorded));
    },
  );

  it("accepts every query that was answered", () => {
    const answered = ASKED.filter(({ recorded }) => recorded.expect.status !== 400 && !isRefusedHere(recorded));
    expect(answered.filter((asked) => errorOf(asked, STRAPI_RULES) !== null)).toEqual([]);
  });

  it.each(
    ASKED.filter(({ recorded }) => isRefusedHere(recorded)).map(
      (asked) => [asked.recorded.path.slice(0, 150), asked] as const,
    ),
  )("refuses %s instead of dropping it", (_path, asked) => {
    expect(errorOf(asked, STRAPI_RULES)).toMatchObject({ name: "ValidationError" });
  });
});

describe("checkQuery by the rules of the contract", () => {
  it("refuses and accepts the same as the real server, except for its extensions and the status", () => {
    const shared = ASKED.filter(
      ({ recorded, query }) =>
        recorded.seed !== "differs" && !EXTENSIONS.test(query) && !isRefusedHere(recorded) && query !== TWO_SIZES,
    );
    const different = shared.filter(
      (asked) => JSON.stringify(errorOf(asked, CONTRACT_RULES)) !== JSON.stringify(errorOf(asked, STRAPI_RULES)),
    );
    expect(different.map(({ recorded }) => recorded.path)).toEqual([]);
  });

  it("refuses two page sizes", () => {
    const asked = ASKED.filter(({ query }) => query === TWO_SIZES);
    expect(asked.map((each) => errorOf(each, CONTRACT_RULES))).toMatchObject([{ name: "ValidationError" }]);
  });

  it("accepts its extensions to the real server", () => {
    const extensions = ASKED.filter(({ query }) => EXTENSIONS.test(query));
    expect(extensions).toHaveLength(11);
    expect(extensions.filter((asked) => errorOf(asked, CONTRACT_RULES) !== null)).toEqual([]);
  });
});
