import type { StorageCheck } from "../check.ts";
import { sharedAppendChecks } from "./append-checks.ts";
import { claimChecks } from "./claim-checks.ts";
import { followChecks } from "./follow-checks.ts";
import { lossChecks } from "./loss-checks.ts";
import { sharedMarkChecks } from "./mark-checks.ts";
import { trimChecks } from "./trim-checks.ts";
import { turnChecks } from "./turn-checks.ts";

/**
 * What nodes rely on in a log that they share, besides all that `storageChecks` asks of it: for storages whose `open` says
 * `shared`. Some take a while, since they wait for what another node is to hear. Those of a log that loses what it had said
 * was durable pass at once where the place has no `lose`, some of those that need time to pass where it has no `age`.
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
