import type { Change, Transaction } from "../../../engine/internal.ts";
import type { Content } from "../../shapes/content.ts";

/** The changes that lead from one content to another, in any order. */
export function differences(before: Content, after: Content): Change[] {
  const old = keyed(before);
  const wanted = keyed(after);
  const gone = [...old].flatMap(([key, change]) => (wanted.has(key) ? [] : (opposite(change) ?? [])));
  const come = [...wanted].flatMap(([key, change]) => (isSame(old.get(key), change) ? [] : change));
  return [...gone, ...come];
}

/** Adds the changes to a write. The ids in them are never reused: applying the commit ensures that. */
export function writeChanges(transaction: Transaction, changes: readonly Change[]): void {
  for (const change of changes) {
    if (change.kind === "put") transaction.put(change.type, change.status, change.version);
    else if (change.kind === "remove") transaction.remove(change.type, change.status, change.documentId);
    else if (change.kind === "link" || change.kind === "unlink") writeLink(transaction, change);
  }
}

type LinkChange = Extract<Change, { kind: "link" | "unlink" }>;

function writeLink(transaction: Transaction, change: LinkChange): void {
  const relation = transaction.shape.relations.byName.get(change.relation);
  if (relation === undefined) return;
  const { layer, source, target } = change;
  if (change.kind === "unlink") {
    transaction.unlink(relation, layer, source, target);
  } else {
    const [inSource, inTarget] = change.order;
    transaction.link(relation, layer, { source, target, inSource, inTarget });
  }
}

function keyed(content: Content): Map<string, Change> {
  return new Map([...content.changes()].map((change) => [keyOf(change), change]));
}

function keyOf(change: Change): string {
  if (change.kind === "put") return JSON.stringify(["put", change.type, change.status, change.version.documentId]);
  if (change.kind !== "link") return JSON.stringify(change);
  return JSON.stringify(["link", change.relation, change.layer, change.source, change.target]);
}

function opposite(change: Change): Change | null {
  if (change.kind === "put") {
    const { type, status, version } = change;
    return { kind: "remove", type, status, documentId: version.documentId };
  }
  if (change.kind !== "link") return null;
  const { relation, layer, source, target } = change;
  return { kind: "unlink", relation, layer, source, target };
}

function isSame(before: Change | undefined, after: Change): boolean {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(after);
}
