import type { ServerResponse } from "node:http";
import { type HeaderList, type HttpResponse, inOnePiece, type WholeBody } from "../../http/port.ts";

/** The fields of an answer as `writeHead` takes them: names and values in turn. `size`: of the body, in bytes. */
export function headFields({ status, headers, ownHeaders, requestId }: HttpResponse, size: number | null): string[] {
  const fields = [...sharedFields(headers), "x-request-id", requestId];
  if (ownHeaders !== undefined) for (const [name, value] of ownHeaders) fields.push(name, value);
  if (size !== null) fields.push("content-length", String(size));
  else if (status !== 204 && status !== 304) fields.push("content-length", "0");
  return fields;
}

const FIELDS = new WeakMap<HeaderList, readonly string[]>();

/** The fields of a header list that many answers share, cached with the list. */
function sharedFields(headers: HeaderList): readonly string[] {
  const known = FIELDS.get(headers);
  if (known !== undefined) return known;
  const fields = headers.flat();
  FIELDS.set(headers, fields);
  return fields;
}

/** Ends an answer with a small body. Node writes head and body at once if the body is a text. */
export function endWith(outgoing: ServerResponse, body: WholeBody, size: number): void {
  const piece = inOnePiece(body);
  // As many bytes as characters, so all are ASCII: copied, not encoded.
  if (typeof piece === "string") outgoing.end(piece, piece.length === size ? "latin1" : "utf8");
  else outgoing.end(piece);
}
