import { JSON_TYPE } from "../../../http/answer.ts";
import { parseAccept, preferenceFor } from "../../../http/headers/accept.ts";
import { essence } from "../../../http/headers/media-type.ts";
import { RequestFault } from "./request-fault.ts";

const RESPONSE_TYPE = "application/graphql-response+json; charset=utf-8";

/** The media types of answers; the first is used if the caller accepts both equally. */
export const OFFERED = [JSON_TYPE, RESPONSE_TYPE] as const;

/**
 * The content type of an answer by the `Accept` header: the preferred one of the two.
 *
 * @throws RequestFault 406 if it accepts neither.
 */
export function negotiate(accept: string | undefined): string {
  if (accept === undefined) return JSON_TYPE;
  if (accept !== last.accept) last = { accept, type: preferredType(accept) };
  return last.type;
}

/** Most requests have the header of the one before them. */
let last: { readonly accept: string; readonly type: string } = { accept: JSON_TYPE, type: JSON_TYPE };

function preferredType(accept: string): string {
  const ranges = parseAccept(accept);
  let best: { readonly type: string; readonly quality: number; readonly at: number } | null = null;
  for (const type of OFFERED) {
    const wish = preferenceFor(essence(type), ranges);
    if (wish === null || wish.quality === 0) continue;
    if (best === null || wish.quality > best.quality || (wish.quality === best.quality && wish.at < best.at)) {
      best = { type, ...wish };
    }
  }
  if (best !== null) return best.type;
  const message = "An 'accept' header was provided for this request which does not accept";
  throw new RequestFault(`${message} ${OFFERED.join(" or ")}`, { status: 406 });
}
