import type { HttpRequest } from "../../http/port.ts";

/** Whether the body of a request says that it is a form with parts. */
export function isForm(request: Pick<HttpRequest, "header">): boolean {
  return /^multipart\/form-data\b/i.test(request.header("content-type") ?? "");
}
