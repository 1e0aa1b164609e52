import { type Parameters, withQuery } from "../../core/query-text.ts";
import { entriesIn } from "../../core/read-list.ts";
import { ask, send } from "../../core/request.ts";
import type { Model } from "../../model/model.ts";

const MAX_FOUND = "10";

/**
 * The first entries of a type that match a search. Drafts are searched, since an unpublished entry can be linked to as
 * well; users who may not see drafts get published versions. `locale`: of the entry that will link to them.
 */
export async function findEntries(
  model: Model | undefined,
  text: string,
  locale: string | null,
): Promise<readonly unknown[]> {
  if (model === undefined) return [];
  const parameters: Parameters = [
    ...(text === "" ? [] : [["_q", text] as const]),
    ...(model.localized && locale !== null ? [["locale", locale] as const] : []),
    ["pagination[pageSize]", MAX_FOUND],
  ];
  const drafts = model.drafts
    ? await send({ path: withQuery(model.path, [["status", "draft"], ...parameters]) })
    : null;
  const isAllowed = drafts !== null && drafts.status < 400;
  const { json } = isAllowed ? drafts : await ask({ path: withQuery(model.path, parameters) });
  return entriesIn(json);
}
