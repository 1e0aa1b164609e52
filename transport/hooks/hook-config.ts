import type { Hook } from "./hook.ts";

/** Hooks of a deployment, the outermost first; or with their limits. */
export type HookSetting = readonly Hook[] | HookConfig;

/** Hooks of a deployment, and their limits. */
export interface HookConfig {
  /** Hooks around every call of the Document Service, the outermost first. */
  readonly use?: readonly Hook[];
  /** Milliseconds that the hooks of one call may take, with all that they wait for: 30,000. */
  readonly timeout?: number;
  /** Calls that run one hook at a time: 100. Up to 1,000 more wait, others are refused with 503. */
  readonly concurrency?: number;
}

export function hookConfigOf(setting: HookSetting = {}): HookConfig {
  return "length" in setting ? { use: setting } : setting;
}
