import { isRecord } from "../../../engine/internal.ts";

/** The page size and the number of entries that an answer tells; null where it tells none. */
export function paginationIn(answer: unknown): { readonly pageSize: number | null; readonly total: number | null } {
  const { meta } = isRecord(answer) ? answer : {};
  const { pagination } = isRecord(meta) ? meta : {};
  const { pageSize, total } = isRecord(pagination) ? pagination : {};
  const isSize = typeof pageSize === "number" && pageSize >= 1;
  return { pageSize: isSize ? pageSize : null, total: typeof total === "number" ? total : null };
}
