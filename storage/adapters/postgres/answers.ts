import { reasonOf } from "../../error.ts";
import type { Appended, Position } from "../../port.ts";
import { isCrossed, isNoRoom, isRefusal, sqlStateOf } from "./sql-state.ts";

/** What an append came to whose statement failed; `conflict` with the head that was expected. */
export function appendedByError(error: unknown, expected: Position): Appended {
  const state = sqlStateOf(error);
  const reason = reasonOf(error);
  // A lost connection, and a server that goes down: the commit may have been done.
  if (state === null || !isRefusal(state)) return { kind: "unknown", reason };
  if (isCrossed(state)) return { kind: "conflict", head: expected };
  return { kind: "failed", reason, ...(isNoRoom(state) && { noRoom: true }) };
}
