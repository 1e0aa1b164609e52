import type { Issue } from "../engine/index.ts";
import { PROFILES } from "./config.ts";
import { ConfigError } from "./config-error.ts";
import type { GalleyOptions } from "./galley-options.ts";

/**
 * Tells callers without a compiler of choices that there are not.
 *
 * @throws ConfigError with every fault and its path.
 */
export function checkOptions({ profile, storage }: GalleyOptions): void {
  const issues: Issue[] = [];
  if (profile !== undefined && !PROFILES.includes(profile)) {
    issues.push({ path: ["profile"], message: `must be one of ${PROFILES.join(", ")}` });
  }
  if (storage !== undefined && typeof storage.open !== "function") {
    const message = "must be a storage, as `new JournalStorage(path)` of galley/storage is one";
    issues.push({ path: ["storage"], message });
  }
  if (issues.length > 0) throw new ConfigError("Options", issues);
}
