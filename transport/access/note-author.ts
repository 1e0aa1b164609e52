import type { Author, Transaction } from "../../engine/internal.ts";
import type { Store } from "../../storage/core.ts";
import type { FindCaller, KnownCaller } from "./caller.ts";

/** Who makes a write: a caller over HTTP, or the program itself. */
type Writer =
  | Pick<KnownCaller & { readonly kind: "user" }, "kind" | "id">
  | Pick<KnownCaller & { readonly kind: "token" }, "kind" | "name">
  | { readonly kind: "public" | "process" };

interface Headers {
  header(name: string): string | undefined;
}

/** The request that a write is made for. */
export interface Asked {
  /** When its caller began to wait, as in `Store.write`. */
  readonly since: number;
  /** Records its caller as the author of the write. */
  note(tx: Transaction): void;
}

export function askedBy(caller: Writer, request: Headers): Asked {
  return { since: performance.now(), note: (tx) => noteAuthor(tx, caller, request) };
}

/** For a route that invalid credentials reach too. */
export function askedByAnyone(findCaller: FindCaller, request: Headers): Asked {
  const caller = findCaller(request.header("authorization"));
  return askedBy(caller.kind === "unauthorized" ? { kind: "public" } : caller, request);
}

/** A write for a request, by its caller; without one by the program itself. Otherwise as `Store.write`. */
export function writeAsked<T, R>(
  store: Store,
  asked: Asked | undefined,
  work: (tx: Transaction) => T,
  answer: (result: T) => R,
): Promise<R> {
  const noted = (tx: Transaction) => {
    asked?.note(tx);
    return work(tx);
  };
  return store.write(noted, answer, asked?.since);
}

/** Records who makes a write, and after how many webhooks in a row, where its commit says so. */
export function noteAuthor(tx: Transaction, caller: Writer, request?: Headers): void {
  if (tx.causes === null) return;
  const hop = request?.header("x-galley-hop") ?? "";
  tx.by = { ...authorOf(caller), ...(HOP.test(hop) && { hop: Number(hop) }) };
}

const HOP = /^[1-9]\d{0,2}$/;

/** Who a caller is, in the content. */
export function authorOf(caller: Writer): Author {
  if (caller.kind === "user") return { kind: "user", name: String(caller.id) };
  return caller.kind === "token" ? { kind: "token", name: caller.name } : { kind: caller.kind };
}
