import { isResponse } from "./answer-of.ts";
import type { RouteContext, RouteHandler } from "./own-route.ts";

type Values = Iterator<unknown> | AsyncIterator<unknown>;

/** A generator function answers each request with its next value, and then with its last one, as in MSW. */
export function inTurn(handle: RouteHandler): RouteHandler {
  let values: Values | null = null;
  let last: unknown;
  return async (context: RouteContext) => {
    if (values === null) {
      const result = handle(context);
      if (!isGenerator(result)) return result;
      values = result;
    }
    const { value } = await values.next();
    if (value !== undefined) last = value;
    return isResponse(last) ? last.clone() : last;
  };
}

function isGenerator(value: unknown): value is Values {
  return /^\[object (?:Async)?Generator\]$/.test(Object.prototype.toString.call(value));
}
