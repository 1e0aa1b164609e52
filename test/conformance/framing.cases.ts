import type { Listener } from "../../transport/index.ts";
import type { Piece } from "../support/requests/raw-socket.ts";

/** The result of a conversation: answers in order, requests that reached the handler, and the connection. */
export interface Outcome {
  readonly answers: readonly ("continue" | "ok" | "refused")[];
  readonly handled: number;
  readonly closed: boolean;
}

export interface FramingCase {
  readonly name: string;
  readonly send: readonly Piece[];
  /** A list: any of its outcomes, depending on the build of the listener. */
  readonly expected: Outcome | { readonly [listener in Listener["name"]]: Outcome | readonly Outcome[] };
  /** Why the listeners differ. */
  readonly because?: string;
}

const HOST = "Host: a\r\n";
const FIVE = "abcde";
const CHUNKED_BODY = "3\r\nabc\r\n0\r\n\r\n";

const post = (headers: string, body: string) => [`POST /a HTTP/1.1\r\n${HOST}${headers}\r\n\r\n${body}`];
const get = (target: string, headers = "") => `GET ${target} HTTP/1.1\r\n${HOST}${headers}\r\n`;

const REFUSED: Outcome = { answers: ["refused"], handled: 0, closed: true };
/** Closed without a word. */
const DROPPED: Outcome = { answers: [], handled: 0, closed: true };
const ANSWERED: Outcome = { answers: ["ok"], handled: 1, closed: false };
/** Answered, and nothing after it. */
const CLOSED: Outcome = { ...ANSWERED, closed: true };
const THREE_ANSWERED: Outcome = { answers: ["ok", "ok", "ok"], handled: 3, closed: false };
/** The parser does not tell, and closes the connection when its time is up. */
const IGNORED: Outcome = { answers: [], handled: 0, closed: false };

const ONLY_HTTP_1_1 = "uWebSockets.js knows origin-form targets and HTTP/1.1 only";
const ENDS_OF_CHUNKS =
  "uWebSockets.js does not look at what ends a chunk: the body is what the sizes say, and nothing on the connection counts after it";
const OVERTAKES = "uWebSockets.js closes a connection on which a request overtakes an answer";
const FAULTY_HEADERS = "uWebSockets.js waits for more of a head that it cannot read, until its time is up";

const LOSES_REFUSALS =
  "uWebSockets.js parses all that comes in one packet, and loses the last answers of it where it closes in the middle";
const PAGE_OF_ITS_OWN = "uWebSockets.js refuses what it cannot read by itself, before the answers of the same packet";

/** A request that is never to be carried out. */
const BEHIND = post("Content-Length: 5", FIVE)[0] as string;

/** Heads that are refused although they can be read, with the body that they seem to have. */
const REFUSED_HEADS: readonly (readonly [name: string, head: string])[] = [
  ...[
    "Content-Length: 0\r\nContent-Length: 0",
    `Content-Length: 0\r\nContent-Length: ${BEHIND.length}`,
    `Content-Length: ${BEHIND.length}\r\nContent-Length: 0`,
    `Content-Length:\r\nContent-Length: ${BEHIND.length}`,
    "Content-Length: +0",
    "Host: b",
  ].map((fields) => [fields, post(fields, "")[0] as string] as const),
  ...[
    "xchunked",
    "gzip, chunked",
    "identity, chunked",
    "chunked, identity",
    "chunked\r\nTransfer-Encoding: identity",
  ].map((coding) => [coding, post(`Transfer-Encoding: ${coding}`, CHUNKED_BODY)[0] as string] as const),
  ["a length and chunks", post("Content-Length: 3\r\nTransfer-Encoding: chunked", CHUNKED_BODY)[0] as string],
  ["a target of 17,000 characters", get(`/${"a".repeat(17_000)}`)],
  ["no Host", "GET /a HTTP/1.1\r\nX: y\r\n\r\n"],
];

/** Requests byte by byte, and their outcomes. */
export const FRAMING_CASES: readonly FramingCase[] = [
  // Where the body ends

  { name: "a length and its body", send: post("Content-Length: 5", FIVE), expected: ANSWERED },
  {
    name: "chunks",
    send: post("Transfer-Encoding: chunked", CHUNKED_BODY),
    expected: { "uWebSockets.js": CLOSED, "node:http": ANSWERED },
    because: ENDS_OF_CHUNKS,
  },
  ...["3\r\nabcde\r\n0\r\n\r\n", "3\r\nabc0\r\n\r\n", "3\nabc\n0\n\n", "3 \r\nabc\r\n0\r\n\r\n"].map((body) => ({
    name: `the chunks ${JSON.stringify(body)}`,
    send: post("Transfer-Encoding: chunked", body),
    expected: { "uWebSockets.js": [CLOSED, REFUSED], "node:http": REFUSED },
    because: ENDS_OF_CHUNKS,
  })),
  {
    name: "a request in the place of the end of the last chunk",
    send: post("Transfer-Encoding: chunked", `3\r\nabc\r\n0\r\n${get("/evil")}`),
    expected: { "uWebSockets.js": { answers: [], handled: 0, closed: true }, "node:http": REFUSED },
    because: ENDS_OF_CHUNKS,
  },
  { name: "two different lengths", send: post("Content-Length: 3\r\nContent-Length: 5", FIVE), expected: REFUSED },
  { name: "the same length twice", send: post("Content-Length: 5\r\nContent-Length: 5", FIVE), expected: REFUSED },
  ...["+5", "-5", "5, 5", "0x5", "5.0", "5 5", "100000000000000000000"].map((length) => ({
    name: `the length ${length}`,
    send: post(`Content-Length: ${length}`, FIVE),
    expected: REFUSED,
  })),
  { name: "an empty length", send: post("Content-Length:", ""), expected: REFUSED },
  {
    name: "a length and chunks",
    send: post("Content-Length: 3\r\nTransfer-Encoding: chunked", CHUNKED_BODY),
    expected: REFUSED,
  },
  ...["xchunked", "gzip, chunked", "chunked, chunked", "identity", "chunked;q=1"].map((encoding) => ({
    name: `the transfer encoding ${encoding}`,
    send: post(`Transfer-Encoding: ${encoding}`, CHUNKED_BODY),
    expected: REFUSED,
  })),
  {
    name: "two transfer encodings",
    send: post("Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked", CHUNKED_BODY),
    expected: REFUSED,
  },
  {
    name: "a chunk size that is no number",
    send: post("Transfer-Encoding: chunked", "ZZ\r\nabc\r\n0\r\n\r\n"),
    expected: REFUSED,
  },
  {
    name: "a chunk extension",
    send: post("Transfer-Encoding: chunked", "3;x=y\r\nabc\r\n0\r\n\r\n"),
    expected: { "uWebSockets.js": REFUSED, "node:http": ANSWERED },
    because: "uWebSockets.js does not know chunk extensions, which nobody sends",
  },
  {
    name: "a trailer",
    send: post("Transfer-Encoding: chunked", "3\r\nabc\r\n0\r\nX: y\r\n\r\n"),
    expected: { "uWebSockets.js": REFUSED, "node:http": ANSWERED },
    because: "uWebSockets.js takes a trailer, which nobody sends, for a broken request behind the body",
  },
  {
    name: "a body that looks like a request",
    send: post("Content-Length: 40", get("/evil", "X: 12\r\n").padEnd(40)),
    expected: ANSWERED,
  },

  // The head

  {
    name: "a target with an origin",
    send: [get("http://a/b")],
    expected: { "uWebSockets.js": REFUSED, "node:http": ANSWERED },
    because: ONLY_HTTP_1_1,
  },
  {
    name: "OPTIONS *",
    send: [`OPTIONS * HTTP/1.1\r\n${HOST}\r\n`],
    expected: { "uWebSockets.js": REFUSED, "node:http": ANSWERED },
    because: ONLY_HTTP_1_1,
  },
  {
    name: "HTTP/1.0",
    send: [`GET /a HTTP/1.0\r\n${HOST}\r\n`],
    expected: { "uWebSockets.js": REFUSED, "node:http": { ...ANSWERED, closed: true } },
    because: ONLY_HTTP_1_1,
  },
  {
    name: "lines that end with a line feed alone",
    send: ["GET /a HTTP/1.1\nHost: a\n\n"],
    expected: REFUSED,
  },
  {
    name: "something that is not HTTP",
    send: ["\x16\x03\x01 hello\r\n\r\n"],
    expected: REFUSED,
  },
  { name: "no Host header", send: ["GET /a HTTP/1.1\r\nX: y\r\n\r\n"], expected: REFUSED },
  ...["a", "b", ""].map((second) => ({
    name: `the Host header a, and another one, ${JSON.stringify(second)}`,
    send: [get("/a", `Host: ${second}\r\n`)],
    expected: REFUSED,
  })),
  ...["X : y", "X: a\r\n b", "X: a\0b"].map((header) => ({
    name: `the header ${JSON.stringify(header)}`,
    send: [get("/a", `${header}\r\n`)],
    expected: { "uWebSockets.js": IGNORED, "node:http": REFUSED },
    because: FAULTY_HEADERS,
  })),
  { name: "a target of 15,000 characters", send: [get(`/${"a".repeat(15_000)}`)], expected: ANSWERED },
  { name: "a target of 17,000 characters", send: [get(`/${"a".repeat(17_000)}`)], expected: REFUSED },
  { name: "90 headers", send: [get("/a", "X: 1\r\n".repeat(90))], expected: ANSWERED },
  {
    name: "120 headers",
    send: [get("/a", "X: 1\r\n".repeat(120))],
    expected: { "uWebSockets.js": IGNORED, "node:http": ANSWERED },
    because: "uWebSockets.js has room for 100 headers",
  },
  {
    name: "20,000 bytes of headers",
    send: [get("/a", `X: ${"1".repeat(20_000)}\r\n`)],
    expected: { "uWebSockets.js": ANSWERED, "node:http": REFUSED },
    because: "uWebSockets.js limits heads that arrive in several pieces only",
  },
  ...["get", "NONSENSE"].map((method) => ({
    name: `the method ${method}`,
    send: [`${method} /a HTTP/1.1\r\n${HOST}\r\n`],
    expected: { "uWebSockets.js": ANSWERED, "node:http": REFUSED },
    because: "uWebSockets.js leaves unknown methods to the handler, which has its own answer to them",
  })),
  {
    name: "a target that is not ASCII",
    send: [get("/\xe9")],
    expected: { "uWebSockets.js": ANSWERED, "node:http": REFUSED },
    because: "uWebSockets.js hands it on with a replacement character",
  },

  // Requests behind a refused head

  ...REFUSED_HEADS.flatMap(([name, head]) => [
    {
      name: `a request behind ${name}`,
      send: [head + BEHIND],
      expected: { "uWebSockets.js": [REFUSED, DROPPED], "node:http": REFUSED },
      because: LOSES_REFUSALS,
    },
    {
      name: `requests behind a good one and ${name}`,
      send: [get("/1") + head + BEHIND + BEHIND],
      expected: {
        "uWebSockets.js": [
          { ...REFUSED, handled: 1 },
          { ...DROPPED, handled: 1 },
          { answers: ["ok", "refused"], handled: 1, closed: true },
        ],
        "node:http": { answers: ["ok", "refused"], handled: 1, closed: true },
      } as const,
      because: LOSES_REFUSALS,
    },
  ]),
  {
    name: "a request behind a refused one, in a packet of its own",
    send: [`${REFUSED_HEADS[0]?.[1]}`, 20, BEHIND],
    expected: REFUSED,
  },
  ...["/1", "/later"].map((target) => ({
    name: `something malformed behind an answer that is given ${target === "/1" ? "at once" : "later"}`,
    send: [`${get(target)}malformed\r\n\r\n`],
    expected: {
      "uWebSockets.js": { answers: ["refused"], handled: 1, closed: true },
      "node:http": { answers: ["ok", "refused"], handled: 1, closed: true },
    } as const,
    because: PAGE_OF_ITS_OWN,
  })),
  {
    name: "something malformed behind a body",
    send: [`${BEHIND}malformed\r\n\r\n`],
    expected: {
      "uWebSockets.js": { answers: ["refused"], handled: 1, closed: true },
      "node:http": { answers: ["ok", "refused"], handled: 1, closed: true },
    } as const,
    because: PAGE_OF_ITS_OWN,
  },
  {
    name: "a broken body and Connection: close",
    send: post("Connection: close\r\nTransfer-Encoding: chunked", "ZZ\r\n"),
    expected: REFUSED,
  },
  {
    name: "a broken body behind an answer that is given later",
    send: [get("/later") + post("Transfer-Encoding: chunked", "ZZ\r\n")[0]],
    expected: {
      "uWebSockets.js": { answers: [], handled: 1, closed: true },
      "node:http": { answers: ["ok", "refused"], handled: 1, closed: true },
    } as const,
    because: OVERTAKES,
  },

  // Several requests on one connection

  {
    name: "requests one behind the other",
    send: [get("/1") + get("/2") + get("/3")],
    expected: THREE_ANSWERED,
  },
  { name: "requests with pauses", send: [get("/1"), 20, get("/2"), 20, get("/3")], expected: THREE_ANSWERED },
  {
    name: "a head in pieces",
    send: ["GET /a HTTP/1.1\r\nHo", 20, "st: a\r\n", 20, "\r\n"],
    expected: ANSWERED,
  },
  {
    name: "a request line in pieces",
    send: ["GET /a", 20, "bc HT", 20, `TP/1.1\r\n${HOST}\r\n`],
    expected: { "uWebSockets.js": [REFUSED, ANSWERED], "node:http": ANSWERED },
    because: "builds of uWebSockets.js from December 2023 to August 2024 have this defect; see takesSplitRequestLines",
  },
  {
    name: "bodies one behind the other",
    send: [`${post("Content-Length: 5", FIVE)}${post("Transfer-Encoding: chunked", CHUNKED_BODY)}${get("/3")}`],
    expected: { "uWebSockets.js": { answers: [], handled: 1, closed: true }, "node:http": THREE_ANSWERED },
    because: OVERTAKES,
  },
  {
    name: "a request behind one that is answered later",
    send: [get("/later") + get("/2")],
    expected: {
      "uWebSockets.js": { answers: [], handled: 1, closed: true },
      "node:http": { answers: ["ok", "ok"], handled: 2, closed: false },
    },
    because: OVERTAKES,
  },
  ...["close", "Close", "close, TE", "TE, close"].map((value) => ({
    name: `Connection: ${value}`,
    send: [get("/a", `Connection: ${value}\r\n`)],
    expected: CLOSED,
  })),
  ...["/a", "/later"].map((target) => ({
    name: `a request behind Connection: close, ${target}`,
    send: [get(target, "Connection: close\r\n") + BEHIND],
    expected: target === "/a" ? CLOSED : { "uWebSockets.js": { ...DROPPED, handled: 1 }, "node:http": CLOSED },
    because: OVERTAKES,
  })),
  {
    name: "a request behind a body and Connection: close",
    send: [post("Connection: close\r\nContent-Length: 5", FIVE) + BEHIND],
    expected: CLOSED,
  },
  {
    name: "several requests behind Connection: close",
    send: [get("/a", "Connection: close\r\n") + BEHIND + BEHIND],
    expected: { "uWebSockets.js": { ...DROPPED, handled: 1 }, "node:http": CLOSED },
    because: LOSES_REFUSALS,
  },
  {
    name: "HEAD, then GET",
    send: [`HEAD /a HTTP/1.1\r\n${HOST}\r\n${get("/b")}`],
    expected: { answers: ["ok", "ok"], handled: 2, closed: false },
  },
  {
    name: "Expect: 100-continue",
    send: [`POST /a HTTP/1.1\r\n${HOST}Content-Length: 5\r\nExpect: 100-continue\r\n\r\n`, 50, FIVE],
    expected: { answers: ["continue", "ok"], handled: 1, closed: false },
  },
];
