import type { Page } from "../../../engine/internal.ts";

/**
 * A connection's `pageInfo`, made of where the page begins, its size and all matches (graphql, §9). A page of everything
 * is the only one, and what lies behind its beginning its size.
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
