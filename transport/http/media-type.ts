import type { HttpRequest } from "./port.ts";

/** The media type of a request's body, without parameters and in lower case; empty where it names none. */
export function mediaTypeOf(request: HttpRequest): string {
  const contentType = request.header("content-type") ?? "";
  const end = contentType.indexOf(";");
  return (end === -1 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
}
