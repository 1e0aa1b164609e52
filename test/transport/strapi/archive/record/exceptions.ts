/**
 * A visitor's filter over a relation to a document that is a draft only. Galley never lets visitors learn about drafts
 * (decisions).
 */
export const EXCEPTIONS: ReadonlySet<string> = new Set(["/api/authors?filters[pinned][title][$notNull]=true"]);
