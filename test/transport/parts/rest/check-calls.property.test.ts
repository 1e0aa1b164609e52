import { describe, expect, it } from "vitest";
import { CHECK_LIMITS, checkQuery, Engine, EngineError, type Query } from "../../../../engine/internal.ts";
import { CONTRACT, STRAPI } from "../../../../transport/contract/profiles/profile.ts";
import { QUERY_LIMITS } from "../../../../transport/http/params/query-string.ts";
import { checkCalls } from "../../../../transport/parts/rest/check-calls.ts";
import { queryParams } from "../../../../transport/parts/rest/query-params.ts";
import type { AskedCall } from "../../../../transport/parts/rest/service.ts";
import { CONTENT_SCHEMA } from "../../../arbitraries/content-schema.ts";
import { hostileText } from "../../../arbitraries/hostile/hostile-text.ts";
import { type OperandType, operandOf } from "../../../arbitraries/queries/operands.ts";
import { encoded } from "../../../arbitraries/queries/query-string.ts";
import { ASKERS, type Asker, questionsOf } from "../../../arbitraries/queries/questions.ts";
import { fc } from "../../../support/fast-check.ts";

const TYPES: readonly OperandType[] = ["id", "documentId", "integer", "biginteger", "boolean", "datetime", "json"];
const anyText = fc.oneof(
  { weight: 6, arbitrary: fc.oneof(...TYPES.map(operandOf)).map(encoded) },
  { weight: 1, arbitrary: hostileText.map(encoded) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "",
      "a+b",
      "%",
      "%5B0%5D",
      "a]=b",
      "a%5D=b",
      "%5d=",
      "=",
      "1&page=2",
      "1&status=draft",
      "25",
      "-1",
    ),
  },
);

/** The replacement of each value of a query string; null leaves it. */
const others = fc.array(fc.array(fc.option(anyText, { freq: 2 }), { minLength: 1, maxLength: 6 }), { maxLength: 4 });

/** Parameters as a query string, in the brackets that clients write, or encoded. */
function written(value: unknown, name = "", open = "[", close = "]"): string[] {
  if (value === null || typeof value !== "object") return [value === null ? name : `${name}=${encoded(String(value))}`];
  return Object.entries(value).flatMap(([key, below]) =>
    written(below, name === "" ? key : `${name}${open}${encoded(key)}${close}`, open, close),
  );
}

function withOthers(pieces: readonly string[], texts: readonly (string | null)[]): string {
  return pieces
    .map((piece, at) => {
      const text = texts[at % texts.length] ?? null;
      return text === null ? piece : `${piece.slice(0, piece.indexOf("=") + 1)}${text}`;
    })
    .join("&");
}

function outcomeOf(check: () => Query): unknown {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const { code, message, details } = error;
    return { code, message, details };
  }
}

/** Checks the same with and without the cache of earlier queries. */
function checkersOf({ rules, access, limits }: Asker) {
  const profile = rules.strictStatus ? CONTRACT : STRAPI;
  const all = { ...CHECK_LIMITS, ...limits };
  const remembering = checkCalls(new Engine(CONTENT_SCHEMA, rules), all, QUERY_LIMITS);
  return (uid: string, query: string, shape: "find" | "findOne") => {
    const type = CONTENT_SCHEMA.type(uid);
    const params = () => queryParams(profile, query, QUERY_LIMITS);
    const call: AskedCall = { type, query, params, access };
    const anew = () =>
      checkQuery({ schema: CONTENT_SCHEMA, type, params: params(), access, rules, limits: all, shape });
    return [outcomeOf(() => remembering(call, shape)), outcomeOf(anew)];
  };
}

describe("checking a query of a known shape", () => {
  it.each(ASKERS)("gives the same as checking all of it: $name", (asker) => {
    const question = questionsOf(asker);
    const brackets = fc.constantFrom(["[", "]"] as const, ["%5B", "%5d"] as const);
    fc.assert(
      fc.property(fc.array(fc.tuple(question, others, brackets), { maxLength: 3 }), fc.boolean(), (asked, single) => {
        const check = checkersOf(asker);
        for (const [{ type, params }, variations, [open, close]] of asked) {
          const pieces = written(params, "", open, close);
          for (const texts of [[null], ...variations, [null]]) {
            const query = withOthers(pieces, texts);
            const [remembered, anew] = check(type, query, single ? "findOne" : "find");
            expect(remembered, query).toEqual(anew);
          }
        }
      }),
      { numRuns: Number(process.env.GALLEY_SHAPE_RUNS ?? 40) },
    );
  });
});
