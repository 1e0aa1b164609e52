import { fc } from "../../support/fast-check.ts";
import { TOKENS } from "../../support/servers/open-recorded-types.ts";

/** Headers by name; several of one name as a list. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[]>>;

const AUTHORIZATIONS = [
  ...["", "Bearer", "Bearer ", "Bearer a b", "Basic eDp5", TOKENS.full, `Bearer ${TOKENS.full}x`, "Bearer not-a-token"],
  ...[`bearer   ${TOKENS.full}`, `Bearer ${TOKENS.read}`, `Bearer ${TOKENS.custom}`, `Bearer ${"x".repeat(3000)}`],
];
const authorization = fc.oneof(
  { weight: 12, arbitrary: fc.constant({ authorization: `Bearer ${TOKENS.full}` }) },
  { weight: 2, arbitrary: fc.constant({}) },
  { weight: 2, arbitrary: fc.constantFrom(...AUTHORIZATIONS).map((text) => ({ authorization: text })) },
  { weight: 1, arbitrary: fc.constant({ authorization: [`Bearer ${TOKENS.full}`, `Bearer ${TOKENS.read}`] }) },
);
const CONTENT_TYPES = [
  ...["text/plain", "application/xml", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ";"],
  ...[
    "application/json; charset=utf-16",
    "APPLICATION/JSON",
    "application/vnd.api+json",
    "application/json, text/plain",
  ],
];
const odd = fc.constantFrom<RequestHeaders[]>(
  ...CONTENT_TYPES.map((type) => ({ "content-type": type })),
  { "content-type": ["application/json", "text/plain"] },
  { "content-encoding": "gzip" },
  { "content-encoding": "identity" },
  { origin: "https://example.com" },
  { origin: ["null", "https://example.com"] },
  { origin: "null", "access-control-request-method": "PUT" },
  { "x-request-id": "\u00e9\u00ff" },
  { "x-request-id": "x".repeat(2000) },
  { "x-http-method-override": "DELETE", "x-forwarded-for": "127.0.0.1", forwarded: "for=unknown" },
  { "x-forwarded-for": `${"0:".repeat(3500)}ffff:` },
  { "if-none-match": `W/"${"a".repeat(7000)}` },
  { "strapi-response-format": "v4" },
  { "if-match": "*", "if-none-match": "*", range: "bytes=0-0", expect: "200-ok" },
  { accept: "text/html", "accept-encoding": "br;q=1, *;q=0", cookie: Array(30).fill("a=b") },
  Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`x-header-${index}`, "v"])),
);
/** Mostly the headers of a caller who may do everything. */
export const requestHeaders = fc
  .tuple(authorization, fc.option(odd, { freq: 5, nil: {} }))
  .map(([who, more]): RequestHeaders => ({ ...who, ...more }));
