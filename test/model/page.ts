export interface PageLimits {
  readonly defaultLimit: number | null;
  readonly maxLimit: number | null;
}

/** The page that `pagination` asks for (reads, §9). */
export interface ModelPage {
  readonly start: number;
  readonly limit: number;
  readonly style: "page" | "offset";
  readonly withCount: boolean;
}

export function pageOf(raw: unknown, limits: PageLimits): ModelPage {
  const given = (typeof raw === "object" && raw !== null ? raw : {}) as { readonly [name: string]: unknown };
  const { page, pageSize, start, limit, withCount = "true" } = given;
  const isOffset = Object.hasOwn(given, "start") || Object.hasOwn(given, "limit");
  const style = isOffset && !Object.hasOwn(given, "page") && !Object.hasOwn(given, "pageSize") ? "offset" : "page";
  const size = sizeOf(isGiven(page) || isGiven(pageSize) ? pageSize : limit, limits);
  const first = isGiven(page) || isGiven(pageSize) ? (numberOf(page, 1) - 1) * size : numberOf(start, 0);
  const counts = ["true", "t", "1"].includes(String(withCount));
  return { start: Math.max(0, first), limit: size, style, withCount: counts };
}

/** The answer's description of its page. */
export function paginationOf({ start, limit, style, withCount }: ModelPage, total: number): object {
  if (style === "offset") return withCount ? { start, limit, total } : { start, limit };
  const page = { page: Math.floor(start / limit) + 1, pageSize: limit };
  return withCount ? { ...page, pageCount: Math.ceil(total / limit), total } : page;
}

/** At least one, at most the maximum; a value that is not a number is the maximum. */
function sizeOf(raw: unknown, { defaultLimit, maxLimit }: PageLimits): number {
  const most = maxLimit ?? Number.POSITIVE_INFINITY;
  if (!isGiven(raw)) return Math.min(defaultLimit ?? Number.POSITIVE_INFINITY, most);
  const size = Number(raw);
  return Number.isNaN(size) ? most : Math.min(Math.max(size, 1), most);
}

function numberOf(raw: unknown, otherwise: number): number {
  return isGiven(raw) ? Number(raw) : otherwise;
}

function isGiven(raw: unknown): boolean {
  return raw !== undefined && raw !== null;
}
