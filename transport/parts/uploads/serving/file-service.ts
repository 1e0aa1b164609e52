import type { FileStore, StoredFile } from "../../../../storage/core.ts";
import type { ServiceDefaults } from "../../../contract/profiles/service-defaults.ts";
import type { Answer } from "../../../http/answer.ts";
import { namesTag } from "../../../http/headers/entity-tag.ts";
import { HttpError } from "../../../http/http-error.ts";
import { isBelow } from "../../../http/path-below.ts";
import type { HeaderList, HttpRequest } from "../../../http/port.ts";
import { Router } from "../../../http/router.ts";
import type { Service } from "../../../http/service.ts";
import type { UploadRoute } from "../upload-service.ts";
import { type ByteRange, rangeOf } from "./byte-range.ts";

const ROOT = "/uploads";

/** Whatever a file contains, a page made from it runs no scripts, loads nothing and has an opaque origin. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; sandbox";

/**
 * Types that browsers display without running anything in them. Any other type is downloaded when it is opened by
 * itself; the disposition does not affect pages that embed the file, for example as a picture.
 */
const INERT =
  /^(?:(?:audio|font|video)\/[\w.-]+|image\/(?:apng|avif|bmp|gif|heic|heif|jpeg|png|tiff|vnd\.microsoft\.icon|webp|x-icon)|text\/(?:plain|csv|markdown)|application\/(?:json|pdf))(?:;|$)/;

/** Serves the bytes of uploaded files to everyone: access to an entry does not restrict access to its bytes. */
export function fileService(files: FileStore, defaults: ServiceDefaults): Service {
  return {
    ...defaults,
    securityHeaders: [
      ...defaults.securityHeaders.filter(([name]) => name !== "content-security-policy"),
      ["content-security-policy", POLICY],
    ],
    owns: isBelow(ROOT),
    router: new Router([
      {
        method: "GET",
        path: `${ROOT}/:name`,
        describes: "download",
        handle: ({ request, params: [name = ""] }) => serve(files, request, name),
      } satisfies UploadRoute,
    ]),
  };
}

async function serve(files: FileStore, request: HttpRequest, name: string): Promise<Answer> {
  const file = await files.open(name);
  if (file === null) throw new HttpError("no route", "Not Found");
  const { contentTypeOf } = await import("./media-type.ts");
  const contentType = contentTypeOf(name);
  const opened: HeaderList = INERT.test(contentType) ? [] : [["content-disposition", "attachment"]];
  return answerFile(file, request, contentType, opened);
}

/** A file, the part of it that the request asks for, or 304 if the client has it. */
export function answerFile(file: StoredFile, request: HttpRequest, contentType: string, more: HeaderList = []): Answer {
  const headers = [...headersOf(file), ...more];
  if (isKnown(request, file)) return { status: 304, body: null, headers };

  const range =
    request.method === "HEAD" || !isAsked(request, file) ? null : rangeOf(request.header("range"), file.size);
  if (range === null) return { status: 200, body: { size: file.size, read: () => file.read() }, contentType, headers };
  if (range !== "unsatisfiable") return part(file, range, contentType, headers);
  return { status: 416, body: null, headers: [...headers, ["content-range", `bytes */${file.size}`]] };
}

function part(file: StoredFile, { from, to }: ByteRange, contentType: string, headers: HeaderList): Answer {
  const range = ["content-range", `bytes ${from}-${to - 1}/${file.size}`] as const;
  const body = { size: to - from, read: () => file.read(from, to) };
  return { status: 206, body, contentType, headers: [...headers, range] };
}

function headersOf(file: StoredFile): HeaderList {
  return [
    ["accept-ranges", "bytes"],
    // Always revalidated, since a file may be replaced under its URL.
    ["cache-control", "public, max-age=0"],
    ["etag", tagOf(file)],
    ["last-modified", new Date(file.modifiedAt).toUTCString()],
  ];
}

function tagOf({ size, modifiedAt }: StoredFile): string {
  return `"${size.toString(36)}-${modifiedAt.toString(36)}"`;
}

/** Whether the client has this version of the file (RFC 9110, §13.1). */
function isKnown(request: HttpRequest, file: StoredFile): boolean {
  const named = request.header("if-none-match");
  if (named !== undefined) return namesTag(named, tagOf(file));
  const since = Date.parse(request.header("if-modified-since") ?? "");
  return !Number.isNaN(since) && secondOf(file) <= since;
}

/** Whether a range refers to this version of the file (`If-Range`). */
function isAsked(request: HttpRequest, file: StoredFile): boolean {
  const known = request.header("if-range");
  return known === undefined || known === tagOf(file) || Date.parse(known) === secondOf(file);
}

/** The time of the last change, rounded to seconds as in headers. */
function secondOf({ modifiedAt }: StoredFile): number {
  return Math.floor(modifiedAt / 1000) * 1000;
}
