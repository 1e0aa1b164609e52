import type { Issue } from "../../engine/internal.ts";
import { ConfigError } from "./config-error.ts";
import type { CreateOptions } from "./galley-options.ts";
import { isSetting, OPTIONS } from "./option-shapes.ts";
import { withoutValues } from "./refuse-faults.ts";

/**
 * Reports unknown options and invalid values to callers without a compiler.
 *
 * @throws ConfigError (rejected) with every fault and its path.
 */
export async function checkOptions(options: CreateOptions): Promise<void> {
  const issues = [...withoutValues(OPTIONS(options)), ...(await settingFaults(options))];
  if (issues.length > 0) throw new ConfigError("Options", issues);
}

/** The checks of a configuration are loaded only for callers that pass a part of one. */
async function settingFaults(options: CreateOptions): Promise<readonly Issue[]> {
  const given = Object.entries(options ?? {}).filter(([key, value]) => isSetting(key) && value !== undefined);
  if (given.length === 0) return [];
  const { configFaults } = await import("./check-config.ts");
  return configFaults(Object.fromEntries(given));
}
