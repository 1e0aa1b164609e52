import { member } from "../core/member.ts";
import { withQuery } from "../core/query-text.ts";
import { entriesIn, paginationIn } from "../core/read-list.ts";
import { ask, type Reply } from "../core/request.ts";
import type { Model, Models } from "../model/model.ts";
import { type ListQuery, listParameters, versionsOf } from "./list-query.ts";

/** One row: a document with the shown versions. */
export interface Row {
  readonly documentId: string;
  /** The requested version; the draft if both were requested. */
  readonly entry: unknown;
  /** The published version beside a draft: undefined if it was not requested, null if there is none. */
  readonly published?: unknown;
}

export interface List {
  readonly rows: readonly Row[];
  readonly total: number | null;
  readonly pageCount: number | null;
  readonly reply: Reply;
}

/** @throws RefusedError (rejected) */
export async function loadList(model: Model, query: ListQuery, models: Models, signal: AbortSignal): Promise<List> {
  const versions = versionsOf(model, query);
  const status = versions === "published" ? "published" : "draft";
  const path = withQuery(model.path, listParameters(model, query, status, models));
  const reply = await ask({ path, headers: { "x-galley-explain": "1" }, signal });
  const entries = entriesIn(reply.json);
  const published = status === "published" ? null : await publishedOf(model, entries, query, models, signal);
  return {
    rows: entries.map((entry) => {
      const documentId = String(member(entry, "documentId"));
      return { documentId, entry, ...(published && { published: published.get(documentId) ?? null }) };
    }),
    total: paginationIn(reply.json, "total"),
    pageCount: paginationIn(reply.json, "pageCount"),
    reply,
  };
}

/** The published versions of the drafts on a page, by documentId. */
async function publishedOf(
  model: Model,
  drafts: readonly unknown[],
  query: ListQuery,
  models: Models,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, unknown>> {
  if (drafts.length === 0 || query.versions === "draft") return new Map();
  const value = drafts.map((draft) => String(member(draft, "documentId"))).join(",");
  const conditions = [{ field: "documentId", operator: "$in", value }];
  const same: ListQuery = { ...query, conditions, sort: [], search: "", page: 1 };
  const { json } = await ask({ path: withQuery(model.path, listParameters(model, same, "published", models)), signal });
  return new Map(entriesIn(json).map((entry) => [String(member(entry, "documentId")), entry]));
}
