import { defineSchema } from "../../../engine/internal.ts";
import { buildSchema } from "../../../transport/parts/graphql/schema/build-schema.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { fc } from "../../support/fast-check.ts";
import type { Types } from "../../support/vectors/format.ts";
import { anyJson, brokenJson, type JsonText, objectText, textOf } from "../json-text.ts";
import { type DrawnDocument, documentsOf } from "../queries/graphql-documents.ts";
import { encoded } from "../queries/query-string.ts";
import { writeData } from "../write-data.ts";
import { type HostileRequest, request } from "./hostile-request.ts";
import { documentIdOf, hostileText } from "./hostile-text.ts";
import { type RequestHeaders, requestHeaders } from "./request-headers.ts";

/** Requests to the GraphQL endpoint: documents of every kind, in every wrapping. */
export function graphqlRequest(types: Types): fc.Arbitrary<HostileRequest> {
  const drawn = documentsOf(buildSchema(defineSchema(schemaOf(types.types, types.components))));
  const good = fc.oneof(
    { weight: 6, arbitrary: drawn.map(operationOf) },
    { weight: 4, arbitrary: mutation(types) },
    { weight: 1, arbitrary: fc.constantFrom(...WHOLE).map((query) => ({ query, variables: "{}" })) },
  );
  const operation = fc.oneof(
    { weight: 6, arbitrary: good },
    {
      weight: 3,
      arbitrary: fc.tuple(good, spoiling).map(([given, spoil]) => ({ ...given, query: spoil(given.query) })),
    },
    { weight: 2, arbitrary: fc.tuple(good, anyJson).map(([given, variables]) => ({ ...given, variables })) },
    { weight: 2, arbitrary: flood.map((query) => ({ query, variables: "{}" })) },
  );
  return fc.oneof({ weight: 6, arbitrary: post(operation) }, { weight: 2, arbitrary: get(operation) });
}

/** A document, and its variables as they are sent. */
interface Operation {
  readonly query: string;
  readonly variables: JsonText;
}

const operationOf = ({ query, variables }: DrawnDocument): Operation => ({ query, variables: textOf(variables) });

const WHOLE = [
  "{ __typename }",
  "{ __schema { types { name fields { name args { name } type { name ofType { name } } } } } }",
  '{ __type(name: "Post") { fields { name } } }',
  "query A { __typename } query B { __typename }",
  "query ($a: Nope!) { __typename }",
  "subscription { posts { documentId } }",
  "extend type Query { a: Int }",
  "{ posts { ...F } } fragment F on Post { documentId ...F }",
  "{ posts { ...F } } fragment F on Post { ...G } fragment G on Post { ...F }",
  "{ a: posts { documentId } a: tags { documentId } }",
  "",
  "{",
  "#",
  '"""',
  "\ufeff{ __typename }",
];

const LOCALES = ["", ...["en", "fr", "all", "*", "zz", "__proto__"].map((code) => `locale: "${code}"`), "locale: null"];

/** Writes with the data as a variable: many are accepted. */
function mutation(types: Types): fc.Arbitrary<Operation> {
  return fc.constantFrom(...Object.keys(types.types)).chain((type) => {
    const name = type.charAt(0).toUpperCase() + type.slice(1);
    const verb = fc.constantFrom("create", "update", "delete", "publish");
    const data = fc.oneof(writeData(types, type), anyJson);
    const locale = types.types[type]?.pluginOptions === undefined ? fc.constant("") : fc.constantFrom(...LOCALES);
    return fc.tuple(verb, documentIdOf(type), data, locale).map(([does, id, data, locale]) => {
      const document = does === "create" || types.types[type]?.kind === "singleType" ? "" : `documentId: ${textOf(id)}`;
      const given = `${document} ${locale}`;
      if (does === "delete") return { query: `mutation { delete${name}(${given}) { documentId } }`, variables: "{}" };
      const query = `mutation ($data: ${name}Input!) { ${does}${name}(${given} data: $data) { documentId } }`;
      return { query, variables: objectText([["data", data]]) };
    });
  });
}

const repeated = (text: string, times: number): string => text.repeat(times);

/** Documents that are large in one way. */
const flood = fc
  .tuple(
    fc.constantFrom<((times: number) => string)[]>(
      (times) => `{ ${Array.from({ length: times }, (_, at) => `a${at}: posts { documentId }`).join(" ")} }`,
      (times) => `{ posts { ${repeated("documentId ", times)} } }`,
      (times) =>
        `{ ${Array.from({ length: times }, (_, at) => `a${at}: scalars(pagination: { limit: 100 }) { txt }`)} }`,
      (times) =>
        `{ scalars(pagination: { limit: 100 }) { ${Array.from({ length: times }, (_, at) => `a${at}: txt`)} } }`,
      (times) => `{ posts ${repeated("@nope ", times)} { documentId } }`,
      (times) => `{ posts ${repeated("@skip(if: false) ", times)} { documentId } }`,
      (times) => `{ posts(filters: ${repeated("{ and: [", times)}${repeated("] }", times)}) { documentId } }`,
      (times) => `{ posts(filters: { id: { in: [${repeated('"1",', times)}] } }) { documentId } }`,
      (times) => `{ posts ${repeated("{ author { posts ", times)} { documentId } ${repeated("} }", times)} }`,
      (times) => `{ posts ${repeated("{ ... ", times)} { documentId } ${repeated("}", times)} }`,
      (times) => `${repeated("query Q { __typename } ", times)}`,
      (times) =>
        `{ posts { ...F0 } } ${Array.from({ length: times }, (_, at) => `fragment F${at} on Post { ...F${at + 1} ...F${at + 1} }`).join(" ")} fragment F${times} on Post { documentId }`,
      (times) => `{ ${repeated("nope ", times)} }`,
      (times) => `query (${Array.from({ length: times }, (_, at) => `$v${at}: Int`).join(" ")}) { __typename }`,
      (times) => repeated("{", times),
      (times) => repeated("[", times),
      (times) => `{ posts(sort: ${textOf(repeated("x", times * 10))}) { documentId } }`,
    ),
    fc.constantFrom(3, 12, 40, 300, 3000),
  )
  .map(([make, times]) => make(times));

/** Changes to a document that was one. */
const spoiling = fc
  .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(12), hostileText, fc.nat(4))
  .map(([where, taken, text, kind]) => (query: string) => {
    const at = Math.floor(where * query.length);
    const before = query.slice(0, at);
    if (kind === 0) return before;
    if (kind === 1) return before + query.slice(at + taken);
    if (kind === 2) return before + text + query.slice(at + taken);
    if (kind === 3) return query.replace(/\w+(?= \{)/, /^[_a-z]+$/i.test(text) ? text : "constructor");
    return query.replaceAll(/"[^"]*"/g, () => textOf(text));
  });

const KEY = fc.constantFrom("query", "variables", "operationName", "extensions", "id", "__proto__", "constructor");

const OF_JSON: RequestHeaders = { "content-type": "application/json" };
const headers = fc
  .tuple(
    requestHeaders,
    fc.oneof(
      { weight: 12, arbitrary: fc.constant(OF_JSON) },
      {
        weight: 1,
        arbitrary: fc.constantFrom<RequestHeaders[]>(
          {},
          { "content-type": "application/graphql" },
          { "content-type": "text/plain", "apollo-require-preflight": "1" },
          { "content-type": "multipart/form-data; boundary=x", "x-apollo-operation-name": "a" },
          { ...OF_JSON, accept: "text/html" },
          { ...OF_JSON, accept: "application/graphql-response+json;q=0, */*;q=0" },
          { ...OF_JSON, accept: `${"a/b,".repeat(500)}*/*` },
        ),
      },
    ),
  )
  .map(([odd, type]): RequestHeaders => ({ ...odd, ...type }));

const PATH = fc.constantFrom(..."/graphql ".repeat(8).trim().split(" "), "/graphql/", "/GRAPHQL", "/graphql/a");
const operationName = fc.option(fc.oneof(fc.constantFrom('"Q"', '"A"', "null"), anyJson), { freq: 5 });
const HASH = '{"persistedQuery":{"version":1,"sha256Hash":"0123456789abcdef"}}';
const extensions = fc.option(fc.oneof(fc.constantFrom(HASH, "{}", '{"persistedQuery":1}'), anyJson), { freq: 5 });

/** Members of a request; null for absent ones. */
function membersOf(operation: fc.Arbitrary<Operation>) {
  return fc
    .tuple(operation, operationName, extensions)
    .map(([{ query, variables }, name, more]): readonly (readonly [string, JsonText])[] => [
      ["query", textOf(query)],
      ["variables", variables],
      ...(name === null ? [] : [["operationName", name] as const]),
      ...(more === null ? [] : [["extensions", more] as const]),
    ]);
}

function post(operation: fc.Arbitrary<Operation>): fc.Arbitrary<HostileRequest> {
  const body = fc.oneof(
    { weight: 12, arbitrary: membersOf(operation).map(objectText) },
    { weight: 1, arbitrary: membersOf(operation).map((members) => `[${objectText(members)},${objectText(members)}]`) },
    { weight: 1, arbitrary: fc.array(fc.tuple(KEY, anyJson), { maxLength: 4 }).map(objectText) },
    {
      weight: 1,
      arbitrary: fc.oneof(
        anyJson,
        brokenJson,
        operation.map(({ query }) => query),
      ),
    },
    { weight: 1, arbitrary: fc.constant(null) },
  );
  return request(
    fc.constantFrom("POST", "POST", "POST", "POST", "PUT", "DELETE"),
    PATH,
    fc.constant(""),
    body,
    headers,
  );
}

/** Longer ones have no room in a head. */
const QUERY_LENGTH = 12_000;

function get(operation: fc.Arbitrary<Operation>): fc.Arbitrary<HostileRequest> {
  const query = membersOf(operation).map((members) =>
    members
      .map(([name, json]) => `${name}=${encoded(unquoted(json))}`)
      .join("&")
      .slice(0, QUERY_LENGTH),
  );
  return request(fc.constantFrom("GET", "GET", "GET", "HEAD"), PATH, query, fc.constant(null), headers);
}

const unquoted = (json: JsonText): string => (json.startsWith('"') ? String(JSON.parse(json)) : json);
