import type { Author, Transaction } from "../../engine/internal.ts";
import type { KnownCaller } from "./caller.ts";

/** Records who makes a write, where its commit says so. */
export function noteAuthor(
  tx: Transaction,
  caller: KnownCaller,
  request: { header(name: string): string | undefined },
): void {
  if (tx.causes === null) return;
  const hop = request.header("x-galley-hop") ?? "";
  tx.by = { ...authorOf(caller), ...(HOP.test(hop) && { hop: Number(hop) }) };
}

const HOP = /^[1-9]\d{0,2}$/;

/** Who a caller is, in the content. */
export function authorOf(caller: KnownCaller): Author {
  if (caller.kind === "user") return { kind: "user", name: String(caller.id) };
  return caller.kind === "token" ? { kind: "token", name: caller.name } : { kind: "public" };
}
