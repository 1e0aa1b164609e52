import type { StorageCheck } from "../check.ts";
import { sharedAppendChecks } from "./append-checks.ts";
import { claimChecks } from "./claim-checks.ts";
import { followChecks } from "./follow-checks.ts";
import { lossChecks } from "./loss-checks.ts";
import { sharedMarkChecks } from "./mark-checks.ts";
import { trimChecks } from "./trim-checks.ts";
import { turnChecks } from "./turn-checks.ts";

/**
 * Checks of a shared log, in addition to `storageChecks`: for storages whose `open` says `shared`. Some take a while,
 * since they wait until another node hears something. Checks of lost writes pass at once where the place has no `lose`,
 * and some that need time to pass where it has no `age`.
 */
export const sharingChecks: readonly StorageCheck[] = [
  ...sharedAppendChecks,
  ...followChecks,
  ...turnChecks,
  ...claimChecks,
  ...trimChecks,
  ...lossChecks,
  ...sharedMarkChecks,
];
