import type { Collection } from "../../state/rows/collection.ts";
import type { PublicationSet } from "../../state/rows/publication-sets.ts";
import type { Status } from "../../values/version.ts";
import type { PublicationFilter } from "../query.ts";

/** The versions that a publication filter keeps: in one status only, inside a set, or outside of a set. */
interface VersionSelection {
  readonly status?: Status;
  readonly inside?: PublicationSet;
  readonly outside?: PublicationSet;
}

/** The versions that each publication filter keeps (reads, §12 and §21). */
export const PUBLICATION: Readonly<Record<PublicationFilter, VersionSelection>> = {
  "never-published": { status: "draft", outside: "paired" },
  "never-published-document": { status: "draft", outside: "paired in any locale" },
  "has-published-version": { inside: "paired" },
  "has-published-version-document": { inside: "paired in any locale" },
  modified: { inside: "modified" },
  unmodified: { inside: "paired", outside: "modified" },
  "published-with-draft": { status: "published", inside: "paired" },
  "published-without-draft": { status: "published", outside: "paired" },
};

/** Whether a document's version of this status passes a publication filter; its type has drafts. */
export function passesPublication(
  filter: PublicationFilter,
  collection: Collection,
  number: number,
  status: Status,
): boolean {
  const kept = PUBLICATION[filter];
  if (kept.status !== undefined && kept.status !== status) return false;
  if (kept.inside !== undefined && !collection.isInPublicationSet(kept.inside, number, status)) return false;
  return kept.outside === undefined || !collection.isInPublicationSet(kept.outside, number, status);
}
