import type { HttpRequest } from "../../../transport/http/port.ts";

interface Sent {
  readonly method?: string;
  /** With its query. */
  readonly target?: string;
  /** By lower-case name. */
  readonly headers?: { readonly [name: string]: string };
  readonly body?: string | Uint8Array | "too large" | null;
}

/** A request as an adapter would hand it over; a body of text is sent as UTF-8. */
export function requestOf({ method = "GET", target = "/", headers = {}, body = null }: Sent): HttpRequest {
  const [path = "/", query = ""] = target.split("?", 2);
  const all = new Map(Object.entries(headers));
  const bytes = typeof body === "string" && body !== "too large" ? Buffer.from(body) : body;
  return {
    method,
    path,
    query,
    header: (name) => all.get(name),
    allHeaders: () => all,
    body: bytes === "too large" || bytes === null || bytes.length > 0 ? bytes : null,
    remoteAddress: "127.0.0.1",
  };
}
