import { EngineError } from "./error.ts";
import type { Rules } from "./rules.ts";
import type { Status } from "./values/version.ts";

/**
 * What a caller can do to a content type. Actions of the Document Service are grantable like the REST ones; `readDrafts`
 * is asked of users beside `find` and `findOne`.
 */
export const ACTIONS = [
  "find",
  "findOne",
  "create",
  "update",
  "delete",
  "publish",
  "unpublish",
  "discardDraft",
  "readDrafts",
] as const;

export type Action = (typeof ACTIONS)[number];

/** What one caller may do: the only thing about a caller that the engine ever asks. */
export interface Access {
  /** False for callers without a token: they never see drafts in the default profile. */
  readonly authenticated: boolean;
  may(type: string, action: Action): boolean;
  /** What is left of it where drafts are shown, if less than all of it. */
  readonly toDrafts?: Access;
}

/** What a caller may do where these versions are shown. Without strict statuses drafts are nothing apart. */
export function accessTo(statuses: readonly Status[], access: Access, { strictStatus }: Rules): Access {
  return strictStatus && statuses.includes("draft") ? (access.toDrafts ?? access) : access;
}

/** @throws EngineError `forbidden` for drafts of a type whose drafts the caller may not read. */
export function assertMayRead(type: string, statuses: readonly Status[], access: Access, rules: Rules): void {
  const shown = accessTo(statuses, access, rules);
  if (shown !== access && !shown.may(type, "readDrafts")) throw new EngineError("forbidden", "Forbidden");
}

/** Everything, as for the embedded Document Service. */
export const FULL_ACCESS: Access = { authenticated: true, may: () => true };
