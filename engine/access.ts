/** What a caller can do to a content type. Actions of the Document Service are grantable like the REST ones. */
export const ACTIONS = [
  "find",
  "findOne",
  "create",
  "update",
  "delete",
  "publish",
  "unpublish",
  "discardDraft",
] as const;

export type Action = (typeof ACTIONS)[number];

/** What one caller may do: the only thing about a caller that the engine ever asks. */
export interface Access {
  /** False for callers without a token: they never see drafts in the default profile. */
  readonly authenticated: boolean;
  may(type: string, action: Action): boolean;
}

/** Everything, as for the embedded Document Service. */
export const FULL_ACCESS: Access = { authenticated: true, may: () => true };
