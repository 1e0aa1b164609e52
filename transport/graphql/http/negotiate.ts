import { JSON_TYPE } from "../../http/answer.ts";
import { essence } from "./media-type.ts";
import { RequestFault } from "./request-fault.ts";

const RESPONSE_TYPE = "application/graphql-response+json; charset=utf-8";

/** The types of answers, the one that is taken when a caller does not mind first. */
const OFFERED = [JSON_TYPE, RESPONSE_TYPE] as const;

/**
 * The content type of an answer by the `Accept` header: what it wishes for most of the two that there are.
 *
 * @throws RequestFault 406 when it wishes for neither.
 */
export function negotiate(accept: string | undefined): string {
  if (accept === undefined) return JSON_TYPE;
  const ranges = accept.split(",").map(parseRange);
  let best: { readonly type: string; readonly quality: number; readonly at: number } | null = null;
  for (const type of OFFERED) {
    const wish = wishFor(essence(type), ranges);
    if (wish === null || wish.quality === 0) continue;
    if (best === null || wish.quality > best.quality || (wish.quality === best.quality && wish.at < best.at)) {
      best = { type, ...wish };
    }
  }
  if (best !== null) return best.type;
  const message = "An 'accept' header was provided for this request which does not accept";
  throw new RequestFault(`${message} ${OFFERED.join(" or ")}`, { status: 406 });
}

/** Whether a page for people is wished for more than what a program would read. */
export function prefersPage(accept = ""): boolean {
  const ranges = accept.split(",").map(parseRange);
  const page = wishFor("text/html", ranges);
  if (page === null || page.quality === 0) return false;
  return OFFERED.map((type) => wishFor(essence(type), ranges)).every(
    (other) => other === null || other.quality < page.quality || (other.quality === page.quality && page.at < other.at),
  );
}

interface Range {
  readonly type: string;
  readonly quality: number;
}

function parseRange(text: string): Range {
  const quality = /;\s*q=([\d.]+)/i.exec(text)?.[1];
  return { type: essence(text), quality: quality === undefined ? 1 : Number(quality) || 0 };
}

/** How much a type is wished for by the range that fits it best, and where that stands. */
function wishFor(type: string, ranges: readonly Range[]): { readonly quality: number; readonly at: number } | null {
  for (const pattern of [type, `${type.slice(0, type.indexOf("/"))}/*`, "*/*"]) {
    const at = ranges.findIndex((range) => range.type === pattern);
    const range = ranges[at];
    if (range !== undefined) return { quality: range.quality, at };
  }
  return null;
}
