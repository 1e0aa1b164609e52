import type { IncomingMessage } from "node:http";
import { FORM_TYPE } from "../../http/form/form-type.ts";
import { mediaTypeOf } from "../../http/headers/media-type.ts";
import type { HttpRequest } from "../../http/port.ts";

/** A body that other code has read, in bytes; a text is the reason why it cannot be had again. */
export function bodyReadBefore(incoming: IncomingMessage, request: HttpRequest): Uint8Array | string {
  const { rawBody, body } = incoming as { readonly rawBody?: unknown; readonly body?: unknown };
  for (const each of [rawBody, body]) {
    if (typeof each === "string") return Buffer.from(each);
    if (ArrayBuffer.isView(each)) return Buffer.from(each.buffer, each.byteOffset, each.byteLength);
  }
  const type = mediaTypeOf(request);
  if (body !== undefined && type === FORM_TYPE) return Buffer.from(formText(body));
  if (body !== undefined && /\bjson$/.test(type)) return Buffer.from(JSON.stringify(body));
  return `The body was read before Galley could: mount Galley before the code that reads ${type || "it"}`;
}

/** An object as `application/x-www-form-urlencoded`, with brackets for nested values. */
function formText(body: unknown): string {
  const pairs: string[] = [];
  const add = (name: string, value: unknown): void => {
    if (Array.isArray(value)) for (const [at, each] of value.entries()) add(`${name}[${at}]`, each);
    else if (typeof value === "object" && value !== null) {
      for (const [key, each] of Object.entries(value)) add(name === "" ? key : `${name}[${key}]`, each);
    } else pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(String(value ?? ""))}`);
  };
  add("", body);
  return pairs.join("&");
}
