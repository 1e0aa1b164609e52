import type { Change, Commit, Json, Status } from "../../engine/internal.ts";
import { documentId } from "../content/data.ts";

/** The commits that starts are measured with, by number from 1. */
export const COMMITS = {
  /** Creates an author: 590 bytes in a journal. */
  creations(number: number): Commit {
    const values = {
      name: `Author ${number}`,
      bio: `Writes about rivers, stones and the number ${number % 97}.`,
      email: `author${number}@example.com`,
    };
    return commit(number, [
      { kind: "sequence", of: "api::author.author", last: number },
      put("author", "published", number, { id: number, made: number, values }),
    ]);
  },
  /** Saves the draft of a tag, in one of ten cases a new one: 410 bytes in a journal. */
  changes(number: number): Commit {
    const tags = documentsAfter("changes", number);
    const isNew = tags > documentsAfter("changes", number - 1);
    const tag = isNew ? tags : ((number * STEP) % tags) + 1;
    const values = { name: `Tag ${number}` };
    const saved = put("tag", "draft", number, { id: tag, made: (tag - 1) * SAVES + 1, values });
    return commit(number, isNew ? [{ kind: "sequence", of: "api::tag.tag", last: tag }, saved] : [saved]);
  },
} as const satisfies { readonly [kind: string]: (number: number) => Commit };

export type CommitKind = keyof typeof COMMITS;

/** The number of documents after this many commits. */
export function documentsAfter(kind: CommitKind, commits: number): number {
  return kind === "creations" ? commits : Math.ceil(commits / SAVES);
}

/** Commits per tag. */
const SAVES = 10;
/** A prime, so that tags are changed in an order that looks random. */
const STEP = 7919;
const FIRST_DAY = Date.UTC(2026, 0, 1);

/** A version: the number of the commit that made it, and its values. */
interface Saved {
  readonly id: number;
  readonly made: number;
  readonly values: { readonly [attribute: string]: Json };
}

function commit(number: number, changes: readonly Change[]): Commit {
  return { number, at: FIRST_DAY + number, changes };
}

function put(name: string, status: Status, number: number, { id, made, values }: Saved): Change {
  const [createdAt, updatedAt] = [timeOf(made), timeOf(number)];
  const publishedAt = status === "draft" ? null : updatedAt;
  const version = { id, documentId: documentId(name.charAt(0), id), createdAt, updatedAt, publishedAt, values };
  return { kind: "put", type: `api::${name}.${name}`, status, version };
}

function timeOf(number: number): string {
  return new Date(FIRST_DAY + number).toISOString();
}
