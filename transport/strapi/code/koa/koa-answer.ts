import { STATUS_CODES } from "node:http";
import { tooLargeAnswer } from "../../../../engine/internal.ts";
import { taggedAnswer } from "../../../contract/tagged-answer.ts";
import { type Answer, JSON_TYPE, TEXT_TYPE } from "../../../http/answer.ts";
import { withinBytes } from "../../../http/answer-size.ts";
import { sendable } from "../../../http/headers/sendable.ts";
import type { HeaderList } from "../../../http/port.ts";
import { after, type MaybeLater } from "../../../runtime/maybe-later.ts";
import { EMPTY, isStream, type KoaResponse } from "./koa-response.ts";

interface Limits {
  /** Maximum bytes of one answer. */
  readonly answerBytes: number;
  /** Whether JSON has an `ETag`. */
  readonly isTagged: boolean;
}

/**
 * The answer that code has put into `ctx`. A stream is read to its end. @throws EngineError `validation` for too
 * much, TypeError for what cannot be sent.
 */
export function koaAnswer(response: KoaResponse, limits: Limits): MaybeLater<Answer> {
  return after(answerIn(response, limits), sendable);
}

function answerIn(response: KoaResponse, limits: Limits): MaybeLater<Answer> {
  const { status, untouched } = response;
  const { headers, replaced } = headersOf(response);
  if (untouched !== null) {
    return {
      ...untouched,
      status,
      headers: [...(untouched.headers ?? []), ...headers],
      replaced: [...(untouched.replaced ?? []), ...replaced],
    };
  }
  const { body } = response;
  const contentType = response.get("content-type");
  if (EMPTY.has(status) || response.isNull) return { status, body: null, headers, replaced };
  if (body === null || body === undefined) {
    const text = response.message ?? STATUS_CODES[status] ?? String(status);
    return { status, body: text, contentType: TEXT_TYPE, headers, replaced };
  }
  if (typeof body === "string") {
    return { status, body: withinBytes(body, limits.answerBytes), contentType, headers, replaced };
  }
  if (ArrayBuffer.isView(body) || isStream(body)) {
    return after(ArrayBuffer.isView(body) ? bytesOf(body) : readToEnd(body, limits.answerBytes), (bytes) => {
      if (bytes.byteLength > limits.answerBytes) throw tooLargeAnswer(limits.answerBytes);
      return { status, body: bytes, contentType, headers, replaced };
    });
  }
  const text = withinBytes(JSON.stringify(body) ?? "null", limits.answerBytes);
  if (limits.isTagged && status === 200) {
    const tagged = taggedAnswer(text);
    return { ...tagged, headers: [...tagged.headers, ...headers], replaced };
  }
  return { status, body: text, contentType: contentType === "" ? JSON_TYPE : contentType, headers, replaced };
}

/** Headers that the listener sets for each connection, and the type, which belongs to the body. */
const NOT_SENT: ReadonlySet<string> = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "date",
  "keep-alive",
  "transfer-encoding",
]);

/** Added to Galley's own headers of these names; any other header replaces Galley's. */
const ADDED: ReadonlySet<string> = new Set(["set-cookie", "vary"]);

/** The headers that code has set. */
export function headersOf({ headers: all }: KoaResponse): {
  readonly headers: HeaderList;
  readonly replaced: HeaderList;
} {
  const headers: (readonly [string, string])[] = [];
  const replaced: (readonly [string, string])[] = [];
  for (const [name, value] of Object.entries(all)) {
    if (NOT_SENT.has(name)) continue;
    if (ADDED.has(name)) headers.push(...[value].flat().map((each) => [name, each] as const));
    else replaced.push([name, [value].flat().join(", ")]);
  }
  return { headers, replaced };
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

async function readToEnd(stream: AsyncIterable<unknown>, limit: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of stream) {
    const bytes = typeof piece === "string" ? Buffer.from(piece) : bytesOf(piece as ArrayBufferView);
    size += bytes.byteLength;
    if (size > limit) throw tooLargeAnswer(limit);
    pieces.push(bytes);
  }
  return Buffer.concat(pieces);
}
