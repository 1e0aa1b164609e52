import type { GraphqlLimits } from "../../transport/parts/graphql/limits.ts";

/** A kind of request to the blog's GraphQL endpoint that is designed to be expensive. */
export interface HostileKind {
  readonly name: string;
  /** The limit or the step that refuses it; null: it is answered. */
  readonly refusedBy: keyof GraphqlLimits | "parse" | "validate" | null;
  readonly query: string;
  readonly variables?: unknown;
}

const times = (count: number, part: (at: number) => string, between = " "): string =>
  Array.from({ length: count }, (_, at) => part(at)).join(between);

const within = (levels: number): string => `{ ${"posts { author { ".repeat(levels)}name${" } }".repeat(levels)} }`;

const FILTER = "query ($f: PostFiltersInput) { posts(filters: $f) { title } }";

/** Every fragment contains the next one as often as there are names. */
const doubling = (levels: number, names: readonly string[] = ["a", "b"]): string =>
  `{ posts { ...F0 } } ${times(levels, (at) => {
    const next = `author { posts { ...F${at + 1} } }`;
    return `fragment F${at} on Post { ${names.map((name) => `${name}${at}: ${next}`).join(" ")} }`;
  })} fragment F${levels} on Post { title }`;

/** Fragments that overlap in pairs: each field has to be compared with each other one of the same name. */
const overlapping = (count: number): string =>
  `{ posts { ${times(count, (at) => `...O${at}`)} } } ${times(count, (at) => `fragment O${at} on Post { tags { name } author { name } title }`)}`;

/** Nested overlaps: pairs of pairs. */
const overlappingDeep = (count: number, levels: number): string => {
  const chain = "posts { author { ".repeat(levels);
  return `{ ${times(count, () => `${chain}name${" } }".repeat(levels)}`)} }`;
};

/** Two fragments at each level that overlap and contain the two of the next level. */
const overlappingFragments = (count: number): string =>
  `{ posts { ...A0 ...B0 } } ${times(count, (at) => {
    const below = at === count - 1 ? "title" : `author { posts { ...A${at + 1} ...B${at + 1} } }`;
    return `fragment A${at} on Post { ${below} } fragment B${at} on Post { ${below} }`;
  })}`;

const circle = (count: number): string =>
  `{ posts { ...C0 } } ${times(count, (at) => `fragment C${at} on Post { title ...C${(at + 1) % count} }`)}`;

const wideSchema = (aliases: number): string =>
  `{ __schema { ${times(aliases, (at) => `a${at}: types { name fields { name } }`)} } }`;

const title = (condition: string): string => `{ posts(filters: { title: ${condition} }) { title } }`;

export const HOSTILE_KINDS: readonly HostileKind[] = [
  { name: "22 levels of fields", refusedBy: "depth", query: within(11) },
  { name: "10,000 levels of fields", refusedBy: "nesting", query: within(5000) },
  {
    name: "50 levels of filters",
    refusedBy: "nesting",
    query: `{ posts(filters: ${"{ not: ".repeat(50)}{}${" }".repeat(50)}) { title } }`,
  },
  { name: "50 levels of variables", refusedBy: "nesting", query: FILTER, variables: { f: nested(50) } },
  { name: "1,000 levels of variables", refusedBy: "nesting", query: FILTER, variables: { f: nested(1000) } },
  { name: "100,000 brackets that open", refusedBy: "nesting", query: "{".repeat(100_000) },
  { name: "a list of 20,000 values", refusedBy: "tokens", query: title(`{ in: [${'"x" '.repeat(20_000)}] }`) },
  { name: "a list of 9,000 values", refusedBy: null, query: title(`{ in: [${'"x" '.repeat(9000)}] }`) },
  {
    name: "10,001 values in variables",
    refusedBy: "variables",
    query: FILTER,
    variables: { f: { title: { in: times(10_001, String).split(" ") } } },
  },
  { name: "201 aliases", refusedBy: "aliases", query: `{ ${times(201, (at) => `a${at}: __typename`)} }` },
  {
    name: "200 aliases of a list",
    refusedBy: null,
    query: `{ ${times(200, (at) => `a${at}: tags(pagination: { limit: 1 }) { name }`)} }`,
  },
  { name: "one field 501 times", refusedBy: "repetition", query: `{ posts { ${"title ".repeat(501)} } }` },
  { name: "one field 100 times", refusedBy: null, query: `{ posts { ${"title ".repeat(100)} } }` },
  { name: "a list of fields 500 times", refusedBy: "repetition", query: `{ ${"posts { title } ".repeat(500)} }` },
  { name: "501 operations", refusedBy: "definitions", query: times(501, (at) => `query Q${at} { __typename }`) },
  {
    name: "250 operations of two names",
    refusedBy: "validate",
    query: times(250, (at) => `query Q${at % 2} { __typename }`),
  },
  {
    name: "2,000 variables that nobody uses",
    refusedBy: "definitions",
    query: `query (${times(2000, (at) => `$v${at}: Int`)}) { __typename }`,
  },
  {
    name: "lists within lists",
    refusedBy: "cost",
    query: "{ posts { tags { posts { tags { posts { tags { name } } } } } } }",
  },
  { name: "fragments that double", refusedBy: "cost", query: doubling(8) },
  { name: "fragments that triple", refusedBy: "fields", query: doubling(8, ["a", "b", "c"]) },
  { name: "a fragment in a circle", refusedBy: "validate", query: "{ posts { ...A } } fragment A on Post { ...A }" },
  { name: "200 fragments in a circle", refusedBy: "validate", query: circle(200) },
  { name: "250 fragments of the same fields", refusedBy: "repetition", query: overlapping(250) },
  { name: "50 fragments of the same fields", refusedBy: null, query: overlapping(50) },
  { name: "the same 9 levels 100 times", refusedBy: "repetition", query: overlappingDeep(100, 9) },
  { name: "the same 2 levels 5 times", refusedBy: null, query: overlappingDeep(5, 2) },
  { name: "pairs of fragments, each of pairs", refusedBy: "cost", query: overlappingFragments(9) },
  {
    name: "400 directives on a field",
    refusedBy: "validate",
    query: `{ posts ${"@skip(if: false) ".repeat(400)} { title } }`,
  },
  {
    name: "2,000 unknown directives",
    refusedBy: "validate",
    query: `{ posts ${times(2000, (at) => `@d${at}`)} { title } }`,
  },
  {
    name: "200 fields with directives",
    refusedBy: null,
    query: `{ posts { ${times(200, (at) => `f${at}: title @include(if: true)`)} } }`,
  },
  { name: "400 unknown fields", refusedBy: "validate", query: `{ ${times(400, (at) => `postz${at}`)} }` },
  {
    name: "2,000 unknown variables",
    refusedBy: "validate",
    query: `{ posts(sort: [${times(2000, (at) => `$v${at}`)}]) { title } }`,
  },
  {
    name: "2,000 values of the wrong type",
    refusedBy: "validate",
    query: `{ posts(sort: [${times(2000, String)}]) { title } }`,
  },
  {
    name: "2,000 unknown arguments",
    refusedBy: "validate",
    query: `{ posts(${times(2000, (at) => `a${at}: 1`)}) { title } }`,
  },
  {
    name: "9,000 wrong values in variables",
    refusedBy: "validate",
    query: "query ($s: [String]) { posts(sort: $s) { title } }",
    variables: { s: Array(9000).fill(1) },
  },
  {
    name: "9,000 unknown keys in variables",
    refusedBy: "validate",
    query: FILTER,
    variables: {
      f: Object.fromEntries(
        times(9000, (at) => `k${at}`)
          .split(" ")
          .map((key) => [key, 1]),
      ),
    },
  },
  { name: "a text of 900 kB", refusedBy: "length", query: title(`{ eq: "${"x".repeat(900_000)}" }`) },
  { name: "a comment of 900 kB", refusedBy: "length", query: `{ __typename } #${"x".repeat(900_000)}` },
  { name: "900 kB of blanks", refusedBy: "length", query: `{ __typename ${" ".repeat(900_000)}}` },
  {
    name: "a block text of 100,000 lines",
    refusedBy: "length",
    query: title(`{ eq: """${" x\n".repeat(100_000)}""" }`),
  },
  { name: "100,000 escapes", refusedBy: "length", query: title(`{ eq: "${"\\u0041".repeat(100_000)}" }`) },
  { name: "a text of 190 kB", refusedBy: null, query: title(`{ eq: "${"x".repeat(190_000)}" }`) },
  { name: "30,000 escapes", refusedBy: null, query: title(`{ eq: "${"\\u0041".repeat(30_000)}" }`) },
  {
    name: "a broken escape after 30,000",
    refusedBy: "parse",
    query: title(`{ eq: "${"\\u0041".repeat(30_000)}\\u" }`),
  },
  { name: "a name of 190 kB", refusedBy: "word", query: `{ ${"x".repeat(190_000)} }` },
  { name: "400 questions about all types", refusedBy: "aliases", query: wideSchema(400) },
  {
    name: "a sort of 2,000 keys",
    refusedBy: null,
    query: `{ posts(sort: [${times(2000, () => '"title"', ", ")}]) { title } }`,
  },
  {
    name: "600 conditions",
    refusedBy: null,
    query: `{ posts(filters: { or: [${times(600, (at) => `{ title: { eq: "${at}" } }`)}] }) { title } }`,
  },
];

function nested(levels: number): unknown {
  return JSON.parse(`${'{"not":'.repeat(levels)}{}${"}".repeat(levels)}`);
}
