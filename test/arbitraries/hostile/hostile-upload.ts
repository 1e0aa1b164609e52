import { png } from "../../support/content/png.ts";
import { fc } from "../../support/fast-check.ts";
import { anyJson, objectText } from "../json-text.ts";
import { encoded } from "../queries/query-string.ts";
import { damagedBytes } from "./damaged-bytes.ts";
import { changed, type HostileRequest, request } from "./hostile-request.ts";
import { documentIdOf, hostileText } from "./hostile-text.ts";
import { type RequestHeaders, requestHeaders } from "./request-headers.ts";

const BOUNDARY = "a-boundary";

/** Requests to the routes of files: forms that are almost right, and paths to files that were never meant. */
export function uploadRequest(): fc.Arbitrary<HostileRequest> {
  return fc.oneof(
    { weight: 6, arbitrary: changed(upload) },
    { weight: 3, arbitrary: changed(entry) },
    { weight: 3, arbitrary: changed(file) },
  );
}

/** Beginnings of files whose headers are read; what follows is damaged. */
const PICTURES: readonly Uint8Array[] = [
  png(3, 2),
  Buffer.from("GIF89a\x02\0\x03\0", "latin1"),
  Buffer.from("\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xc0\0\x11\x08\0\x02\0\x03\x03", "latin1"),
  Buffer.from("RIFF\x1a\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x02\0\0\x01\0\0", "latin1"),
  Buffer.from("\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf\0\0\0\x14meta\0\0\0\0\0\0\0\x08iprp", "latin1"),
  Buffer.from("II*\0\x08\0\0\0\x02\0\0\x01\x03\0\x01\0\0\0\x02\0\0\0\x01\x01\x03\0\x01\0\0\0\x03\0\0\0", "latin1"),
  Buffer.from("icns\0\0\0\x10ic07\0\0\0\0", "latin1"),
  Buffer.from("\0\0\0\x0cJXL \r\n\x87\n\0\0\0\x14ftypjxl \0\0\0\0jxl \0\0\0\0jxlp", "latin1"),
  Buffer.from('<?xml version="1.0"?><svg width="1e999" viewBox="0 0 1 1">', "latin1"),
  Buffer.from("8BPS\0\x01\0\0\0\0\0\0\0\x03\0\0\0\x02\0\0\0\x03", "latin1"),
];
const bytes = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...PICTURES).chain(damagedBytes) },
  { weight: 1, arbitrary: fc.constantFrom(...PICTURES) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 100 }) },
  { weight: 1, arbitrary: fc.constantFrom(new Uint8Array(0), new Uint8Array(200_000)) },
);

const NAMES = [
  ...[
    "a.png",
    "a",
    ".",
    "..",
    "../../etc/passwd",
    "..\\..\\a.txt",
    "/etc/passwd",
    "a/b.png",
    "a.png\0.html",
    "con.txt",
  ],
  ...[
    `${"x".repeat(300)}.png`,
    `a.${"x".repeat(300)}`,
    "a.svg",
    "a.html",
    "ä😀.jpg",
    "a\u202egnp.exe",
    " .png ",
    "%2e%2e",
  ],
];
const fileName = fc.oneof(fc.constantFrom(...NAMES), hostileText);

const header = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom("Content-Type: image/png\r\n", "Content-Type: text/plain\r\n", "") },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "Content-Type: \r\n",
      "Content-Type: multipart/mixed; boundary=b\r\n",
      "Content-Type: text/plain; charset=nope\r\n",
      "Content-Transfer-Encoding: base64\r\n",
      "Content-Disposition: form-data; name=other\r\n",
      `X-Long: ${"x".repeat(20_000)}\r\n`,
      "X: y\r\n".repeat(200),
      "no colon\r\n",
      "\0: \0\r\n",
    ),
  },
);

/** A quote in a name would end it; browsers write it in another way, and attackers do not. */
const disposition = fc
  .tuple(fc.constantFrom("files", "files", "files", "file", "", "__proto__"), fileName)
  .chain(([name, file]) =>
    fc.constantFrom(
      `form-data; name="${name}"; filename="${file.replaceAll('"', "%22")}"`,
      `form-data; name="${name}"; filename="${file}"`,
      `form-data; name=${name}; filename*=utf-8''${encoded(file)}`,
      `form-data; filename="${file}"`,
      `attachment; name="${name}"; filename="${file}"`,
    ),
  );
const filePart = fc
  .tuple(disposition, header, bytes)
  .map(([told, more, content]) => part(`Content-Disposition: ${told}\r\n${more}`, content));

const fileInfo = fc
  .array(fc.tuple(fc.constantFrom("name", "alternativeText", "caption", "focalPoint", "__proto__", "id"), anyJson), {
    maxLength: 3,
  })
  .map(objectText);
const REFS = ["api::page.page", "api::pagep.pagep", "api::essay.essay", "api::post.post", "api::nosuch.nosuch"];
const ref = fc.oneof(
  fc.constantFrom(...REFS, "plugin::upload.file", "plugin::users-permissions.user", "nope", "", "__proto__"),
  hostileText,
);
const refId = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("1", "2", "3", "1e9", "-1", "0", "1.0", "*", "all") },
  { weight: 6, arbitrary: fc.constantFrom("page", "pagep", "essay", "post").chain(documentIdOf) },
  { weight: 1, arbitrary: hostileText },
);
const mediaField = fc.oneof(
  fc.constantFrom("pic", "pics", "cover", "gallery", "title", "nosuch", "thing", "zone", "__proto__", ""),
  hostileText,
);
/** Where files are to be linked: mostly a whole place, so that many are. */
const place = fc.tuple(ref, refId, mediaField, fc.nat(12), fc.constantFrom("en", "fr", "all", "*")).map(
  ([type, id, name, without, locale]) =>
    [
      ["ref", type],
      ["refId", id],
      ["field", name],
      ["locale", locale],
    ].filter((_, at) => at !== without) as [string, string][],
);
const field = fc.oneof(
  fc.tuple(fc.constant("fileInfo"), fc.oneof(fileInfo, anyJson, hostileText)),
  fc.tuple(fc.constantFrom("ref", "refId", "field", "path", "source"), fc.oneof(ref, refId, mediaField)),
  fc.tuple(hostileText, hostileText),
);
const fieldPart = field.map(([name, value]) => partOf(name, value));
const placePart = place.map((fields) => Buffer.concat(fields.map(([name, value]) => partOf(name, value))));

const form = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: filePart },
      { weight: 2, arbitrary: fieldPart },
      { weight: 2, arbitrary: placePart },
    ),
    { maxLength: 4 },
  )
  .map((parts) => Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]));
const body: fc.Arbitrary<HostileRequest["body"]> = fc.oneof(
  { weight: 8, arbitrary: form },
  { weight: 2, arbitrary: form.chain(damagedBytes) },
  { weight: 1, arbitrary: fileInfo.map((info) => objectText([["fileInfo", info]])) },
  { weight: 1, arbitrary: fieldPart.map((one) => Buffer.concat(Array<Uint8Array>(1200).fill(one))) },
  { weight: 1, arbitrary: fc.constantFrom(null, "", `--${BOUNDARY}`, `--${BOUNDARY}\r\n\r\n`) },
);

const TYPES = [
  `multipart/form-data; boundary="${BOUNDARY}"`,
  "multipart/form-data",
  "multipart/form-data; boundary=",
  `multipart/form-data; boundary=${"x".repeat(500)}`,
  `MULTIPART/FORM-DATA; a=b; boundary=${BOUNDARY}; charset=nope`,
  `multipart/mixed; boundary=${BOUNDARY}`,
  "application/json",
];
const headers = fc
  .tuple(
    requestHeaders,
    fc.oneof(
      { weight: 12, arbitrary: fc.constant(`multipart/form-data; boundary=${BOUNDARY}`) },
      { weight: 1, arbitrary: fc.constantFrom(...TYPES) },
    ),
  )
  .map(([odd, type]): RequestHeaders => ({ ...odd, "content-type": type }));

const fileId = fc.oneof(fc.constantFrom("1", "2", "3", "0", "-1", "1.5", "9".repeat(30)), hostileText);
const upload = request(
  fc.constant("POST"),
  fc.constantFrom("/api/upload", "/api/upload", "/api/upload/"),
  fc.oneof(
    { weight: 4, arbitrary: fc.constant("") },
    { weight: 1, arbitrary: fileId.map((id) => `id=${encoded(id)}`) },
    { weight: 1, arbitrary: fc.constantFrom("id[]=1", "id[a]=1", "id=1&id=2", "id", "populate=*") },
  ),
  body,
  headers,
);

const listed = fc.constantFrom(
  ...["", "sort=name", "filters[name][$contains]=a", "pagination[page]=1", "pagination[pageSize]=-1", "populate=*"],
  ...["filters[related][id]=1", "filters[folder][id]=1", "filters[formats][$null]=true", "fields[0]=provider_metadata"],
);
const entry = request(
  fc.constantFrom("GET", "GET", "GET", "DELETE"),
  fc.oneof(
    fc.constantFrom("/api/upload/files", "/api/upload/files/", "/api/upload/files/page"),
    fileId.map((id) => `/api/upload/files/${encoded(id)}`),
  ),
  listed,
  fc.constant(null),
);

const PATHS = [
  ...["/uploads", "/uploads/", "/uploads/..", "/uploads/../package.json", "/uploads/..%2f..%2fpackage.json"],
  ...["/uploads/%2e%2e/%2e%2e/etc/passwd", "/uploads/..%5c..%5ca", "/uploads/a%00.png", "/uploads//etc/passwd"],
  ...[
    "/uploads/%",
    "/uploads/%c0%ae%c0%ae",
    "/uploads/.",
    "/uploads/a/b",
    `/uploads/${"x".repeat(400)}`,
    "/uploads/CON",
  ],
];
const RANGES = [
  "bytes=0-",
  "bytes=5-2",
  "bytes=-0",
  "bytes=0-0,1-1",
  `bytes=${"9".repeat(300)}-`,
  "bytes=-",
  "lines=1",
];
const file = request(
  fc.constantFrom("GET", "GET", "HEAD", "POST"),
  fc.oneof(
    fc.constantFrom(...PATHS),
    fileName.map((name) => `/uploads/${encoded(name)}`),
  ),
  fc.constant(""),
  fc.constant(null),
  fc.tuple(requestHeaders, fc.constantFrom(...RANGES)).map(([odd, range]): RequestHeaders => ({ ...odd, range })),
);

function partOf(name: string, value: string): Buffer {
  return part(`Content-Disposition: form-data; name="${name}"\r\n`, Buffer.from(value));
}

function part(head: string, content: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`--${BOUNDARY}\r\n${head}\r\n`), content, Buffer.from("\r\n")]);
}
