import { fc } from "../../support/fast-check.ts";
import { TOKENS } from "../../support/servers/open-recorded-types.ts";

/** Requests for one packet, byte by byte. `TITLE` in each is replaced by a text that identifies its write. */
export interface Pipelined {
  readonly requests: readonly string[];
}

export const TITLE = "TITLE";

const HOST = "Host: a\r\n";
const AUTHORIZED = `Authorization: Bearer ${TOKENS.full}\r\n`;
const JSON_TYPE = "Content-Type: application/json\r\n";
const TODO = `{"title":"${TITLE}"}`;

/** Heads between the request line and the body that some parsers read otherwise than others. */
const FRAMINGS = [
  "Transfer-Encoding: chunked",
  "Transfer-Encoding: xchunked",
  "Transfer-Encoding: gzip, chunked",
  "Transfer-Encoding: identity, chunked",
  "Transfer-Encoding: chunked, identity",
  "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked",
  "Transfer-Encoding : chunked",
  "Transfer-Encoding:\tchunked",
  "Content-Length: 3\r\nTransfer-Encoding: chunked",
  "Content-Length: 0\r\nContent-Length: 3",
  "Content-Length: 3\r\nContent-Length: 3",
  "Content-Length: +3",
  "Content-Length: 3,3",
  "Content-Length: -1",
  "Content-Length: 99999999999999999999",
  "Content-Length:",
  "Content-Length:\r\nContent-Length: 3",
  "Connection: close",
  "Connection: keep-alive, close",
  "Host: b",
  "Expect: 100-continue",
  "Expect: nonsense",
  "Upgrade: h2c\r\nConnection: Upgrade",
  " folded: line",
  "name without a colon",
  "nul: \0",
  `long: ${"x".repeat(20_000)}`,
  Array.from({ length: 120 }, (_, at) => `x-${at}: v`).join("\r\n"),
];

const BODIES = ["", "abc", "3\r\nabc\r\n0\r\n\r\n", "3\nabc\n0\n\n", "3 \r\nabc\r\n0\r\n\r\n", "0\r\n\r\n", "zz\r\n"];

const target = fc.constantFrom("/todos", "/api/posts", "/api/nosuch", "/_health", "/graphql", `/${"x".repeat(17_000)}`);
const version = fc.oneof(
  { weight: 12, arbitrary: fc.constant("HTTP/1.1") },
  { weight: 1, arbitrary: fc.constantFrom("HTTP/1.0", "HTTP/2.0", "http/1.1", "HTTP/1.12", "") },
);
const host = fc.oneof({ weight: 12, arbitrary: fc.constant(HOST) }, { weight: 1, arbitrary: fc.constant("") });

/** A request that is well formed, or that is not in one way or two. */
const odd = fc
  .tuple(
    fc.constantFrom("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "get", "NOSUCH"),
    target,
    version,
    host,
    fc.subarray(FRAMINGS, { minLength: 0, maxLength: 2 }),
    fc.constantFrom(...BODIES),
  )
  .map(([method, path, http, named, framing, body]) => {
    const headers = framing.map((line) => `${line}\r\n`).join("");
    return `${method} ${path} ${http}\r\n${named}${headers}\r\n${body}`;
  });

/** A write that is well formed, so that nobody can miss that it was carried out. */
const write = fc.constantFrom("", "Connection: close\r\n", "Connection: keep-alive\r\n").map((connection) => {
  const headers = `${HOST}${AUTHORIZED}${JSON_TYPE}${connection}Content-Length: ${TODO.length}\r\n`;
  return `POST /todos HTTP/1.1\r\n${headers}\r\n${TODO}`;
});

/** Two or three requests in one packet; the last of them is a write, or a write comes first and the last is odd. */
export const pipelined: fc.Arbitrary<Pipelined> = fc.oneof(
  fc.tuple(odd, write).map((requests) => ({ requests })),
  fc.tuple(write, odd, write).map((requests) => ({ requests })),
  fc.tuple(write, odd).map((requests) => ({ requests })),
);
