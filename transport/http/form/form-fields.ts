import { ChangedRequest } from "../inner-request.ts";
import { WITH_BODY } from "../methods.ts";
import { flatQuery } from "../params/flat-params.ts";
import type { HttpRequest } from "../port.ts";
import type { Form, FormBody } from "./form.ts";
import { FORM_TYPE, isForm } from "./form-type.ts";

/**
 * The request with the fields of its multipart form as an urlencoded one, as a browser's `FormData` sends them: files in it
 * are discarded. Null for any other request.
 *
 * @throws HttpError `malformed body` (rejected) for a body that is not a valid form.
 */
export function formAsFields(request: HttpRequest): Promise<HttpRequest> | null {
  const { method, body } = request;
  if (!WITH_BODY.has(method) || body === null || body === "too large" || !isForm(request)) return null;
  return readFields(request, body).then((fields) => {
    const bytes = Buffer.from(flatQuery(fields));
    return new ChangedRequest(request, { body: { bytes, type: FORM_TYPE } });
  });
}

/** The parser of forms is loaded with the first one. */
async function readFields(request: HttpRequest, body: FormBody): Promise<Form<unknown>["fields"]> {
  const { readForm } = await import("./form.ts");
  const { fields } = await readForm(request.header("content-type") ?? "", body, discarded);
  return fields;
}

/** Reads the bytes and drops them, so that the form goes on behind them. */
async function discarded(bytes: AsyncIterable<Uint8Array>) {
  let size = 0;
  for await (const piece of bytes) size += piece.byteLength;
  return { received: { size, discard: async () => {} } };
}
