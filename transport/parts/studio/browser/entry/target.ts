import { type Parameters, withQuery } from "../core/query-text.ts";
import type { Model } from "../model/model.ts";

/** The document that is shown or edited, and its locale. */
export interface Target {
  readonly model: Model;
  /** Null for the entry of a single type, empty for a new entry. */
  readonly documentId: string | null;
  /** Null for the default locale, and for types without locales. */
  readonly locale: string | null;
}

/** The document's URL in the API; `below` is appended to its path. */
export function addressOf({ model, documentId, locale }: Target, parameters: Parameters = [], below = ""): string {
  const path =
    documentId === null || documentId === "" ? model.path : `${model.path}/${encodeURIComponent(documentId)}`;
  return withQuery(path + below, [...parameters, ...(locale === null ? [] : [["locale", locale] as const])]);
}
