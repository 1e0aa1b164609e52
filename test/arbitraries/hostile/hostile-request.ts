import { fc } from "../../support/fast-check.ts";
import { TOKENS } from "../../support/servers/open-recorded-types.ts";
import type { Types } from "../../support/vectors/format.ts";
import { anyJson, brokenJson, type JsonText, objectText, textOf } from "../json-text.ts";
import { encoded, queryString } from "../queries/query-string.ts";
import { writeData } from "../write-data.ts";
import { documentIdOf, hostileText } from "./hostile-text.ts";
import { localeQuery } from "./locale-query.ts";
import { type RequestHeaders, requestHeaders } from "./request-headers.ts";

/** A request as it goes over the wire. */
export interface HostileRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: RequestHeaders;
  readonly body: string | Uint8Array | null;
}

/** Requests to content types and todos: valid ones, and such as differ from them in one thing or in all. */
export function hostileRequest(types: Types): fc.Arbitrary<HostileRequest> {
  const requests = Object.keys(types.types).flatMap((type) => {
    const times = types.types[type]?.pluginOptions === undefined ? 1 : 4;
    return [
      { weight: 6 * times, arbitrary: changed(write(types, type)) },
      { weight: 4 * times, arbitrary: changed(read(types, type)) },
    ];
  });
  return fc.oneof(...requests, { weight: 30, arbitrary: changed(todo) }, { weight: 10, arbitrary: changed(elsewhere) });
}

/** Writes to content types and todos by a caller who may do everything: many of them are accepted. */
export function writeRequest(types: Types): fc.Arbitrary<HostileRequest> {
  const writes = Object.keys(types.types).map((type) => {
    const send = (method: string) =>
      fc.tuple(writeData(types, type), status).map(([data, said]) => bodyOf(data, said, method));
    const query = fc.constantFrom("", "status=published", "status=draft");
    return fc.oneof(
      { weight: 3, arbitrary: request(fc.constant("POST"), rootOf(types, type), query, send("POST"), OF_EDITOR) },
      { weight: 4, arbitrary: request(fc.constant("PUT"), entryOf(types, type), query, send("PUT"), OF_EDITOR) },
      { weight: 1, arbitrary: request(fc.constant("DELETE"), entryOf(types, type), query, NOTHING, OF_EDITOR) },
      { weight: 2, arbitrary: request(fc.constant("POST"), actionOf(types, type), query, NOTHING, OF_EDITOR) },
    );
  });
  const todoBody = fc.constantFrom('{"title":"a task"}', '{"title":"another","completed":true}');
  const todoWrites = fc.oneof(
    request(fc.constant("POST"), fc.constant("/todos"), fc.constant(""), todoBody, OF_EDITOR),
    request(
      fc.constantFrom("PUT", "DELETE"),
      fc.constantFrom("/todos/1", "/todos/2"),
      fc.constant(""),
      todoBody,
      OF_EDITOR,
    ),
  );
  return fc.oneof({ weight: 4, arbitrary: fc.oneof(...writes) }, { weight: 1, arbitrary: todoWrites });
}

const OF_EDITOR = fc.constant<RequestHeaders>({ authorization: `Bearer ${TOKENS.full}` });
const NOTHING = fc.constant(null);

function write(types: Types, type: string): fc.Arbitrary<HostileRequest> {
  const data = writeData(types, type);
  const target = fc.oneof(
    { weight: 3, arbitrary: entryOf(types, type) },
    { weight: 1, arbitrary: rootOf(types, type) },
  );
  const sent = (method: string) =>
    fc.tuple(data, status, otherBody).map(([given, said, other]) => other ?? bodyOf(given, said, method));
  const any = fc.oneof(queryString(types, type), fc.constantFrom("status=published", "status=draft", "populate=*"));
  const query = inLocales(types, type, fc.option(any, { freq: 4, nil: "" }));
  return fc.oneof(
    { weight: 6, arbitrary: request(fc.constant("POST"), rootOf(types, type), query, sent("POST")) },
    { weight: 6, arbitrary: request(fc.constant("PUT"), target, query, sent("PUT")) },
    { weight: 2, arbitrary: request(fc.constant("DELETE"), target, query, fc.constant(null)) },
    { weight: 2, arbitrary: request(fc.constant("POST"), actionOf(types, type), query, fc.constant(null)) },
  );
}

function read(types: Types, type: string): fc.Arbitrary<HostileRequest> {
  const target = fc.oneof(rootOf(types, type), entryOf(types, type));
  const query = inLocales(types, type, queryString(types, type));
  return request(fc.constantFrom("GET", "GET", "GET", "HEAD"), target, query, fc.constant(null));
}

/** Of a type with locales the query says mostly which. */
function inLocales(types: Types, type: string, query: fc.Arbitrary<string>): fc.Arbitrary<string> {
  if (types.types[type]?.pluginOptions === undefined) return query;
  return fc.tuple(query, localeQuery).map((parts) => parts.filter((part) => part !== "").join("&"));
}

const TODO_PATHS = [
  "/todos",
  "/todos/",
  "/todos/1",
  "/todos/2",
  "/todos/9007199254740993",
  "/todos/-1",
  "/todos/1.5",
  "/TODOS/1",
];
const ODD_TODO_PATHS = [
  "/todos/99999999999999999999",
  "/todos/abc",
  "/todos/%31",
  "/todos/%zz",
  "/todos//",
  "/todos/1/2",
];
const title = fc.oneof(fc.constant('"a task"'), anyJson);
const todo = request(
  fc.constantFrom("GET", "POST", "PUT", "DELETE", "PATCH"),
  fc.oneof(
    fc.constantFrom(...TODO_PATHS),
    fc.constantFrom(...ODD_TODO_PATHS),
    hostileText.map((text) => `/todos/${encoded(text)}`),
  ),
  fc.constantFrom("", "id=1", "%"),
  fc.oneof(
    fc.tuple(title, fc.oneof(fc.constantFrom("true", "false"), anyJson)).map(([text, done]) =>
      objectText([
        ["title", text],
        ["completed", done],
      ]),
    ),
    fc.constantFrom('{"completed":true}', "{}", '{"title":"a task"}', "[]"),
    brokenJson,
    fc.constant(null),
  ),
);

const elsewhere = request(
  fc.constantFrom("GET", "POST", "PUT", "DELETE", "PATCH"),
  fc.oneof(
    fc.constantFrom(
      "/",
      "/api",
      "/api/",
      "/api/nosuch",
      "/api/post",
      "/api/settings",
      "/graphql",
      "/admin",
      "/api/upload",
      "/api/users",
      "/api/galley-todos",
      "/api/files",
    ),
    hostileText.map((text) => `/api/${encoded(text)}`),
    hostileText.map((text) => `/${encoded(text)}`),
  ),
  fc.constant(""),
  fc.option(anyJson),
);

export function request(
  method: fc.Arbitrary<string>,
  path: fc.Arbitrary<string>,
  query: fc.Arbitrary<string>,
  sent: fc.Arbitrary<HostileRequest["body"]>,
  headers: fc.Arbitrary<RequestHeaders> = requestHeaders,
): fc.Arbitrary<HostileRequest> {
  return fc.tuple(method, path, query, sent, headers).map(([verb, target, asked, content, head]) => ({
    method: verb,
    path: asked === "" ? target : `${target}?${asked}`,
    headers: content === null || "content-type" in head ? head : { ...head, "content-type": "application/json" },
    body: content,
  }));
}

function rootOf(types: Types, type: string): fc.Arbitrary<string> {
  const { kind, plural } = types.types[type] ?? { plural: type };
  return fc.constant(`/api/${kind === "singleType" ? type : plural}`);
}

function entryOf(types: Types, type: string): fc.Arbitrary<string> {
  const root = rootOf(types, type);
  if (types.types[type]?.kind === "singleType") return root;
  return fc.tuple(root, documentIdOf(type)).map(([path, id]) => `${path}/${encoded(id)}`);
}

function actionOf(types: Types, type: string): fc.Arbitrary<string> {
  const action = fc.constantFrom("publish", "unpublish", "discard-draft", "nosuch", "Publish", "");
  return fc.tuple(entryOf(types, type), action).map(([entry, name]) => `${entry}/actions/${name}`);
}

/** The status that a body asks for, as a member of the body or of its data. */
const status = fc.oneof(
  { weight: 4, arbitrary: fc.constant(null) },
  { weight: 4, arbitrary: fc.constantFrom("published", "draft") },
  { weight: 1, arbitrary: hostileText },
);

function bodyOf(data: JsonText, said: string | null, method: string): string {
  if (said === null) return objectText([["data", data]]);
  const word: readonly [string, JsonText] = ["status", textOf(said)];
  if (method === "PUT" || !data.startsWith("{")) return objectText([word, ["data", data]]);
  return objectText([["data", `${data.slice(0, -1)}${data === "{}" ? "" : ","}"status":${word[1]}}`]]);
}

/** Invalid bodies; null for valid ones. */
const otherBody = fc.oneof(
  { weight: 20, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: brokenJson },
  { weight: 1, arbitrary: anyJson },
  { weight: 1, arbitrary: anyJson.map((json) => objectText([["data", json]])) },
  { weight: 1, arbitrary: fc.constantFrom("", "\ufeff{}", "data[title]=x&data[tags][]=y", "x".repeat(100_000)) },
);

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "PURGE"];
const otherPath = fc.constantFrom<((path: string) => string)[]>(
  (path) => path.toUpperCase(),
  (path) => path.replace("?", "/?"),
  (path) => `/${path}`,
  (path) => `${path}/..`,
  (path) => path.replace("/api", "/api/%2e%2e/api"),
  (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => path.replace("?", "%3F"),
  (path) => path.replace("?", "%?"),
  (path) => path.replace("?", "%00?"),
  (path) => `${path}/extra`,
  (path) => path.replace("?", "?a=b?"),
);

/** One in a few requests with another method or another path. */
export function changed(given: fc.Arbitrary<HostileRequest>): fc.Arbitrary<HostileRequest> {
  return fc.oneof(
    { weight: 10, arbitrary: given },
    { weight: 1, arbitrary: fc.tuple(given, fc.constantFrom(...METHODS)).map(([one, method]) => ({ ...one, method })) },
    { weight: 1, arbitrary: fc.tuple(given, otherPath).map(([one, change]) => ({ ...one, path: change(one.path) })) },
  );
}
