import {
  CHECK_LIMITS,
  type ContentType,
  checkQuery,
  type Entry,
  FULL_ACCESS,
  findMany,
  findOne,
  OBJECTS,
  type Query,
  type QueryShape,
  type RawParams,
  readContextOf,
  type Status,
} from "../../../engine/internal.ts";
import type { Store } from "../../../storage/core.ts";
import { inStoredLocale } from "../../contract/locales/locale.ts";

const UNLIMITED = { ...CHECK_LIMITS, defaultLimit: null, maxLimit: null };

/** Entries with private attributes, without permissions. */
export function readMany(store: Store, type: ContentType, params: RawParams): readonly Entry[] {
  const query = queryOf(store, type, params, "find");
  return findMany(readingOf(store, query), OBJECTS, query).entries as readonly Entry[];
}

/** One version likewise; null if there is none. `locale`: as it is stored. */
export function readVersion(
  store: Store,
  type: ContentType,
  {
    documentId,
    status,
    locale,
  }: { readonly documentId: string; readonly status: Status; readonly locale: string | null },
  populate?: RawParams,
): Entry | null {
  const asked = queryOf(store, type, { status, ...(populate && { populate }) }, "findOne");
  const query = inStoredLocale(asked, locale);
  return findOne(readingOf(store, query), OBJECTS, query, documentId) as Entry | null;
}

function queryOf({ engine }: Store, type: ContentType, params: RawParams, shape: QueryShape): Query {
  const { schema, rules } = engine;
  return checkQuery({
    schema,
    type,
    params,
    access: FULL_ACCESS,
    audience: "service",
    rules,
    limits: UNLIMITED,
    shape,
  });
}

function readingOf({ engine: { state, rules } }: Store, query: Query) {
  return readContextOf(state, rules, query, FULL_ACCESS, "service");
}
