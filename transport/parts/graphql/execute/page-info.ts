import type { Page } from "../../../../engine/internal.ts";

/**
 * A connection's `pageInfo` from the start of the page, its size and the number of matches (graphql, §9). A page without
 * a limit is the only one, and its size is what follows its start.
 */
export interface PageInfo {
  readonly total: number;
  readonly page: number;
  readonly pageSize: number;
  readonly pageCount: number;
}

export function pageInfoOf({ start, limit }: Page, total: number): PageInfo {
  if (limit === null) return { total, page: 1, pageSize: total - start, pageCount: 1 };
  return { total, page: Math.floor(start / limit) + 1, pageSize: limit, pageCount: Math.ceil(total / limit) };
}
