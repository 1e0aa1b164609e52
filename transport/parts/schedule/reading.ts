import {
  type ContentType,
  type Entry,
  findMany,
  findOne,
  OBJECTS,
  type RawParams,
  type Status,
} from "../../../engine/internal.ts";
import type { Store } from "../../../storage/core.ts";
import { inStoredLocale } from "../../contract/locales/locale.ts";
import { serviceQuery, serviceReading } from "../../contract/service-read.ts";

/** Entries with private attributes, without permissions. */
export function readMany(store: Store, type: ContentType, params: RawParams): readonly Entry[] {
  const query = serviceQuery(store, type, params, "find");
  return findMany(serviceReading(store, query), OBJECTS, query).entries as readonly Entry[];
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
  const asked = serviceQuery(store, type, { status, ...(populate && { populate }) }, "findOne");
  const query = inStoredLocale(asked, locale);
  return findOne(serviceReading(store, query), OBJECTS, query, documentId) as Entry | null;
}
