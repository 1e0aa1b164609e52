import type { StorageCheck } from "./check.ts";
import { logChecks } from "./log-checks.ts";
import { markChecks } from "./mark-checks.ts";
import { openingChecks } from "./opening-checks.ts";
import { snapshotChecks } from "./snapshot-checks.ts";

export type { Place, StorageCheck } from "./check.ts";

/**
 * Everything that the store requires of a storage: run each check against a separate place. An adapter that passes all
 * can be given to `Store.open`. Checks of durability pass at once if the adapter declares that nothing is durable.
 */
export const storageChecks: readonly StorageCheck[] = [
  ...openingChecks,
  ...logChecks,
  ...snapshotChecks,
  ...markChecks,
];
