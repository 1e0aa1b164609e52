import { otherStatus, type Status } from "../../values/version.ts";
import type { DocumentNumbers } from "./document-numbers.ts";
import type { DocumentTable } from "./document-table.ts";

/** Sets of rows by how the versions of their document differ. */
export const PUBLICATION_SETS = ["paired", "paired in any locale", "modified"] as const;

export type PublicationSet = (typeof PUBLICATION_SETS)[number];

/**
 * Whether the version of this status of a document in `documents`, the table of its locale, is in a set. `paired`: the
 * version of the other status exists too. `paired in any locale`: it exists in this locale or another. `modified`: both
 * exist, and the draft was changed after publishing.
 */
export function isInPublicationSet(
  name: PublicationSet,
  { documents, numbers }: { readonly documents: DocumentTable; readonly numbers: DocumentNumbers },
  number: number,
  status: Status,
): boolean {
  if (name === "paired in any locale") return numbers.hasVersion(number, otherStatus(status));
  const { draft = null, published = null } = documents.get(number) ?? {};
  if (draft === null || published === null) return false;
  return name === "paired" || draft.updatedAt > published.updatedAt;
}
