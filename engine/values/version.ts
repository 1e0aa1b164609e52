import type { Json } from "./value.ts";

export type Status = "draft" | "published";

/**
 * One version of a document as plain data: what commits, snapshots and storages hold.
 *
 * `values` has the stored attributes by name: scalars in their normal form, components as objects with their numeric
 * `id`, dynamic zone items with `__component` too. Relations and media are not in it: they are links of their own.
 * Times are ISO 8601 in UTC with milliseconds. `publishedAt` is null on drafts.
 */
export interface VersionRecord {
  readonly id: number;
  readonly documentId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly publishedAt: string | null;
  readonly values: { readonly [attribute: string]: Json };
}
