import { type HeaderFields, isNamed } from "./header-fields.ts";

/** How a request's body is framed. `unsound`: two servers could disagree about where the request ends. */
export type Framing = "none" | "body" | "unsound";

/**
 * Determines the end of a request from its head (RFC 9112, §3.2 and §6.3). An unsound request is refused and its
 * connection closed; nothing behind it is carried out, because anyone may have sent it.
 */
export function framingOf(fields: HeaderFields, isHttp10: boolean): Framing {
  let hosts = 0;
  let lengths = 0;
  let length = "";
  let codings = 0;
  let coding = "";
  for (let at = 0; at < fields.length; at += 2) {
    const name = fields[at] as string;
    if (isNamed(name, "host")) hosts++;
    else if (isNamed(name, "content-length")) {
      lengths++;
      length = fields[at + 1] as string;
    } else if (isNamed(name, "transfer-encoding")) {
      codings++;
      coding = fields[at + 1] as string;
    }
  }
  if (hosts !== 1 && !(isHttp10 && hosts === 0)) return "unsound";
  if (codings > 0) {
    const isSound = codings === 1 && lengths === 0 && !isHttp10 && coding.toLowerCase() === "chunked";
    return isSound ? "body" : "unsound";
  }
  if (lengths === 0) return "none";
  return lengths === 1 && /^\d{1,15}$/.test(length) ? "body" : "unsound";
}
