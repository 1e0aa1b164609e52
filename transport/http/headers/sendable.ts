import type { Answer } from "../answer.ts";
import { isHeader } from "./is-header.ts";

/**
 * An answer of the user's own code. One listener would cut the connection without a word in the log, the other would send
 * the line breaks of a header.
 *
 * @throws TypeError for a status or a header that no answer can have.
 */
export function sendable(answer: Answer): Answer {
  const { status, contentType = "", headers = [], replaced = [] } = answer;
  if (!Number.isInteger(status) || status < 200 || status > 999)
    throw new TypeError(`${String(status)} is not the status of an answer`);
  for (const [name, value] of [["content-type", contentType] as const, ...headers, ...replaced])
    if (!isHeader(name, value)) throw new TypeError(`The header ${JSON.stringify(name)} cannot be sent`);
  return answer;
}
