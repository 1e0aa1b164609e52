import type { HttpRequest } from "../port.ts";

/** The media type of a request's body, lower case and without parameters; empty if there is none. */
export function mediaTypeOf(request: HttpRequest): string {
  return essence(request.header("content-type") ?? "");
}

/** A media type without its parameters, in lower case. */
export function essence(type: string): string {
  const end = type.indexOf(";");
  return (end === -1 ? type : type.slice(0, end)).trim().toLowerCase();
}
