import type { ContentType, Json } from "../../../engine/internal.ts";
import { documentIdOf } from "../../arbitraries/content.ts";
import { CONTENT_SCHEMA } from "../../arbitraries/content-schema.ts";
import { ASKERS, type Question, questionsOf } from "../../arbitraries/queries/questions.ts";
import { storedValue } from "../../arbitraries/values.ts";
import { dataFor, type WriteRequest, writeRequest } from "../../arbitraries/write-requests.ts";
import { fc } from "../../support/fast-check.ts";
import { portable, settled } from "./portable.ts";
import { queryText } from "./query-text.ts";

/** A request to both servers; `@note:1@` in it refers to a document that has a different id on each. */
export interface RestRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly body?: object;
  readonly auth: "full" | "none";
  /** The singular name of the type. */
  readonly type: string;
}

/** Reads under the rules of a real Strapi, of a list or of one entry. */
export const readRequest: fc.Arbitrary<RestRequest> = fc.oneof(
  ...ASKERS.filter(({ name }) => name.endsWith("Strapi")).map((asker) =>
    fc.tuple(questionsOf(asker), fc.nat(5)).map(([question, one]) => {
      const auth = asker.access.authenticated ? ("full" as const) : ("none" as const);
      return read(question, auth, one === 0);
    }),
  ),
);

function read({ type: uid, params, documentId }: Question, auth: RestRequest["auth"], isOne: boolean): RestRequest {
  const type = CONTENT_SCHEMA.type(uid);
  const { sort, ...rest } = portable(type, params);
  const query = isOne ? rest : { ...rest, sort: settled(sort) };
  const path = `/api/${type.pluralName}${isOne ? `/${documentId}` : ""}?${queryText(query)}`;
  return { method: "GET", path: withNames(path), auth, type: type.singularName };
}

/** The generated documentIds as names of documents. */
function withNames(path: string): string {
  let named = path;
  for (const type of CONTENT_SCHEMA.types.values()) {
    for (let number = 0; number < 8; number++) {
      named = named.replaceAll(documentIdOf(type, number), `@${type.singularName}:${number}@`);
    }
  }
  return named;
}

/** Writes one after the other, that build on one another. */
export const writeSequence: fc.Arbitrary<readonly WriteRequest[]> = fc.array(writeRequest, {
  minLength: 2,
  maxLength: 12,
  size: "max",
});

/** Writes that fill both servers for the reads: all that a write can carry, with values in every scalar attribute. */
export const filling: fc.Arbitrary<readonly WriteRequest[]> = fc.array(
  writeRequest.chain((write) =>
    scalarsOf(CONTENT_SCHEMA.type(write.type)).map((scalars) => ({
      ...write,
      kind: write.kind === "delete" ? ("create" as const) : write.kind,
      data: { ...scalars, ...write.data },
    })),
  ),
  { minLength: 60, maxLength: 60 },
);

/** Attributes whose every stored value may also be written. */
const WRITABLE = new Set([
  ...["string", "text", "richtext", "enumeration", "integer", "float", "decimal"],
  ...["biginteger", "boolean", "date", "time", "datetime", "json", "blocks"],
]);

function scalarsOf(type: ContentType): fc.Arbitrary<Record<string, Json>> {
  const scalars = [...type.attributes.values()].flatMap((attribute) =>
    attribute.kind === "scalar" && WRITABLE.has(attribute.type)
      ? [[attribute.name, storedValue(attribute.type).filter(isKept)] as const]
      : [],
  );
  return fc.record(Object.fromEntries(scalars));
}

/** SQLite keeps whole numbers as precisely as JavaScript does, and a text as json without its quotes. */
function isKept(value: Json): boolean {
  return value !== "null" && !/^-?\d{16,}$/.test(String(value));
}

/**
 * The request that a write is over REST, where nothing but a write to either version exists: what would withdraw a version
 * writes its draft.
 */
export function requestOf(write: WriteRequest, documentsOf: (type: string) => readonly string[]): RestRequest {
  const type = CONTENT_SCHEMA.type(write.type);
  const known = documentsOf(type.uid);
  const document = known[write.which % known.length];
  const status = write.publish || write.kind === "publish" ? "published" : "draft";
  const shared = { auth: "full", type: type.singularName } as const;
  const query = `?status=${status}&populate=*`;
  const body = { data: dataFor(type, write.data, documentsOf) };
  if (document === undefined || write.kind === "create") {
    return { ...shared, method: "POST", path: `/api/${type.pluralName}${query}`, body };
  }
  const path = `/api/${type.pluralName}/${document}`;
  if (write.kind === "delete") return { ...shared, method: "DELETE", path };
  return { ...shared, method: "PUT", path: path + query, body: write.kind === "publish" ? { data: {} } : body };
}
