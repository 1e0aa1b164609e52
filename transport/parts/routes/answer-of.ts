import { tooLargeAnswer } from "../../../engine/internal.ts";
import { taggedAnswer } from "../../contract/tagged-answer.ts";
import { type Answer, NO_ANSWER, TEXT_TYPE } from "../../http/answer.ts";
import { withinBytes } from "../../http/answer-size.ts";
import { sendable } from "../../http/headers/sendable.ts";

/** Whether a value is a Response of fetch, of whatever realm or library. */
export function isResponse(value: unknown): value is Response {
  if (typeof value !== "object" || value === null) return false;
  return "status" in value && "headers" in value && "arrayBuffer" in value && typeof value.arrayBuffer === "function";
}

interface ReadLimits {
  /** Maximum bytes of one answer. */
  readonly answerBytes: number;
  /** A signal that is aborted if the client goes before it has its answer. */
  readonly signal: () => AbortSignal | undefined;
}

interface Limits extends ReadLimits {
  readonly entityTags: boolean;
}

/** The answer made of a route's result. @throws EngineError `validation` for more than `answerBytes`, of a Response rejected. */
export function answerOf(given: unknown, limits: Limits): Answer | Promise<Answer> {
  const { answerBytes, entityTags } = limits;
  if (isResponse(given)) return answerOfResponse(given, limits);
  if (typeof given === "string") return { status: 200, body: withinBytes(given, answerBytes), contentType: TEXT_TYPE };
  const body = withinBytes(JSON.stringify(given) ?? "null", answerBytes);
  return entityTags ? taggedAnswer(body) : { status: 200, body };
}

/** Headers that the listener sets for each connection. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "content-encoding",
  "date",
  "keep-alive",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

async function answerOfResponse(response: Response, limits: ReadLimits): Promise<Answer> {
  const { status, headers } = response;
  // `Response.error()`: the network fails.
  if (status === 0) return NO_ANSWER;
  const bytes = await bytesOf(response, limits);
  const type = headers.get("content-type");
  const cookies = headers.getSetCookie().map((cookie) => ["set-cookie", cookie] as const);
  const others = [...headers].filter(
    ([name]) => !OF_CONNECTION.has(name) && name !== "content-type" && name !== "set-cookie",
  );
  const isEmpty = status === 204 || status === 304 || (bytes.byteLength === 0 && type === null);
  return sendable({
    status,
    body: isEmpty ? null : bytes,
    contentType: type ?? "application/octet-stream",
    headers: cookies,
    replaced: others,
  });
}

/** A body may have no end: it is read as far as it may be long, and while someone waits for it. */
async function bytesOf(response: Response, { answerBytes, signal: signalOf }: ReadLimits): Promise<Uint8Array> {
  // A Response of another library may have no stream, and one that was read says so.
  const reader = response.bodyUsed ? undefined : response.body?.getReader?.();
  if (reader === undefined) return new Uint8Array(await response.arrayBuffer());
  const signal = signalOf();
  const end = () => void reader.cancel().catch(() => {});
  signal?.addEventListener("abort", end);
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      pieces.push(value);
      size += value.byteLength;
      if (size <= answerBytes) continue;
      end();
      throw tooLargeAnswer(answerBytes);
    }
  } finally {
    signal?.removeEventListener("abort", end);
  }
  return pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces);
}
