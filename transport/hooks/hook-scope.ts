import { AsyncLocalStorage } from "node:async_hooks";

/** Maximum number of calls that hooks make within each other. */
const MAX_DEPTH = 8;

/** The calls whose hooks run now, from the outermost one on, as `api::post.post create`. */
let calls: AsyncLocalStorage<readonly string[]> | null = null;

/**
 * Runs hooks around a call, within the call of the hook that makes it, if one does. The storage is made with the first
 * hook: it costs each promise of the process.
 *
 * @throws Error if hooks are nested too deep.
 */
export function withinScope<T>(call: string, run: () => Promise<T>): Promise<T> {
  const nested = [...(calls?.getStore() ?? []), call];
  if (nested.length > MAX_DEPTH) throw new Error(`Hooks are nested more than ${MAX_DEPTH} deep: ${nested.join(" > ")}`);
  calls ??= new AsyncLocalStorage();
  return calls.run(nested, run);
}
