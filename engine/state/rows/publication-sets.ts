import type { DocumentRows } from "./document-rows.ts";

/** Sets of rows by how the versions of their document differ. */
export const PUBLICATION_SETS = ["paired", "modified"] as const;

export type PublicationSet = (typeof PUBLICATION_SETS)[number];

/**
 * `paired`: there is a draft and a published version. `modified`: in addition, the draft was changed after publishing.
 */
export function isInPublicationSet(name: PublicationSet, { draft, published }: DocumentRows): boolean {
  if (draft === null || published === null) return false;
  return name === "paired" || draft.updatedAt > published.updatedAt;
}
