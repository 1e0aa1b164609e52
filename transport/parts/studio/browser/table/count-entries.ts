import { withQuery } from "../core/query-text.ts";
import { paginationIn } from "../core/read-list.ts";
import { send } from "../core/request.ts";
import type { Model } from "../model/model.ts";

/** The number of the documents of a type that have this version; null if the server does not report it. */
export async function countEntries(
  model: Model,
  status: "draft" | "published",
  signal: AbortSignal,
): Promise<number | null> {
  const parameters = [
    ["status", status],
    ["fields", "documentId"],
    ["pagination[pageSize]", "1"],
  ] as const;
  const path = withQuery(model.path, model.drafts ? parameters : parameters.slice(1));
  const { json } = await send({ path, signal });
  return paginationIn(json, "total");
}
