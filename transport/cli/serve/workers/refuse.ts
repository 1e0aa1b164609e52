import type { Content } from "../../content/content.ts";
import { isJsonFile } from "../../content/open-storage.ts";
import { isSharedPlace } from "../../content/shared-place.ts";
import type { Settings } from "../../settings.ts";
import { UsageError } from "../../usage/usage.ts";

/**
 * Refuses settings that do not work with workers.
 *
 * @throws UsageError that says what to do instead.
 */
export function refuseWithWorkers({ watch, config }: Settings, { place }: Content): void {
  if (process.platform !== "linux") throw new UsageError("--workers needs Linux");
  if (isSharedPlace(place)) {
    throw new UsageError(
      "--workers is for a journal: with a log that nodes share start as many servers as you like, on any machine",
    );
  }
  if (place === "memory" || isJsonFile(place)) {
    throw new UsageError(`--workers needs a journal to share, not ${place}: --data FOLDER`);
  }
  if (watch) throw new UsageError("--workers cannot be used with --watch: all must have the same content types");
  if (config.control)
    throw new UsageError("--workers cannot be used with --control, whose forks are one process's own");
}
