import { fc } from "../../support/fast-check.ts";
import type { Types } from "../../support/vectors/format.ts";
import { documentId, hostileText, inheritedName } from "../hostile/hostile-text.ts";
import { type Model, modelOf, namesOf, stepFrom } from "../model.ts";

/** A parameter before it is written: `filters`, `author`, `$eq` and a value; null: no `=`. */
interface Parameter {
  readonly path: readonly string[];
  readonly value: string | null;
}

/** Numbers that decide, one after the other, where a walk over the content types goes. */
const choices = fc.array(fc.nat(997), { minLength: 1, maxLength: 8 });

const OPERATORS = [
  ...["$eq", "$eqi", "$ne", "$nei", "$lt", "$lte", "$gt", "$gte", "$in", "$notIn", "$between", "$null", "$notNull"],
  ...["$contains", "$notContains", "$containsi", "$notContainsi", "$startsWith", "$startsWithi", "$endsWith"],
  ...["$endsWithi", "$not", "$and", "$or", "$jsonSupersetOf", "$nosuch"],
];
const LOGIC = [["$and", "0"], ["$or", "0"], ["$or", "1"], ["$not"], ["$and", ""], ["$and", "200"]];
const OPTIONS = [
  "fields",
  "sort",
  "filters",
  "populate",
  "count",
  "on",
  "limit",
  "start",
  "page",
  "pageSize",
  "pagination",
];
const TOP = ["filters", "sort", "fields", "populate", "pagination", "status", "_q", "locale", "publicationFilter"];
const ODD_TOP = ["hasPublishedVersion", "page", "pageSize", "start", "limit", "lookup", "where", "foo", ""];

/** Query strings for a content type, from well-formed ones to what no one would send. */
export function queryString(types: Types, type: string): fc.Arbitrary<string> {
  const root = modelOf(types, type);
  const parameter: fc.Arbitrary<Parameter> = fc.oneof(
    { weight: 5, arbitrary: fc.tuple(choices, value).map(([walk, given]) => filter(root, walk, given)) },
    { weight: 5, arbitrary: fc.tuple(choices, value).map(([walk, given]) => population(root, walk, given)) },
    { weight: 2, arbitrary: fc.tuple(choices, direction).map(([walk, given]) => sorting(root, walk, given)) },
    {
      weight: 1,
      arbitrary: choices.map((walk) => ({ path: ["fields", ""], value: namesOf(root).at(first(walk)) ?? "*" })),
    },
    { weight: 2, arbitrary: page },
    { weight: 1, arbitrary: publication },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom("published", "draft", "", "DRAFT", null)
        .map((given) => ({ path: ["status"], value: given })),
    },
    { weight: 1, arbitrary: fc.tuple(anyTop, value).map(([top, given]) => ({ path: [top], value: given })) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(anyTop, fc.array(segment, { maxLength: 5 }), value)
        .map(([top, rest, given]) => ({ path: [top, ...rest], value: given })),
    },
  );
  const written = fc
    .tuple(parameter, fc.option(fc.tuple(fc.nat(5), segment), { freq: 6 }), style)
    .map(([given, change, write]) => write(changed(given, change)));
  const flood = fc
    .tuple(written, fc.constantFrom(2, 120, 300))
    .map(([piece, times]) => Array(times).fill(piece).join("&").slice(0, 9000));
  return fc.oneof(
    { weight: 20, arbitrary: fc.array(written, { maxLength: 5 }).map((pieces) => pieces.join("&")) },
    { weight: 1, arbitrary: flood },
    { weight: 1, arbitrary: fc.stringMatching(/^[[\]&=%a-f$5BD0-9+]{1,60}$/) },
  );
}

const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("1", "true", "*", "a", "2024-01-01", "title", "name", "id:desc", null) },
  { weight: 1, arbitrary: documentId },
  { weight: 2, arbitrary: hostileText },
);
const direction = fc.oneof(fc.constantFrom("asc", "desc", "DESC", null), hostileText);
const PUBLICATIONS = ["modified", "unmodified", "never-published", "has-published-version", "published-with-draft"];
const publication = fc.oneof(
  fc.constantFrom(...PUBLICATIONS).map((given): Parameter => ({ path: ["publicationFilter"], value: given })),
  fc.constantFrom("true", "false", "").map((given): Parameter => ({ path: ["hasPublishedVersion"], value: given })),
);
const anyTop = fc.constantFrom(...TOP, ...ODD_TOP);
const segment = fc.oneof(
  fc.constantFrom("0", "1", "99", "100", "-1", "", "id", "documentId", "*", "blocks.hero", ...OPERATORS, ...OPTIONS),
  inheritedName,
  hostileText,
);
const page = fc
  .tuple(
    fc.constantFrom("page", "pageSize", "start", "limit", "withCount", "nosuch"),
    fc.oneof(fc.constantFrom("1", "2"), value),
  )
  .map(([name, given]): Parameter => ({ path: ["pagination", name], value: given }));

function filter(root: Model, walk: readonly number[], given: string | null): Parameter {
  const path = ["filters"];
  let model = root;
  for (const choice of walk) {
    if (choice % 4 === 0) path.push(...(LOGIC[choice % LOGIC.length] ?? []));
    const step = stepFrom(model, choice);
    path.push(step.name);
    if (step.to === null) {
      if (choice % 5 !== 0) path.push(OPERATORS[choice % OPERATORS.length] ?? "");
      break;
    }
    model = step.to;
  }
  return { path, value: given };
}

function population(root: Model, walk: readonly number[], given: string | null): Parameter {
  const path = ["populate"];
  let model = root;
  for (const choice of walk) {
    const step = stepFrom(model, choice, "nested");
    path.push(step.name);
    if (step.to === null || choice % 3 === 0) break;
    const option = choice % 2 === 0 ? "populate" : (OPTIONS[choice % OPTIONS.length] ?? "");
    path.push(option);
    if (option !== "populate") {
      const inner = namesOf(step.to);
      return { path: option === "filters" ? [...path, inner[choice % inner.length] ?? ""] : path, value: given };
    }
    model = step.to;
  }
  return given === "name"
    ? {
        path: ["populate"],
        value: path
          .slice(1)
          .filter((name) => name !== "populate")
          .join("."),
      }
    : { path, value: given };
}

function sorting(root: Model, walk: readonly number[], given: string | null): Parameter {
  const names: string[] = [];
  let model = root;
  for (const choice of walk) {
    const step = stepFrom(model, choice);
    names.push(step.name);
    if (step.to === null) break;
    model = step.to;
  }
  if (first(walk) % 2 === 0) return { path: ["sort", ...names], value: given };
  return { path: ["sort"], value: given === null ? names.join(".") : `${names.join(".")}:${given}` };
}

function changed({ path, value: given }: Parameter, change: readonly [at: number, segment: string] | null): Parameter {
  if (change === null) return { path, value: given };
  const [at, inserted] = change;
  return { path: [...path.slice(0, at), inserted, ...path.slice(at + 1)], value: given };
}

const first = (walk: readonly number[]): number => walk[0] ?? 0;

/** Percent-encoding of any text; half a surrogate pair becomes what no UTF-8 has. */
export function encoded(text: string): string {
  return text.replace(/[^A-Za-z0-9$*.,_~:-]/gu, (character) =>
    /[\ud800-\udfff]/u.test(character) ? "%ED%A0%80" : encodeURIComponent(character),
  );
}

/** Ways to write a parameter. */
const style = fc.constantFrom<((parameter: Parameter) => string)[]>(
  (parameter) => written(parameter, "[", "]"),
  (parameter) => written(parameter, "[", "]"),
  (parameter) => written(parameter, "%5B", "%5d"),
  (parameter) => written(parameter, "[", ""),
  (parameter) => written(parameter, "[[", "]]"),
  (parameter) => written(parameter, ".", ""),
  (parameter) => written(parameter, "[", "]").replaceAll("%", "%25"),
  (parameter) => `${written(parameter, "[", "]")}%`,
  (parameter) => written(parameter, "[", "]").replace("=", "%zz="),
  (parameter) => `&&${written(parameter, "[", "]")}&=x&`,
);

function written({ path: [top = "", ...rest], value: given }: Parameter, open: string, close: string): string {
  const name = encoded(top) + rest.map((part) => open + encoded(part) + close).join("");
  return given === null ? name : `${name}=${encoded(given)}`;
}
