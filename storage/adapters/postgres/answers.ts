import { reasonOf } from "../../error.ts";
import type { Position } from "../../port.ts";
import type { Stored } from "../shared-log/server.ts";
import type { Tail } from "../shared-log/tails.ts";
import { isCrossed, isNoRoom, isRefusal, sqlStateOf } from "./sql-state.ts";

/** The outcome of an append whose statement failed; `conflict` names the expected head. */
export function appendedByError(error: unknown, expected: Position): Stored<Tail> {
  const state = sqlStateOf(error);
  const reason = reasonOf(error);
  // The connection was lost or the server shut down: the commit may have succeeded.
  if (state === null || !isRefusal(state)) return { kind: "unknown", reason };
  if (isCrossed(state)) return { kind: "conflict", head: expected };
  return { kind: "failed", reason, ...(isNoRoom(state) && { noRoom: true }) };
}
