import { vi } from "vitest";

/** Calls the check until it no longer throws, for two minutes at most: a slow or busy machine is no fault. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 120_000, interval: 20 });
}
