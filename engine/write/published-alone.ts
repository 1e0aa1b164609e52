import { impossible } from "../error.ts";
import type { Change } from "../state/commit.ts";
import type { Transaction } from "../state/pending/transaction.ts";
import { statusOf } from "../values/version.ts";

/** Writes what this work makes of published versions; the drafts stay as they are. Throws what the work throws. */
export function publishedAlone<T>(tx: Transaction, work: (trial: Transaction) => T): T {
  const trial = tx.trial();
  const done = work(trial);
  for (const change of trial.changes()) takePublished(tx, change);
  return done;
}

/** Makes the same change, unless it is one of drafts. */
function takePublished(tx: Transaction, change: Change): void {
  switch (change.kind) {
    case "sequence":
      tx.reserveIds(change.of, change.last);
      break;
    case "put":
      if (statusOf(change.status) === "published") tx.put(change.type, change.status, change.version);
      break;
    case "remove":
      if (statusOf(change.status) === "published") tx.remove(change.type, change.status, change.documentId);
      break;
    case "link":
    case "unlink": {
      const { layer, source, target } = change;
      if (statusOf(layer) !== "published") return;
      const relation =
        tx.shape.relations.byName.get(change.relation) ?? impossible(`relation ${change.relation} exists`);
      if (change.kind === "unlink") tx.unlink(relation, layer, source, target);
      else tx.link(relation, layer, { source, target, inSource: change.order[0], inTarget: change.order[1] });
    }
  }
}
