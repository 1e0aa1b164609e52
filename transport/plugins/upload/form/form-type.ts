import type { HttpRequest } from "../../../http/port.ts";

/** Whether a request's body is declared as a multipart form. */
export function isForm(request: Pick<HttpRequest, "header">): boolean {
  return /^multipart\/form-data\b/i.test(request.header("content-type") ?? "");
}
