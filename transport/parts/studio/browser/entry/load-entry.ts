import { member } from "../core/member.ts";
import { RefusedError, type Reply, send } from "../core/request.ts";
import type { Models } from "../model/model.ts";
import { populateAll } from "./populate.ts";
import { addressOf, type Target } from "./target.ts";

export type Status = "draft" | "published";

export interface Version {
  /** Null if there is none. */
  readonly entry: object | null;
  readonly reply: Reply;
}

/**
 * Both versions of a document. For a type without drafts, and for users who may not see drafts, only the published one.
 */
export interface Versions {
  readonly published: Version;
  readonly draft: Version | null;
  /**
   * If the document does not exist in the requested locale: the version shown instead, or the one in the default
   * locale.
   */
  readonly other: unknown;
}

/** @throws RefusedError (rejected) if neither version may be seen */
export async function loadVersions(target: Target, models: Models): Promise<Versions> {
  const { model, documentId, locale } = target;
  const load = async (status: Status): Promise<Version> => {
    const named = status === "draft" ? [["status", "draft"] as const] : [];
    const path = addressOf(target, [...named, ...populateAll(model, models)]);
    const reply = await send({ path, headers: { "x-galley-explain": "1" } });
    const data = member(reply.json, "data");
    return { entry: typeof data === "object" ? data : null, reply };
  };
  const [published, read] = await Promise.all([load("published"), model.drafts ? load("draft") : null]);
  const draft = read !== null && read.reply.status < 400 ? read : null;
  const { status } = (draft ?? published).reply;
  // A single type, or a locale, that was never saved is answered with 404.
  if (status === 404 && locale !== null)
    return { published, draft, other: await newest({ ...target, locale: null }, models) };
  if (status >= 400 && !(documentId === null && status === 404)) throw new RefusedError((draft ?? published).reply);
  const here = [draft, published].some((version) => isIn(version?.entry, locale));
  // A fallback from another locale is not a version of this locale.
  const own = (version: Version) => (here && !isIn(version.entry, locale) ? { ...version, entry: null } : version);
  const other = here ? null : (draft?.entry ?? published.entry);
  return { published: own(published), draft: draft && own(draft), other };
}

async function newest(target: Target, models: Models): Promise<unknown> {
  const { published, draft } = await loadVersions(target, models);
  return draft?.entry ?? published.entry;
}

function isIn(entry: unknown, locale: string | null): boolean {
  return locale === null || member(entry, "locale") === locale;
}
