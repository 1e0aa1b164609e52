import { fc } from "../../support/fast-check.ts";
import { anyJson, brokenJson, type JsonText, objectText } from "../json-text.ts";
import { encoded } from "../queries/query-string.ts";
import { changed, type HostileRequest, request } from "./hostile-request.ts";
import { hostileText } from "./hostile-text.ts";
import { type RequestHeaders, requestHeaders } from "./request-headers.ts";

/**
 * Requests to the routes that control a server or report its state. Requests that remove content go to forks only, and
 * no added fault hits any other request: all others are to be answered well.
 */
export function controlRequest(): fc.Arbitrary<HostileRequest> {
  return fc.oneof({ weight: 6, arbitrary: control }, { weight: 1, arbitrary: changed(told) });
}

const FORKS = ["a", "b", "c-1", "worker:3"];
const forkName = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...FORKS) },
  { weight: 1, arbitrary: fc.constantFrom("", ".", "..", "__proto__", "constructor", "x".repeat(200), "a/b") },
  { weight: 1, arbitrary: hostileText },
);
const path = (root: string, tail = "") => forkName.map((name) => `/__galley/${root}/${encoded(name)}${tail}`);

/** Those of a caller who names a fork. */
const ofFork = fc
  .tuple(requestHeaders, fc.constantFrom(...FORKS))
  .map(([odd, name]): RequestHeaders => ({ ...odd, "x-galley-fork": name }));
const ofAny = fc
  .tuple(requestHeaders, fc.option(fc.constantFrom(...FORKS, "..", "a b", "x".repeat(300)), { freq: 3 }))
  .map(([odd, name]): RequestHeaders => (name === null ? odd : { ...odd, "x-galley-fork": name }));

const NO_QUERY = fc.constant("");
const NO_BODY = fc.constant(null);
const anyBody = fc.oneof(anyJson, brokenJson);

/** An object of some of these, now and then with another one. */
function some(members: Readonly<Record<string, fc.Arbitrary<JsonText>>>): fc.Arbitrary<JsonText> {
  const known = Object.entries(members).map(([key, value]) => fc.tuple(fc.constant(key), value));
  const member = fc.oneof(
    { weight: 6, arbitrary: fc.oneof(...known) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom("nosuch", "__proto__", "constructor"), anyJson) },
  );
  return fc.array(member, { maxLength: 4 }).map(objectText);
}

const match = fc.oneof(
  some({
    method: fc.constantFrom('"GET"', '"get"', "1"),
    path: fc.constantFrom('"/api/posts"', '"/**"', `"${"*a".repeat(200)}"`, '"(a+)+$"', "{}"),
    query: fc.constantFrom('{"a":"b"}', '{"a":1}'),
    headers: fc.constantFrom('{"host":"a"}', '{"a":{}}'),
    body: anyJson,
    status: fc.constantFrom("200", '"4xx"', '"9xx"', "1.5"),
  }),
  anyJson,
);
const count = fc.constantFrom("0", "1", "-1", "1.5", "1e999", '"1"', "9007199254740993");

/** Where nothing is asked: a fault there is one for nobody. */
const NOWHERE = '{"path":"/nowhere/at/all"}';
const fault = some({
  match: fc.constant(NOWHERE),
  status: fc.constantFrom("500", "200", "99", "600", '"500"'),
  body: anyJson,
  headers: fc.constantFrom('{"a":"b"}', '{"a":"b\\r\\nc: d"}', '{"a b":"c"}', "[]"),
  delay: fc.constantFrom("0", "1", "[0,1]", "[1,0]", "-1", "1e10", '"1"'),
  dropConnection: fc.constantFrom("true", "false", "1"),
  reset: fc.constantFrom("true", "false", "1"),
  times: count,
  probability: fc.constantFrom("0", "2", "-1", "null"),
}).map((json) => (json.includes(NOWHERE) ? json : `{"match":${NOWHERE}${json === "{}" ? "" : ","}${json.slice(1)}`));

const clock = some({
  set: fc.constantFrom('"2026-01-01T00:00:00Z"', "0", "8640000000000000", "1e300", '"never"', "null", "-1"),
  advance: fc.constantFrom("1", "1000", "-1", "1e300", '"1"', "null", "0.5"),
});

const control = fc.oneof(
  request(fc.constant("PUT"), path("forks"), NO_QUERY, fc.oneof(some({ from: anyJson }), NO_BODY, anyBody)),
  request(fc.constant("DELETE"), fc.oneof(path("forks"), fc.constant("/__galley/forks")), NO_QUERY, NO_BODY),
  request(fc.constantFrom("PUT", "DELETE"), path("snapshots"), NO_QUERY, fc.oneof(NO_BODY, anyBody), ofAny),
  request(fc.constant("POST"), path("snapshots", "/restore"), NO_QUERY, NO_BODY, ofFork),
  request(fc.constant("POST"), fc.constant("/__galley/reset"), NO_QUERY, fc.oneof(NO_BODY, anyBody), ofFork),
  request(
    fc.constantFrom("GET", "DELETE"),
    fc.constant("/__galley/requests"),
    fc.constantFrom("", "path=/api/posts", "path=%2A%2A", "status=4xx", "status=x", "method=GET", "nosuch=1"),
    NO_BODY,
    ofAny,
  ),
  request(
    fc.constant("POST"),
    fc.constant("/__galley/requests/expect"),
    NO_QUERY,
    fc.oneof(some({ match, times: count, timeout: fc.constantFrom("0", "5", "-1", "60001", '"1"') }), anyBody),
    ofAny,
  ),
  request(fc.constant("POST"), fc.constant("/__galley/faults"), NO_QUERY, fault, ofAny),
  request(fc.constant("DELETE"), fc.oneof(fc.constant("/__galley/faults"), path("faults")), NO_QUERY, NO_BODY, ofAny),
  request(fc.constant("PUT"), fc.constant("/__galley/latency"), NO_QUERY, some({ delay: count }), ofFork),
  request(fc.constant("PATCH"), fc.constant("/__galley/clock"), NO_QUERY, fc.oneof(clock, anyBody), ofAny),
  request(
    fc.constantFrom("GET", "HEAD", "OPTIONS", "TRACE"),
    fc.oneof(
      fc.constantFrom(...["forks", "snapshots", "faults", "latency", "clock", ""].map((name) => `/__galley/${name}`)),
      path("nosuch"),
    ),
    NO_QUERY,
    NO_BODY,
    ofAny,
  ),
);

const told = request(
  fc.constantFrom("GET", "GET", "HEAD", "POST", "DELETE"),
  fc.oneof(
    fc.constantFrom(
      "/_health",
      "/_health/live",
      "/_health/ready",
      "/_HEALTH/",
      "/_metrics",
      "/_metrics/",
      "/_metrics/a",
    ),
    hostileText.map((text) => `/_health/${encoded(text)}`),
  ),
  fc.constantFrom("", "a=b", "%"),
  fc.oneof(NO_BODY, anyBody),
);
