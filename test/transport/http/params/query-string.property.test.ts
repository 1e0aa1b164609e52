import qs from "qs";
import { describe, expect, it } from "vitest";
import { parseQueryString, QUERY_LIMITS } from "../../../../transport/http/params/query-string.ts";
import { fc } from "../../../support/fast-check.ts";

const fragment = fc.oneof(
  fc.constantFrom(
    "&",
    "=",
    "[",
    "]",
    "[]",
    "[0]",
    "[99]",
    "[100]",
    "%",
    "%5B",
    "%zz",
    "+",
    "a",
    "b",
    "__proto__",
    "toString",
  ),
  fc.string({ unit: "grapheme", maxLength: 5 }),
);
const queryText = fc.array(fragment, { maxLength: 40 }).map((fragments) => fragments.join(""));

/** Every value in a tree of parameters, holders included. */
function valuesIn(value: unknown): unknown[] {
  const inner = typeof value === "object" && value !== null ? Object.values(value).flatMap(valuesIn) : [];
  return [value, ...inner];
}

describe("parseQueryString", () => {
  it("makes nothing but texts, nulls, lists without holes and objects that inherit nothing", () => {
    fc.assert(
      fc.property(queryText, (text) => {
        for (const value of valuesIn(parseQueryString(text).params)) {
          if (Array.isArray(value)) expect(value.length).toBe(Object.keys(value).length);
          else if (typeof value === "object" && value !== null) expect("toString" in value).toBe(false);
          else expect(value === null || typeof value === "string").toBe(true);
        }
      }),
    );
  });

  it("nests as qs does in a Strapi server", () => {
    const name = fc
      .tuple(fc.constantFrom("a", "b"), fc.array(fc.constantFrom("", "0", "1", "2", "a", "b"), { maxLength: 3 }))
      .map(([first, names]) => `${first}${names.map((each) => `[${each}]`).join("")}`);
    const value = fc.constantFrom("", "=", "=x", "=y", "=a", "=0");
    const pieces = fc.array(
      fc.tuple(name, value).map((piece) => piece.join("")),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(pieces, (them) => {
        const text = them.join("&");
        const nested = qs.parse(text, { strictNullHandling: true, arrayLimit: 100, depth: 20 });
        expect(JSON.stringify(parseQueryString(text).params)).toBe(JSON.stringify(nested));
      }),
      { numRuns: 1_000 },
    );
  });

  it("leaves every object as it was", () => {
    fc.assert(
      fc.property(queryText, (text) => {
        parseQueryString(`__proto__[polluted]=1&a[__proto__][polluted]=1&constructor[prototype][polluted]=1&${text}`);
        expect("polluted" in {}).toBe(false);
      }),
    );
  });

  it("parses its own bracket notation", () => {
    const name = fc.stringMatching(/^[a-z$%+&= é]{1,6}$/);
    const text = fc.string({ unit: "grapheme" });
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.array(text, { minLength: 1, maxLength: 5 }),
        fc.dictionary(name, tie("tree"), { minKeys: 1, maxKeys: 3 }),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(name, tree), (params) => {
        const written = Object.entries(params).flatMap(([key, value]) => write(encodeURIComponent(key), value));
        expect(parseQueryString(written.join("&")).params).toEqual(params);
      }),
    );
  });

  it("never holds more values than there are parameters", () => {
    fc.assert(
      fc.property(queryText, fc.integer({ min: 1, max: 200 }), (text, times) => {
        const { params } = parseQueryString(`${text}&`.repeat(times));
        const single = valuesIn(params).filter((value) => typeof value !== "object" || value === null);
        expect(single.length).toBeLessThanOrEqual(QUERY_LIMITS.parameters);
      }),
    );
  });
});

function write(path: string, value: unknown): string[] {
  if (typeof value === "string") return [`${path}=${encodeURIComponent(value)}`];
  if (Array.isArray(value)) return value.flatMap((item, index) => write(`${path}[${index}]`, item));
  return Object.entries(value as object).flatMap(([key, item]) => write(`${path}[${encodeURIComponent(key)}]`, item));
}
