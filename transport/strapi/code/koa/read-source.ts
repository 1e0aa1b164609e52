import { parseJsonOrForm } from "../../../contract/parse-body.ts";
import { mediaTypeOf } from "../../../http/headers/media-type.ts";
import { ChangedRequest } from "../../../http/inner-request.ts";
import { bodyBytes, utf8Text } from "../../../http/json/json-body.ts";
import { WITH_BODY } from "../../../http/methods.ts";
import { type HttpRequest, isSource } from "../../../http/port.ts";
import type { RouteServing } from "../../../parts/routes/route-serving.ts";
import type { KoaSource } from "./koa-request.ts";

/** The parts of a galley that read its requests. */
export type ReadBy = Pick<RouteServing, "origin" | "paramsOf" | "jsonLimits">;

/** The source of `ctx.request` for a request. */
export function koaSource(serving: ReadBy, request: HttpRequest, files?: unknown): KoaSource {
  const { method, path, query, remoteAddress } = request;
  return {
    method,
    path,
    query,
    remoteAddress,
    origin: serving.origin(),
    headers: request.allHeaders(),
    parse: (text) => serving.paramsOf(text === query ? request : new ChangedRequest(request, { query: text })),
    body: () => bodyOf(serving, request),
    text: () => (isInMemory(request) ? utf8Text(bodyBytes(request)) : undefined),
    files,
  };
}

/** JSON, the fields of a form, or text; as in Strapi, undefined for any other type. */
function bodyOf({ jsonLimits }: ReadBy, request: HttpRequest): unknown {
  if (!WITH_BODY.has(request.method)) return {};
  const type = mediaTypeOf(request);
  if (!isInMemory(request) || !PARSED.test(type)) return undefined;
  return type.startsWith("text/") ? utf8Text(bodyBytes(request)) : parseJsonOrForm(request, jsonLimits);
}

const PARSED = /^text\/|\bjson\b|^application\/(?:csp-report|x-www-form-urlencoded)$/;

function isInMemory({ body }: HttpRequest): boolean {
  return body !== null && (body === "too large" || !isSource(body));
}
