import { withQuery } from "../core/query-text.ts";
import { member, RefusedError, type Reply, send } from "../core/request.ts";
import type { Model, Models } from "../model/model.ts";
import { populateAll } from "./populate.ts";

export type Status = "draft" | "published";

export interface Version {
  /** Null where there is none. */
  readonly entry: object | null;
  readonly path: string;
  readonly reply: Reply;
}

/** Both versions of a document; of a type without drafts, and for who may not see them, the published one alone. */
export interface Versions {
  readonly published: Version;
  readonly draft: Version | null;
}

/** @throws RefusedError (rejected) where neither version may be seen. */
export async function loadVersions(model: Model, documentId: string | null, models: Models): Promise<Versions> {
  const base = documentId === null ? model.path : `${model.path}/${encodeURIComponent(documentId)}`;
  const load = async (status: Status): Promise<Version> => {
    const named = status === "draft" ? [["status", "draft"] as const] : [];
    const path = withQuery(base, [...named, ...populateAll(model, models)]);
    const reply = await send({ path, headers: { "x-galley-explain": "1" } });
    const data = member(reply.json, "data");
    return { entry: typeof data === "object" ? data : null, path, reply };
  };
  const [published, draft] = await Promise.all([load("published"), model.drafts ? load("draft") : null]);
  const seen = draft !== null && draft.reply.status < 400 ? draft : published;
  // A single type that nobody has written yet is not there.
  if (seen.reply.status >= 400 && !(documentId === null && seen.reply.status === 404))
    throw new RefusedError(seen.reply);
  return { published, draft: draft !== null && draft.reply.status < 400 ? draft : null };
}
