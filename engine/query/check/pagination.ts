import { EngineError } from "../../error.ts";
import type { Page, RawParams } from "../query.ts";
import type { CheckContext } from "./context.ts";
import { described, flagOf, isRawObject, type RawObject } from "./raw-value.ts";
import { invalid } from "./refusal.ts";

const MISPLACED =
  "Invalid pagination attributes. The page parameters are incorrect and must be in the pagination object";

export const PAGE_KEYS: ReadonlySet<string> = new Set(["page", "pageSize", "start", "limit"]);

/** Checks the page of a list in `pagination` (reads, §9). Throws if both styles are mixed. */
export function checkPage(context: CheckContext, params: RawParams): Page {
  const raw = isRawObject(params.pagination) ? params.pagination : {};
  const { defaultLimit, maxLimit } = context.limits;
  const window = checkWindow(context, raw, defaultLimit, maxLimit);
  if (isGiven(params.page) || isGiven(params.pageSize)) {
    context.faults.report("shape", () => new EngineError("pagination", MISPLACED));
  }
  return { style: styleOf(raw), ...window, withCount: checkWithCount(context, raw) };
}

/**
 * Checks the page of a populated list: the keys of `pagination`, which may also be among the other options. Null if
 * there are none: then all entries are returned, which is why there is no upper limit.
 */
export function checkListPage(context: CheckContext, options: RawObject): Page | null {
  const raw = isRawObject(options.pagination) ? { ...options, ...options.pagination } : options;
  if (![...PAGE_KEYS].some((key) => isGiven(raw[key]))) return null;
  const pageSize = isGiven(raw.page) ? context.limits.defaultLimit : null;
  return { style: styleOf(raw), ...checkWindow(context, raw, pageSize, null), withCount: false };
}

/** Checks the page of a request for one entry: none, unless the rules give `start` an effect. */
export function checkOnePage(context: CheckContext, params: RawParams): Page {
  const start = checkOutside(context, params);
  return { style: "page", start: context.rules.pageNumbers === "loose" ? start : 0, limit: 1, withCount: false };
}

/** Checks the range of a list without pages: `start` and `limit`; 0 and -1 mean no limit. */
export function checkRangePage(context: CheckContext, params: RawParams): Page {
  const start = checkOutside(context, params);
  const limit = isGiven(params.limit) ? toNumber(params.limit) : 0;
  if (!isWhole(limit, -1)) context.faults.report("shape", () => notWhole("Limit", limit));
  return { style: "offset", start, limit: limit < 1 ? null : limit, withCount: false };
}

/** Checks the keys outside of `pagination`, where pages have no effect, as Strapi does; returns `start`. */
function checkOutside({ faults }: CheckContext, { page, pageSize, start, limit }: RawParams): number {
  if ((isGiven(page) || isGiven(pageSize)) && (isGiven(start) || isGiven(limit))) {
    faults.report("shape", () => new EngineError("pagination", MISPLACED));
  }
  for (const [name, value] of Object.entries({ page, pageSize })) {
    if (!isGiven(value) || isWhole(toNumber(value), 1)) continue;
    const message = `Invalid '${name}' parameter. Expected an integer > 0, received: ${described(value)}`;
    faults.report("shape", () => new EngineError("pagination", message));
  }
  const skipped = isGiven(start) ? toNumber(start) : 0;
  if (!isWhole(skipped, 0)) faults.report("shape", () => notWhole("Start", skipped));
  return skipped;
}

/** Throws if a page is requested in both styles. */
export function refuseBothStyles(raw: RawObject): void {
  if (isInPages(raw) && (isGiven(raw.start) || isGiven(raw.limit))) {
    throw new EngineError("pagination", "Cannot use both page & offset pagination in the same query");
  }
}

interface Window {
  readonly start: number;
  readonly limit: number | null;
}

function checkWindow(
  context: CheckContext,
  raw: RawObject,
  defaultLimit: number | null,
  maxLimit: number | null,
): Window {
  const { page, pageSize, start, limit } = raw;
  refuseBothStyles(raw);
  const inPages = isInPages(raw);
  const lists = context.rules.pageNumbers === "strict" ? "refused" : "largest";
  const size = limitOf(inPages ? pageSize : limit, defaultLimit, maxLimit, lists);
  const window = inPages
    ? { start: Math.max(((isGiven(page) ? toNumber(page) : 1) - 1) * (size ?? 0), 0), limit: size }
    : { start: isGiven(start) ? Math.max(toNumber(start), 0) : 0, limit: size };
  const { faults } = context;
  if (!isWhole(window.start, 0)) faults.report("shape", () => notWhole("Start", window.start));
  if (window.limit !== null && !isWhole(window.limit, 0)) {
    faults.report("shape", () => notWhole("Limit", window.limit));
  }
  return window;
}

function isInPages({ page, pageSize }: RawObject): boolean {
  return isGiven(page) || isGiven(pageSize);
}

/** At least 1 and at most the maximum, which is also used for a text that is not a number. */
function limitOf(
  raw: unknown,
  defaultLimit: number | null,
  maxLimit: number | null,
  lists: "refused" | "largest",
): number | null {
  if (!isGiven(raw)) return lesser(defaultLimit, maxLimit);
  if (raw === -1) return maxLimit;
  const limit = Math.max(toNumber(raw), 1);
  return maxLimit === null || limit < maxLimit || (isStructure(raw) && lists === "refused") ? limit : maxLimit;
}

function lesser(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}

/** The offset style, only if no key of the page style is present, not even one without a value. */
function styleOf(raw: RawObject): Page["style"] {
  const names = (...keys: readonly string[]) => keys.some((key) => Object.hasOwn(raw, key));
  return names("start", "limit") && !names("page", "pageSize") ? "offset" : "page";
}

function checkWithCount({ faults, limits }: CheckContext, raw: RawObject): boolean {
  if (raw.withCount === undefined) return limits.withCount;
  const count = flagOf(raw.withCount);
  if (count !== null) return count;
  const message = 'Invalid withCount parameter. Expected "t","1","true","false","0","f"';
  faults.report("count", () => invalid(message));
  return false;
}

/** A key without a value counts as absent. */
function isGiven(raw: unknown): boolean {
  return raw !== undefined && raw !== null;
}

function toNumber(raw: unknown): number {
  return typeof raw === "string" || typeof raw === "number" ? Number(raw) : Number.NaN;
}

function isStructure(raw: unknown): boolean {
  return typeof raw === "object";
}

function isWhole(number: number, least: number): boolean {
  return Number.isInteger(number) && number >= least;
}

function notWhole(name: "Start" | "Limit", number: number | null): EngineError {
  return invalid(`convert${name}QueryParams expected a positive integer got ${number}`);
}
