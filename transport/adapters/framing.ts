/** What a request's head says of its body. */
export type Framing = "none" | "body" | "unsound";

/**
 * Reads where a request ends from its Content-Length and Transfer-Encoding, each with all its values joined, undefined
 * when absent. Unsound is whatever two servers could read in two ways (RFC 9112, §6.3): such a request is refused and
 * its connection closed, because what follows on it may be anyone's.
 */
export function framingOf(contentLength: string | undefined, transferEncoding: string | undefined): Framing {
  if (transferEncoding !== undefined) {
    return contentLength === undefined && transferEncoding.toLowerCase() === "chunked" ? "body" : "unsound";
  }
  if (contentLength === undefined) return "none";
  return /^\d{1,15}$/.test(contentLength) ? "body" : "unsound";
}
