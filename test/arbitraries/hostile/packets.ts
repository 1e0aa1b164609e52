import { fc } from "../../support/fast-check.ts";

/** A request byte by byte; `@` is replaced by the beginning of its target. */
type RequestText = string;

const FIVE = "abcde";
const EVIL = "GET @evil HTTP/1.1\r\nHost: a\r\n\r\n";

/** Mostly the first. */
function oneOf<T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });
}

const LENGTHS = [
  "5",
  "0",
  "05",
  "+5",
  "-1",
  "5, 5",
  "0x5",
  "",
  " 5 ",
  "99",
  String(EVIL.length),
  "18446744073709551621",
];
const CODINGS = [
  "chunked",
  "Chunked",
  "xchunked",
  "gzip, chunked",
  "identity, chunked",
  "chunked, identity",
  "identity",
  "",
];

const field = fc.oneof(
  fc.constantFrom(...LENGTHS).map((length) => `Content-Length: ${length}`),
  fc.constantFrom(...CODINGS).map((coding) => `Transfer-Encoding: ${coding}`),
  fc.constantFrom("close", "keep-alive", "close, TE", "upgrade").map((value) => `Connection: ${value}`),
  fc.constantFrom(
    "Host: b",
    "Host:",
    "X: y",
    "X : y",
    "Content-Length : 5",
    "Content-Length:5",
    "X: a\r\n b",
    "X: a\r\n Content-Length: 5",
    "X: a\nContent-Length: 5",
    "Transfer-Encoding:\tchunked",
    "Transfer-Encoding: chunked\r\n ",
    "Content\0-Length: 5",
    "Expect: 100-continue",
  ),
);

const body = fc.constantFrom(
  "",
  FIVE,
  EVIL,
  "5\r\nabcde\r\n0\r\n\r\n",
  "0\r\n\r\n",
  "0\r\n",
  "05 \r\nabcde\r\n0\r\n\r\n",
  "5;x=y\r\nabcde\r\n0\r\n\r\n",
  "5\r\nabcde\r\n0\r\nX: y\r\n\r\n",
  "5\r\nabcdefg\r\n0\r\n\r\n",
  "5\nabcde\n0\n\n",
  "-5\r\nabcde\r\n0\r\n\r\n",
  "100000000000000005\r\nabcde\r\n0\r\n\r\n",
  `${EVIL.length.toString(16)}\r\n${EVIL}\r\n0\r\n\r\n`,
);

const request: fc.Arbitrary<RequestText> = fc
  .record({
    method: oneOf("POST", "GET", "PUT", "HEAD", "OPTIONS"),
    version: oneOf("HTTP/1.1", "HTTP/1.0", "HTTP/1.1 ", "HTTP/2.0"),
    host: oneOf("Host: a\r\n", "", "host:b\r\n"),
    fields: fc.array(field, { maxLength: 3 }),
    end: oneOf("\r\n", "\n"),
    body,
  })
  .map(({ method, version, host, fields, end, body }) => {
    const lines = fields.map((each) => `${each}\r\n`).join("");
    return `${method} @asked ${version}\r\n${host}${lines}${end}${body}`;
  });

/** Two or three requests of one packet, some of them well-formed. */
export const packet: fc.Arbitrary<string> = fc
  .array(request, { minLength: 2, maxLength: 3 })
  .map((requests) => requests.map((each, at) => each.replace("@asked", `@${at}`)).join(""));
