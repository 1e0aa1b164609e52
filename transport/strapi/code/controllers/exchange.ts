import type { Schema } from "../../../../engine/internal.ts";
import type { KnownCaller } from "../../../access/caller.ts";
import type { Arriving, RouteServing } from "../../../parts/routes/route-serving.ts";

/** The request behind a `ctx`, its caller, and the galley that answers it. */
export interface Exchange {
  readonly serving: RouteServing;
  readonly arriving: Arriving;
  readonly caller: KnownCaller;
  /** First part of every content path, `/api`. */
  readonly prefix: string;
}

/** A member of `ctx` itself, so that copies of a `ctx` keep it. */
const EXCHANGE = Symbol("exchange");

export function setExchange(ctx: object, exchange: Exchange): void {
  Reflect.set(ctx, EXCHANGE, exchange);
}

/** @throws TypeError for what is no `ctx`. */
export function exchangeOf(ctx: unknown): Exchange {
  const exchange = typeof ctx === "object" && ctx !== null ? Reflect.get(ctx, EXCHANGE) : undefined;
  if (exchange === undefined) throw new TypeError("A controller is called without the ctx of a request");
  return exchange;
}

/** The caller of a route with `auth: false`: as in Strapi, nobody with any right, who sees no relations. */
export const EVERYONE: KnownCaller = { kind: "public", access: { authenticated: false, may: () => false } };

export function schemaOf({ serving }: Exchange): Schema {
  return serving.store.engine.schema;
}
