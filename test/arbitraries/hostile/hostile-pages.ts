import { fc } from "../../support/fast-check.ts";
import { encoded } from "../queries/query-string.ts";
import { changed, type HostileRequest, request } from "./hostile-request.ts";
import { hostileText } from "./hostile-text.ts";
import { type RequestHeaders, requestHeaders } from "./request-headers.ts";

/** Requests for pages and their files: the directory, Studio, the query editor, the descriptions of the API. */
export function pageRequest(): fc.Arbitrary<HostileRequest> {
  return changed(
    request(
      fc.constantFrom("GET", "GET", "GET", "HEAD", "POST"),
      path,
      query,
      fc.option(fc.constant("{}"), { freq: 6 }),
      headers,
    ),
  );
}

const ROOTS = ["/_studio", "/_studio/assets", "/graphql/assets", "/api", "/_STUDIO/assets"];
const NAMES = [
  ...["", "/", "/main.js", "/page.css", "/main.css", "/icon.svg", "/json-editor.js", "/index.html", "/main.js.map"],
  ...["/..", "/../../package.json", "/..%2f..%2fpackage.json", "/%2e%2e/%2e%2e/etc/passwd", "/..%5c..%5ca", "/%00"],
  ...["//main.js", "/main.js/", "/__proto__", "/constructor", "/content/api::post.post", "/#/content", "/openapi.json"],
];
const path = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "/",
      "/index.html",
      "/favicon.ico",
      "/graphql",
      "/api/openapi.json",
      "/api/openapi.yaml",
    ),
  },
  {
    weight: 6,
    arbitrary: fc.tuple(fc.constantFrom(...ROOTS), fc.constantFrom(...NAMES)).map((parts) => parts.join("")),
  },
  { weight: 2, arbitrary: hostileText.map((text) => `/_studio/assets/${encoded(text)}`) },
);
const query = fc.constantFrom("", "", "v=1", "%", "a[b]=c");
const headers = fc
  .tuple(
    requestHeaders,
    fc.constantFrom<RequestHeaders[]>(
      {},
      { accept: "text/html" },
      { accept: "text/html;q=0, */*" },
      { "if-none-match": '"a", W/"b", *' },
      { "if-none-match": `"${"a".repeat(4000)}"` },
      { "accept-encoding": "br, gzip" },
      { "accept-encoding": "br;q=0, gzip;q=0, identity;q=0" },
      { range: "bytes=0-0" },
    ),
  )
  .map(([odd, more]): RequestHeaders => ({ ...odd, ...more }));
