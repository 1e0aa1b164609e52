import { AsyncLocalStorage } from "node:async_hooks";

const used = new Set<AsyncLocalStorage<unknown>>();

/**
 * Records which contexts come into use. From then on Node 20 and 22 follow every promise of the process, and each `await`
 * takes four times as long: Playwright's context would slow all files that come after its own.
 */
AsyncLocalStorage.prototype.run = new Proxy(AsyncLocalStorage.prototype.run, {
  apply(run, context, args) {
    used.add(context);
    return Reflect.apply(run, context, args);
  },
});

/** Ends them; the next use begins them again. */
export function endAsyncContexts(): void {
  for (const context of used) context.disable();
  used.clear();
}
