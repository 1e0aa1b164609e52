import { isRecord, type UnknownRecord, validationError } from "../../../../engine/internal.ts";

/** `api.rest` of the configuration, as far as lists need it. */
interface RestConfig {
  readonly defaultLimit?: unknown;
  readonly maxLimit?: unknown;
  readonly withCount?: unknown;
}

/** The part of a list that is asked for. */
export interface Window {
  readonly start: number;
  readonly limit: number;
  /** By pages, not by `start` and `limit`. */
  readonly isPaged: boolean;
  readonly counts: boolean;
}

const DEFAULT_LIMIT = 25;

/** @throws EngineError `validation` for a `withCount` that is neither yes nor no. */
export function windowOf(pagination: unknown, { defaultLimit, maxLimit, withCount = true }: RestConfig): Window {
  const asked = isRecord(pagination) ? pagination : {};
  const usual = Number(defaultLimit ?? DEFAULT_LIMIT);
  const counts = "withCount" in asked ? yesOrNo(asked.withCount) : Boolean(withCount);
  const isOffset = "start" in asked || "limit" in asked;
  const size = limited(Number((isOffset ? asked.limit : asked.pageSize) ?? usual), Number(maxLimit) || 0);
  const start = isOffset ? Number(asked.start ?? 0) : (Math.max(1, Number(asked.page ?? 1)) - 1) * size;
  return { start, limit: size, isPaged: !isOffset || "page" in asked || "pageSize" in asked, counts };
}

function limited(size: number, max: number): number {
  const asked = size === -1 ? max || Number.MAX_SAFE_INTEGER : Math.max(0, size);
  return max > 0 ? Math.min(asked, max) : asked;
}

function yesOrNo(given: unknown): boolean {
  if (given === undefined || [false, "false", "f", "0", 0].includes(given as string)) return false;
  if ([true, "true", "t", "1", 1].includes(given as string)) return true;
  const message = 'Invalid withCount parameter. Expected "t","1","true","false","0","f"';
  throw validationError([{ path: ["pagination", "withCount"], message }]);
}

/** `pagination` of the result; `total`: null where nobody counts. */
export function pageOf({ start, limit, isPaged }: Window, total: number | null): UnknownRecord {
  if (!isPaged) return { start, limit, ...(total !== null && { total }) };
  const page = limit === 0 ? 1 : Math.floor(start / limit) + 1;
  const pageCount = limit === 0 ? 0 : Math.ceil((total ?? 0) / limit);
  return { page, pageSize: limit, ...(total !== null && { pageCount, total }) };
}
