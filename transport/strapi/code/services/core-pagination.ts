import { isRecord, type Page, validationError } from "../../../../engine/internal.ts";

/** `api.rest` of the configuration, as far as lists need it. */
interface RestConfig {
  readonly defaultLimit?: unknown;
  readonly maxLimit?: unknown;
  readonly withCount?: unknown;
}

const DEFAULT_LIMIT = 25;

/** The part of a list that is asked for. @throws EngineError `validation` for a `withCount` that is neither yes nor no. */
export function windowOf(pagination: unknown, { defaultLimit, maxLimit, withCount = true }: RestConfig) {
  const asked = isRecord(pagination) ? pagination : {};
  const usual = Number(defaultLimit ?? DEFAULT_LIMIT);
  const isCounted = "withCount" in asked ? yesOrNo(asked.withCount) : Boolean(withCount);
  const isOffset = "start" in asked || "limit" in asked;
  const size = limited(Number((isOffset ? asked.limit : asked.pageSize) ?? usual), Number(maxLimit) || 0);
  const start = isOffset ? Number(asked.start ?? 0) : (Math.max(1, Number(asked.page ?? 1)) - 1) * size;
  const style = !isOffset || "page" in asked || "pageSize" in asked ? "page" : "offset";
  return { style, start, limit: size, withCount: isCounted } satisfies Page;
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
