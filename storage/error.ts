import { types } from "node:util";
import { EngineError } from "../engine/internal.ts";

/** A closed list of the ways in which a storage can fail. */
export type StorageErrorCode =
  | "append-failed" // a batch could not be made durable; nothing of it was applied
  | "no-room" // the same, or a file could not be stored, because a disk, a quota or a limit is full
  | "outcome-unknown" // it is unknown whether a batch is durable
  | "unreadable" // the file system refused access
  | "invalid" // content that does not have the declared form
  | "damaged" // content that was whole once and no longer is
  | "trimmed" // entries were requested that the log no longer has
  | "diverged" // the log is not the one that was read before
  | "locked" // another process holds the data
  | "misused"; // an operation that the port does not allow in this state

/** A fault below the engine. The message is meant for the operator: it names the file and says what to do. */
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

/** Causes in words of Galley's own, which may be shown to callers: a system's own words may name places. */
export const NO_LEADER = "no server leads the stream at the moment";
export const NO_ANSWER = "the log does not answer";
export const NOT_REACHED = "the log cannot be reached";

const OWN_CAUSES: ReadonlySet<string> = new Set([NO_LEADER, NO_ANSWER, NOT_REACHED]);

/** The part of a reason that may be shown to callers, or null. */
export function ownCause(reason: string): string | null {
  const [cause = ""] = reason.split(": ", 1);
  return OWN_CAUSES.has(cause) ? cause : null;
}

/** Why a write was not stored, where it is certain that it was not. */
export interface Refusal {
  readonly reason: string;
  /** A disk, a quota or a limit is full. */
  readonly noRoom: boolean;
}

/** The refusal that a failed file operation leads to. */
export function refusalOf(error: unknown): Refusal {
  return { reason: reasonOf(error), noRoom: NO_ROOM.has(errorCode(error) ?? "") };
}

const NO_ROOM: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** Nothing was stored, nothing was applied, and the next write may succeed. */
export function appendFailed({ reason, noRoom }: Refusal): StorageError {
  const code = noRoom ? "no-room" : "append-failed";
  return new StorageError(code, `The write could not be stored: ${reason}`, { reason });
}

/** The store is read-only until it is opened again. */
export function takesNoWrites(reason: string): EngineError {
  return new EngineError("unavailable", "The store accepts no writes", { reason });
}

/** The write may or may not be stored: the answer of the storage was lost. */
export function outcomeUnknown(reason: string): StorageError {
  return new StorageError("outcome-unknown", `Whether the write is stored is not known: ${reason}`, { reason });
}

/** Too many writes are waiting; `retryAfter` is in seconds. */
export function queueFull(): EngineError {
  return new EngineError("unavailable", "Too many writes are waiting", { reason: "queue full", retryAfter: 1 });
}

/** Other writers of a shared log were faster each time; `retryAfter` is in seconds. */
export function overtaken(): EngineError {
  const details = { reason: "other writers were quicker", retryAfter: 1 };
  return new EngineError("unavailable", "The write conflicts with those of other nodes", details);
}

/**
 * Whether a value is an Error of any realm, or a DOMException as an aborted fetch throws it. An error that Node takes from
 * a thread of module hooks is an Error by its tag alone.
 */
export function isError(value: unknown): value is Error {
  return types.isNativeError(value) || ERROR_TAG.test(Object.prototype.toString.call(value));
}

const ERROR_TAG = /^\[object (?:Error|DOMException)\]$/;

/** Whether `JSON.parse` threw it. */
export function isSyntaxError(value: unknown): value is SyntaxError {
  return isError(value) && value.name === "SyntaxError";
}

/** The message of whatever was thrown. */
export function reasonOf(error: unknown): string {
  return isError(error) ? error.message : String(error);
}

/** The system's error code (`ENOENT`), if it is a system error. */
export function errorCode(error: unknown): string | null {
  return isError(error) && "code" in error && typeof error.code === "string" ? error.code : null;
}
