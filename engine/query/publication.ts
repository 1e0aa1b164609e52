import type { Status } from "../document/version.ts";
import type { DocumentRows } from "../state/collection.ts";
import type { PublicationFilter } from "./query.ts";

/** Whether a version of a type with drafts passes a publication filter (reads, §12). */
export function passesPublication(
  filter: PublicationFilter,
  status: Status,
  { draft, published }: DocumentRows,
): boolean {
  const both = draft !== null && published !== null;
  switch (filter) {
    case "never-published":
    case "never-published-document":
      return status === "draft" && published === null;
    case "has-published-version":
    case "has-published-version-document":
      return both;
    case "modified":
      return both && draft.updatedAt > published.updatedAt;
    case "unmodified":
      return both && draft.updatedAt <= published.updatedAt;
    case "published-with-draft":
      return status === "published" && both;
    case "published-without-draft":
      return status === "published" && draft === null;
  }
}
