import { types } from "node:util";
import { EngineError } from "../engine/internal.ts";

/** Every way in which a storage refuses, as one closed list. */
export type StorageErrorCode =
  | "append-failed" // a batch could not be made durable; nothing of it was applied
  | "no-room" // the same, or a file could not be kept, because the disk, a quota or a limit is full
  | "outcome-unknown" // whether a batch is durable cannot be known
  | "unreadable" // the file system refuses
  | "invalid" // content that does not have the declared form
  | "damaged" // content that once was whole and no longer is
  | "trimmed" // entries were asked for that the log has forgotten
  | "diverged" // the log is not the one that was read before
  | "locked" // another process holds the data
  | "misused"; // an operation that the port does not allow in this state

/** A fault of what lies below the engine. The message names the file and what to do; it is meant for the operator. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  readonly code: StorageErrorCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: StorageErrorCode, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** Why a write was not stored, where that is certain. */
export interface Refusal {
  readonly reason: string;
  /** There is no room for it. */
  readonly noRoom: boolean;
}

/** The outcome of an operation on files that failed. */
export function refusalOf(error: unknown): Refusal {
  return { reason: reasonOf(error), noRoom: NO_ROOM.has(errorCode(error) ?? "") };
}

const NO_ROOM: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** Nothing was stored, nothing was applied, and the next write may succeed. */
export function appendFailed({ reason, noRoom }: Refusal): StorageError {
  const code = noRoom ? "no-room" : "append-failed";
  return new StorageError(code, `The write could not be stored: ${reason}`, { reason });
}

/** The store only reads, from now on until it is opened again. */
export function takesNoWrites(reason: string): EngineError {
  return new EngineError("unavailable", "The store takes no writes", { reason });
}

/** The write may or may not be stored: the answer of the storage was lost. */
export function outcomeUnknown(reason: string): StorageError {
  return new StorageError("outcome-unknown", `Whether the write is stored is not known: ${reason}`, { reason });
}

/** Too many writes are waiting; `retryAfter` is in seconds. */
export function queueFull(): EngineError {
  return new EngineError("unavailable", "Too many writes are waiting", { reason: "queue full", retryAfter: 1 });
}

/** Other writers of a shared log have been quicker each time; `retryAfter` is in seconds. */
export function overtaken(): EngineError {
  const details = { reason: "other writers were quicker", retryAfter: 1 };
  return new EngineError("unavailable", "The write conflicts with those of other nodes", details);
}

/** Of any realm: in Jest, what Node's own modules throw is no `instanceof` the Error that a module sees. */
export function isError(value: unknown): value is Error {
  return value instanceof Error || types.isNativeError(value);
}

/** The text of whatever was thrown. */
export function reasonOf(error: unknown): string {
  return isError(error) ? error.message : String(error);
}

/** The system's word for what went wrong (`ENOENT`), if it is one of its errors. */
export function errorCode(error: unknown): string | null {
  return isError(error) && "code" in error && typeof error.code === "string" ? error.code : null;
}
