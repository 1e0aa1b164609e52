import { promised } from "../../../runtime/maybe-later.ts";

/** Code that runs around the middlewares after it, as in koa. */
export type KoaMiddleware<C> = (ctx: C, next: () => Promise<unknown>) => unknown;

/**
 * The middlewares as one, the outermost first, as `koa-compose` joins them: each gives its own result, and `next` gives
 * the result of the following ones. `next` of the last runs `inner`.
 *
 * @throws Error (rejected) if one calls `next` twice.
 */
export function composed<C>(
  middlewares: readonly KoaMiddleware<C>[],
): (ctx: C, inner?: () => unknown) => Promise<unknown> {
  return (ctx, inner) => {
    let reached = -1;
    const run = (at: number): Promise<unknown> =>
      promised(() => {
        if (at <= reached) throw new Error("next() called multiple times");
        reached = at;
        const middleware = middlewares[at];
        return middleware === undefined ? inner?.() : middleware(ctx, () => run(at + 1));
      });
    return run(0);
  };
}
