import { AsyncLocalStorage } from "node:async_hooks";
import type { HookOrigin } from "./hook-origin.ts";

/** Maximum number of calls that hooks make within each other. */
const MAX_DEPTH = 8;

interface Scope {
  /** The calls whose hooks run now, from the outermost one on, as `api::post.post create`. */
  readonly calls: readonly string[];
  /** The origin of the outermost call. */
  readonly origin: HookOrigin;
}

let scopes: AsyncLocalStorage<Scope> | null = null;

/**
 * Runs hooks around a call, within the call of the hook that makes it, if one does. The storage is made with the first
 * hook: it costs each promise of the process.
 *
 * @throws Error if hooks are nested too deep.
 */
export function withinScope<T>(call: string, origin: HookOrigin, run: () => Promise<T>): Promise<T> {
  const outer = scopes?.getStore();
  const calls = [...(outer?.calls ?? []), call];
  if (calls.length > MAX_DEPTH) throw new Error(`Hooks are nested more than ${MAX_DEPTH} deep: ${calls.join(" > ")}`);
  return withScope({ calls, origin: outer?.origin ?? origin }, run);
}

/** Runs code of the user's own for a request. */
export function withinOrigin<T>(origin: HookOrigin, run: () => Promise<T>): Promise<T> {
  return withScope({ calls: [], origin }, run);
}

/** The request, or the call of the program, for which code of the user's own runs now. */
export function currentOrigin(): HookOrigin | undefined {
  return scopes?.getStore()?.origin;
}

function withScope<T>(scope: Scope, run: () => Promise<T>): Promise<T> {
  scopes ??= new AsyncLocalStorage();
  return scopes.run(scope, run);
}
