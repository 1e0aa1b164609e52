import { tooLargeAnswer } from "../../../engine/internal.ts";
import { taggedAnswer } from "../../contract/tagged-answer.ts";
import { type Answer, NO_ANSWER, TEXT_TYPE } from "../../http/answer.ts";
import { withinBytes } from "../../http/answer-size.ts";

/** Whether a value is a Response of fetch, of whatever realm or library. */
export function isResponse(value: unknown): value is Response {
  if (typeof value !== "object" || value === null) return false;
  return "status" in value && "headers" in value && "arrayBuffer" in value && typeof value.arrayBuffer === "function";
}

interface Limits {
  /** Maximum bytes of one answer. */
  readonly answerBytes: number;
  readonly entityTags: boolean;
}

/** The answer made of a route's result. @throws EngineError `validation` for more than `answerBytes` (rejected). */
export async function answerOf(given: unknown, { answerBytes, entityTags }: Limits): Promise<Answer> {
  if (isResponse(given)) return answerOfResponse(given, answerBytes);
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

async function answerOfResponse(response: Response, answerBytes: number): Promise<Answer> {
  const { status, headers } = response;
  // `Response.error()`: the network fails.
  if (status === 0) return NO_ANSWER;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const type = headers.get("content-type");
  const cookies = headers.getSetCookie().map((cookie) => ["set-cookie", cookie] as const);
  const others = [...headers].filter(
    ([name]) => !OF_CONNECTION.has(name) && name !== "content-type" && name !== "set-cookie",
  );
  const isEmpty = status === 204 || status === 304 || (bytes.byteLength === 0 && type === null);
  if (bytes.byteLength > answerBytes) throw tooLargeAnswer(answerBytes);
  return {
    status,
    body: isEmpty ? null : bytes,
    contentType: type ?? "application/octet-stream",
    headers: cookies,
    replaced: others,
  };
}
