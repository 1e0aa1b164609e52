import type { Page, RawParams } from "../../query.ts";
import type { CheckContext } from "../context.ts";
import { checkPage } from "../pagination.ts";
import { isRawObject } from "../raw-value.ts";
import { Hole, type Single } from "./hole.ts";
import type { HoleValues } from "./query-shape.ts";

/** The holes among the options of `pagination`, by the names of these. */
export type PageHoles = ReadonlyMap<string, Hole>;

/** Holes of `pagination` that stand for one option each: any others leave the page without a shape. */
export function pageHolesIn({ pagination }: RawParams): PageHoles {
  const holes = new Map<string, Hole>();
  if (!isRawObject(pagination)) return holes;
  for (const [name, value] of Object.entries(pagination)) if (value instanceof Hole) holes.set(name, value);
  return holes;
}

/** The parameters with values in the place of these holes. */
export function withPageValues(params: RawParams, holes: PageHoles, valueIn: (hole: Hole) => Single): RawParams {
  if (holes.size === 0 || !isRawObject(params.pagination)) return params;
  const pagination = { ...params.pagination };
  for (const [name, hole] of holes) pagination[name] = valueIn(hole);
  return { ...params, pagination };
}

/** The page of a list with other values in these holes; null when something is wrong with them. */
export function fillPage(context: CheckContext, params: RawParams, holes: PageHoles, values: HoleValues): Page | null {
  const page = checkPage(
    context,
    withPageValues(params, holes, ({ number }) => values[number] ?? ""),
  );
  return context.faults.none ? page : null;
}
