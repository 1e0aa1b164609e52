import type { HttpRequest } from "../port.ts";

export const FORM_TYPE = "application/x-www-form-urlencoded";

/** Whether a request's body is declared as a multipart form. */
export function isForm(request: Pick<HttpRequest, "header">): boolean {
  return /^multipart\/form-data\b/i.test(request.header("content-type") ?? "");
}
