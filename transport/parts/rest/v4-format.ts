import type { AnyModel, Attribute, Json, Schema } from "../../../engine/internal.ts";
import { isPromise } from "../../../engine/internal.ts";
import type { AnswerFormat } from "../../contract/profiles/rest-config.ts";
import { isTagged, taggedAnswer } from "../../contract/tagged-answer.ts";
import type { Answer } from "../../http/answer.ts";
import { inOnePiece, isSource } from "../../http/port.ts";
import type { RouteHandle } from "../../http/service.ts";

type Members = { readonly [name: string]: Json };

/**
 * The route for callers that request answers in the format of Strapi 4, by the header `Strapi-Response-Format: v4`
 * or without it where `otherwise` says so (writes, §5): attributes apart from the identity, linked entries inside `data`, components flat.
 */
export function withV4Format(
  schema: Schema,
  model: AnyModel,
  handle: RouteHandle,
  otherwise: AnswerFormat,
): RouteHandle {
  const reshape = (answer: Answer): Answer => {
    if (answer.body === null || isSource(answer.body)) return answer;
    const body = inV4Format(schema, model, textOf(inOnePiece(answer.body)));
    return isTagged(answer) ? taggedAnswer(body) : { ...answer, body };
  };
  return (call) => {
    const header = call.request.header("strapi-response-format");
    const asked = header === "v4" || (otherwise === "v4" && header !== "v5");
    const inForm = asked ? (answer: Answer) => byForm(reshape(answer)) : byForm;
    const answer = handle(call);
    return isPromise(answer) ? answer.then(inForm) : inForm(answer);
  };
}

/** An answer cached by its tag is not what callers of the other format get. */
function byForm(answer: Answer): Answer {
  return isTagged(answer) ? { ...answer, headers: [...answer.headers, BY_FORM] } : answer;
}

const BY_FORM = ["vary", "Strapi-Response-Format"] as const;

function inV4Format(schema: Schema, model: AnyModel, body: string): string {
  const { data, meta }: { data: Json; meta: Json } = JSON.parse(body);
  return JSON.stringify({ data: reshaped(data, (entry) => entryOf(schema, model, entry)), meta });
}

function textOf(body: string | Uint8Array): string {
  return typeof body === "string" ? body : Buffer.from(body).toString();
}

function entryOf(schema: Schema, model: AnyModel, { id, documentId, ...rest }: Members): Members {
  return { ...present({ id, documentId }), attributes: attributesOf(schema, model, rest) };
}

function componentOf(schema: Schema, model: AnyModel, { id, ...rest }: Members): Members {
  return { ...present({ id }), ...attributesOf(schema, model, rest) };
}

function attributesOf(schema: Schema, model: AnyModel, values: Members): Members {
  const shown = Object.entries(values).map(([name, value]) => [
    name,
    answered(schema, model.attributes.get(name), value),
  ]);
  return Object.fromEntries(shown);
}

function answered(schema: Schema, attribute: Attribute | undefined, value: Json): Json {
  switch (attribute?.kind) {
    case "relation":
    case "media":
      return { data: reshaped(value, (entry) => entryOf(schema, schema.target(attribute), entry)) };
    case "morph":
      return { data: reshaped(value, (entry) => entryOf(schema, schema.type(String(entry.__type)), entry)) };
    case "component":
      return reshaped(value, (item) => componentOf(schema, schema.component(attribute.component), item));
    case "dynamiczone":
      return reshaped(value, (item) => componentOf(schema, schema.component(String(item.__component)), item));
    default:
      return value;
  }
}

/** One entry, each of a list, or null. */
function reshaped(value: Json, reshape: (entry: Members) => Members): Json {
  if (typeof value !== "object" || value === null) return value;
  return isList(value) ? value.map((item) => reshaped(item, reshape)) : reshape(value);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function present(identity: { readonly [name: string]: Json | undefined }): Members {
  return Object.fromEntries(
    Object.entries(identity).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
