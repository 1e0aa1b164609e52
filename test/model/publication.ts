import { type Entry, valueAt, type World } from "./entry.ts";

/** The value of `publicationFilter`, or the older `hasPublishedVersion` in its words (reads, §12). */
export function publicationFilterOf(params: { readonly [name: string]: unknown }): string | null {
  const { publicationFilter, hasPublishedVersion } = params;
  if (publicationFilter !== undefined && publicationFilter !== null) return String(publicationFilter);
  if (hasPublishedVersion === undefined || hasPublishedVersion === null) return null;
  return hasPublishedVersion === "true" ? "has-published-version-document" : "never-published-document";
}

/** Types without drafts are untouched. */
export function isInPublication(world: World, entry: Entry, filter: string | null): boolean {
  if (filter === null || entry.model.model === "component" || !entry.drafts) return true;
  const versionIn = (status: string) =>
    world.content.versions.find(
      (put) =>
        put.type === entry.model.uid &&
        put.status === status &&
        put.version.documentId === valueAt(entry, "documentId"),
    )?.version;
  const [draft, published] = [versionIn("draft"), versionIn("published")];
  const isDraft = entry.layer === "draft";
  const isLater = draft !== undefined && published !== undefined && draft.updatedAt > published.updatedAt;
  switch (filter) {
    case "never-published":
    case "never-published-document":
      return isDraft && published === undefined;
    case "has-published-version":
    case "has-published-version-document":
      return draft !== undefined && published !== undefined;
    case "modified":
      return isLater;
    case "unmodified":
      return draft !== undefined && published !== undefined && !isLater;
    case "published-with-draft":
      return !isDraft && draft !== undefined;
    case "published-without-draft":
      return !isDraft && draft === undefined;
  }
  throw new Error(`no publication filter ${filter}`);
}
