import type { StorageCheck } from "./check.ts";
import { logChecks } from "./log-checks.ts";
import { openingChecks } from "./opening-checks.ts";
import { snapshotChecks } from "./snapshot-checks.ts";

export type { Place, StorageCheck } from "./check.ts";

/**
 * All that the store relies on in a storage: run each against a place of its own. An adapter that passes them all can be
 * given to `Store.open`. Checks of what lasts beyond closing pass at once when the adapter declares that nothing does.
 */
export const storageChecks: readonly StorageCheck[] = [...openingChecks, ...logChecks, ...snapshotChecks];
