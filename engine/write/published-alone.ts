import type { Change } from "../state/commit.ts";
import { repeatChange } from "../state/pending/repeat-change.ts";
import type { Transaction } from "../state/pending/transaction.ts";
import { statusOf } from "../values/version.ts";

/** Writes what this work makes of published versions; the drafts stay as they are. Throws what the work throws. */
export function publishedAlone<T>(tx: Transaction, work: (trial: Transaction) => T): T {
  const trial = tx.trial();
  const done = work(trial);
  for (const change of trial.changes()) if (!isOfDraft(change)) repeatChange(tx, change);
  return done;
}

function isOfDraft(change: Change): boolean {
  switch (change.kind) {
    case "put":
    case "remove":
      return statusOf(change.status) === "draft";
    case "link":
    case "unlink":
      return statusOf(change.layer) === "draft";
    default:
      return false;
  }
}
