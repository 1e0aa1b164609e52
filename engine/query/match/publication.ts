import type { DocumentRows } from "../../state/rows/document-rows.ts";
import { isInPublicationSet, type PublicationSet } from "../../state/rows/publication-sets.ts";
import type { Status } from "../../values/version.ts";
import type { PublicationFilter } from "../query.ts";

/** The versions that a publication filter keeps: in one status only, inside a set, or outside of a set. */
interface VersionSelection {
  readonly status?: Status;
  readonly inside?: PublicationSet;
  readonly outside?: PublicationSet;
}

const NEVER_PUBLISHED: VersionSelection = { status: "draft", outside: "paired" };
const HAS_PUBLISHED: VersionSelection = { inside: "paired" };

/** The versions that each publication filter keeps (reads, §12). */
export const PUBLICATION: Readonly<Record<PublicationFilter, VersionSelection>> = {
  "never-published": NEVER_PUBLISHED,
  "never-published-document": NEVER_PUBLISHED,
  "has-published-version": HAS_PUBLISHED,
  "has-published-version-document": HAS_PUBLISHED,
  modified: { inside: "modified" },
  unmodified: { inside: "paired", outside: "modified" },
  "published-with-draft": { status: "published", inside: "paired" },
  "published-without-draft": { status: "published", outside: "paired" },
};

/** Whether a version of a type with drafts passes a publication filter. */
export function passesPublication(filter: PublicationFilter, status: Status, document: DocumentRows): boolean {
  const kept = PUBLICATION[filter];
  if (kept.status !== undefined && kept.status !== status) return false;
  if (kept.inside !== undefined && !isInPublicationSet(kept.inside, document)) return false;
  return kept.outside === undefined || !isInPublicationSet(kept.outside, document);
}
