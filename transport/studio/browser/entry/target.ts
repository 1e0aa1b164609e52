import { type Parameters, withQuery } from "../core/query-text.ts";
import type { Model } from "../model/model.ts";

/** What is looked at or written: a document, in one of its locales. */
export interface Target {
  readonly model: Model;
  /** Null for the entry of a single type, empty for one that is not there yet. */
  readonly documentId: string | null;
  /** Null for the default one, and where there are none. */
  readonly locale: string | null;
}

/** Where the API has it; `below`: a path behind its own. */
export function addressOf({ model, documentId, locale }: Target, parameters: Parameters = [], below = ""): string {
  const path =
    documentId === null || documentId === "" ? model.path : `${model.path}/${encodeURIComponent(documentId)}`;
  return withQuery(path + below, [...parameters, ...(locale === null ? [] : [["locale", locale] as const])]);
}
