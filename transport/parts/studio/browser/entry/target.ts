import { type Parameters, withQuery } from "../core/query-text.ts";
import { type Model, routeName } from "../model/model.ts";

/** The document that is shown or edited, and its locale. */
export interface Target {
  readonly model: Model;
  /** Null for the entry of a single type, empty for a new entry. */
  readonly documentId: string | null;
  /** The documentId of the entry that a new one starts as a copy of. */
  readonly copied?: string;
  /** Null for the default locale, and for types without locales. */
  readonly locale: string | null;
}

/** The document's URL in the API. */
export function addressOf(target: Target, parameters: Parameters = []): string {
  return addressAt(target.model.path, target, parameters);
}

/** To POST to. The API has this operation only if it is configured; for Studio the server has it in any case. */
export function actionAddress(target: Target, name: "unpublish" | "discard-draft"): string {
  return addressAt(`/_studio/content/${routeName(target.model)}`, target, [], `/actions/${name}`);
}

function addressAt(root: string, { documentId, locale }: Target, parameters: Parameters, below = ""): string {
  const path = documentId === null || documentId === "" ? root : `${root}/${encodeURIComponent(documentId)}`;
  return withQuery(path + below, [...parameters, ...(locale === null ? [] : [["locale", locale] as const])]);
}
