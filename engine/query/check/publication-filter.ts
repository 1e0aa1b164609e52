import { PUBLICATION_FILTERS, type PublicationFilter, type RawParams } from "../query.ts";
import type { CheckContext } from "./context.ts";
import { invalid } from "./refusal.ts";

const FILTERS: ReadonlyMap<unknown, PublicationFilter> = new Map(PUBLICATION_FILTERS.map((filter) => [filter, filter]));

/** `publicationFilter`, or what the older `hasPublishedVersion` means in its terms (reads, §12). Throws for other words. */
export function checkPublicationFilter(context: CheckContext, params: RawParams): PublicationFilter | null {
  const { publicationFilter, hasPublishedVersion } = params;
  const older = checkHasPublishedVersion(context, hasPublishedVersion);
  if (publicationFilter === undefined || publicationFilter === null) return older;
  const filter = FILTERS.get(publicationFilter);
  if (filter !== undefined) return filter;
  const expected = `Expected one of: ${PUBLICATION_FILTERS.join(", ")}.`;
  throw invalid(`Invalid value for 'publicationFilter'. ${expected}`, { source: "query", param: "publicationFilter" });
}

function checkHasPublishedVersion({ faults }: CheckContext, raw: unknown): PublicationFilter | null {
  switch (raw) {
    case undefined:
    case null:
      return null;
    case true:
    case "true":
      return "has-published-version-document";
    case false:
    case "false":
      return "never-published-document";
  }
  const message = "Invalid value for 'hasPublishedVersion'. Expected boolean or 'true'/'false' string.";
  faults.report("shape", () => invalid(message));
  return null;
}
