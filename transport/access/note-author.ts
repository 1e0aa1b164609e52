import type { Transaction } from "../../engine/internal.ts";
import type { KnownCaller } from "./authorize.ts";

/** Records who makes a write, where its commit says so. */
export function noteAuthor(tx: Transaction, caller: KnownCaller): void {
  if (tx.causes === null) return;
  if (caller.kind === "user") tx.by = { kind: "user", name: String(caller.id) };
  else tx.by = caller.kind === "token" ? { kind: "token", name: caller.name } : { kind: "public" };
}
