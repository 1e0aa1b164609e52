import {
  type ContentType,
  count,
  type Engine,
  type Entry,
  findFirst,
  findMany,
  type Layer,
  localeOf,
  OBJECTS,
  type Query,
  type ReadContext,
  statusOf,
} from "../../../engine/internal.ts";
import { inStoredLocale } from "../../contract/locales/locale.ts";
import { noTypeNamed, typeNamed } from "../../contract/model/type-named.ts";
import type { DocumentParams } from "../documents/document-params.ts";
import { DocumentReader } from "../documents/document-reader.ts";
import type { GuardView } from "./guard.ts";

/** Reads content at once. Its methods throw Error for an unknown type, EngineError with every fault of the parameters. */
export function guardView(content: () => Engine): GuardView {
  const readerOf = (name: string) => {
    const engine = content();
    const type = typeNamed(engine.schema, name);
    if (type === undefined) throw new Error(`A guard: ${noTypeNamed(engine.schema, name)}`);
    return new DocumentReader({ engine }, type);
  };
  const read = <T>(name: string, params: DocumentParams, run: (reading: ReadContext, query: Query) => T): T => {
    const reader = readerOf(name);
    const query = reader.query(params, "find");
    return run(reader.reading(query), query);
  };
  return {
    count: (type, filters, params = {}) => read(type, filters === undefined ? params : { ...params, filters }, count),
    findMany: (type, params = {}) =>
      read(type, params, (reading, query) => findMany(reading, OBJECTS, query).entries as readonly Entry[]),
    findFirst: (type, params = {}) =>
      read(type, params, (reading, query) => findFirst(reading, OBJECTS, query) as Entry | null),
    findOne: (type, params) => {
      const reader = readerOf(type);
      const query = reader.inLocale(reader.query(params, "findOne"), params);
      return query === null ? null : reader.entry(query, params.documentId);
    },
  };
}

/** A version with all that it has one level deep, and its status unless an attribute has this name. */
export function guardedEntry(engine: Engine, type: ContentType, documentId: string, layer: Layer): Entry | null {
  const reader = new DocumentReader({ engine }, type);
  const status = statusOf(layer);
  // A type without drafts may link to a draft.
  const shown = type.draftAndPublish ? status : "draft";
  const query = inStoredLocale(reader.query({ populate: "*", status: shown }, "findOne"), localeOf(layer));
  const entry = reader.entry(query, documentId);
  return entry && ({ status, ...entry } as Entry);
}
