import { ChangedRequest } from "../inner-request.ts";
import { WITH_BODY } from "../methods.ts";
import { flatQuery } from "../params/flat-params.ts";
import type { HttpRequest } from "../port.ts";
import type { FormBody, FormFile, Receive, Received } from "./form.ts";
import { FORM_TYPE, isForm } from "./form-type.ts";

/**
 * The request with the fields of its multipart form as an urlencoded one, as a browser's `FormData` sends them: files in it
 * are discarded. Null for any other request.
 *
 * @throws HttpError `malformed body` (rejected) for a body that is not a valid form.
 */
export function formAsFields(request: HttpRequest): Promise<HttpRequest> | null {
  const body = formBody(request);
  return body && read(request, body, discarded, "files").then((form) => form.request);
}

/** The same with the files of all fields, which `receive` reads. */
export function formWithFiles<R extends Received>(
  request: HttpRequest,
  receive: Receive<R>,
): Promise<FieldsAndFiles<R>> | null {
  const body = formBody(request);
  return body && read(request, body, receive, null);
}

interface FieldsAndFiles<R> {
  readonly request: HttpRequest;
  readonly files: readonly FormFile<R>[];
}

function formBody(request: HttpRequest): FormBody | null {
  const { method, body } = request;
  return !WITH_BODY.has(method) || body === "too large" || !isForm(request) ? null : body;
}

/** The parser of forms is loaded with the first one. */
async function read<R extends Received>(
  request: HttpRequest,
  body: FormBody,
  receive: Receive<R>,
  only: string | null,
): Promise<FieldsAndFiles<R>> {
  const { readForm } = await import("./form.ts");
  const { fields, files } = await readForm(request.header("content-type") ?? "", body, receive, only);
  const bytes = Buffer.from(flatQuery(fields));
  return { request: new ChangedRequest(request, { body: { bytes, type: FORM_TYPE } }), files };
}

/** Reads the bytes and drops them, so that the form goes on behind them. */
export async function discarded(bytes: AsyncIterable<Uint8Array>) {
  let size = 0;
  for await (const piece of bytes) size += piece.byteLength;
  return { received: { size, discard: async () => {} } };
}
