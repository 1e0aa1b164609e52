import { isResponse } from "./answer-of.ts";
import type { RouteContext, RouteHandler } from "./own-route.ts";

type Values = Iterator<unknown> | AsyncIterator<unknown>;

/** A generator function answers each request with its next value, and then with its last one, as in MSW. */
export function inTurn(handle: RouteHandler): RouteHandler {
  let values: Values | null = null;
  let last: unknown;
  const next = async (from: Values) => {
    const { value } = await from.next();
    if (value !== undefined) last = value;
    return isResponse(last) ? last.clone() : last;
  };
  return (context: RouteContext) => {
    if (values !== null) return next(values);
    const result = handle(context);
    if (!isGenerator(result)) return result;
    values = result;
    return next(values);
  };
}

function isGenerator(value: unknown): value is Values {
  if (typeof value !== "object" || value === null) return false;
  const tag = Symbol.toStringTag in value ? value[Symbol.toStringTag] : null;
  return tag === "Generator" || tag === "AsyncGenerator";
}
