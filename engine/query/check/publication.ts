import type { Access } from "../../access.ts";
import { EngineError } from "../../error.ts";
import type { Rules } from "../../rules.ts";
import type { Status } from "../../values/version.ts";
import { PUBLICATION_FILTERS, type PublicationFilter, type RawParams } from "../query.ts";
import type { CheckContext } from "./context.ts";
import { described } from "./raw-value.ts";
import { invalid } from "./refusal.ts";

/**
 * Checks `status`: the versions to read (reads, §12 and §22). Under strict rules the value is one of the two words or
 * both, and drafts need credentials. Otherwise any value other than `published` selects drafts, for everyone.
 */
export function checkStatus(
  { access, rules }: { readonly access: Access; readonly rules: Rules },
  raw: unknown,
): readonly Status[] {
  if (raw === undefined) return ["published"];
  if (!rules.strictStatus) return [raw === "published" ? "published" : "draft"];

  const words = new Set(Array.isArray(raw) ? raw : [raw]);
  for (const word of words) {
    if (word !== "published" && word !== "draft") throw invalidStatus(word);
  }
  if (words.size === 0) throw invalidStatus(raw);
  if (!words.has("draft")) return ["published"];
  if (!access.authenticated) throw new EngineError("unauthorized", "Missing or invalid credentials");
  return words.has("published") ? ["draft", "published"] : ["draft"];
}

function invalidStatus(raw: unknown): EngineError {
  return invalid(`Invalid parameter at 'status'. Expected 'published' or 'draft', received: ${described(raw)}`);
}

const FILTERS: ReadonlyMap<unknown, PublicationFilter> = new Map(PUBLICATION_FILTERS.map((filter) => [filter, filter]));

/**
 * Checks `publicationFilter`, or the equivalent of the older `hasPublishedVersion` (reads, §12). Throws for other
 * values.
 */
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
