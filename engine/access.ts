import { EngineError } from "./error.ts";
import type { Rules } from "./rules.ts";
import { isCreator } from "./schema/creators.ts";
import type { Status } from "./values/version.ts";

/**
 * Actions on a content type. REST and the Document Service grant the same ones; `readDrafts` is required of users in
 * addition to `find` and `findOne`.
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

/** The rights of one caller. The engine knows nothing else about its callers. */
export interface Access {
  /** False for callers without a token: they never see drafts in the default profile. */
  readonly authenticated: boolean;
  may(type: string, action: Action): boolean;
  /** The access that remains for reads that show drafts, if it is narrower. */
  readonly toDrafts?: Access;
}

/**
 * Whether a caller may read the entries behind an attribute: a relation needs the right to find its target type, unless
 * it shows who wrote an entry. Files need none.
 */
export function mayFollow(
  access: Access,
  attribute: { readonly kind: string; readonly system?: boolean; readonly target?: string },
): boolean {
  const { kind, target } = attribute;
  return kind !== "relation" || target === undefined || isCreator(attribute) || access.may(target, "find");
}

/** The caller's rights on a read of this status. Without strict statuses, drafts need no right of their own. */
export function accessTo(statuses: readonly Status[], access: Access, { strictStatus }: Rules): Access {
  return strictStatus && statuses.includes("draft") ? (access.toDrafts ?? access) : access;
}

/** @throws EngineError `forbidden` for drafts of a type whose drafts the caller may not read. */
export function assertMayRead(type: string, statuses: readonly Status[], access: Access, rules: Rules): void {
  const shown = accessTo(statuses, access, rules);
  if (shown !== access && !shown.may(type, "readDrafts")) throw new EngineError("forbidden", "Forbidden");
}

/** Full access, as the embedded Document Service has it. */
export const FULL_ACCESS: Access = { authenticated: true, may: () => true };
