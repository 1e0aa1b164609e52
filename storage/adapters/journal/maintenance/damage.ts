import { basename, dirname, join } from "node:path";
import { errorCode, isSyntaxError, reasonOf, StorageError } from "../../../error.ts";
import type { Position } from "../../../port.ts";
import { isUnknownFormat } from "../../../shapes/decode.ts";

export interface Damage {
  readonly folder: string;
  readonly file: string;
  /** The byte at which the damage begins. */
  readonly offset: number;
  /** The first position that cannot be trusted. */
  readonly position: Position;
  readonly reason: string;
}

/**
 * Refuses to open the journal, and says where it is damaged and what to do: no acknowledged write is dropped without
 * consent.
 */
export function damaged(damage: Damage): StorageError {
  const { folder, file, offset, position, reason } = damage;
  const last = position - 1;
  return new StorageError(
    "damaged",
    `${folder}/${file} is damaged at byte ${offset}, where position ${position} should be: ${reason}. ` +
      `"galley data check ${folder}" lists all damage; "galley data repair ${folder} --truncate-at ${last}" keeps ` +
      `everything up to position ${last} and sets the rest aside`,
    { ...damage },
  );
}

/** Whether an error says that the bytes are wrong; a disk that does not let them be read says nothing of the kind. */
export function isDamage(error: unknown): boolean {
  return isSyntaxError(error) || (error instanceof StorageError && !isUnknownFormat(error));
}

/**
 * Refuses to open the journal because of an error in a file of it. Only damage can be repaired: what the disk does not
 * let be read, or a later version wrote, may be whole, and a repair would set it aside.
 */
export function refused(error: unknown, damage: Omit<Damage, "reason">): StorageError {
  if (isDamage(error)) return damaged({ ...damage, reason: reasonOf(error) });
  return unreadable(join(damage.folder, damage.file), error);
}

/** Names the file in an error of the disk or of an unknown format; other refusals stay as they are. */
export function unreadable(path: string, error: unknown): StorageError {
  const isUnknown = isUnknownFormat(error);
  if (error instanceof StorageError && !isUnknown) return error;
  return new StorageError(isUnknown ? "invalid" : "unreadable", `${path} cannot be read: ${reasonOf(error)}`, {
    ...(isUnknown && error.details),
    folder: dirname(path),
    file: basename(path),
    code: errorCode(error),
  });
}

/** Whether a file could not be read because it is gone. */
export function isGone(error: unknown): boolean {
  return error instanceof StorageError && error.code === "unreadable" && error.details.code === "ENOENT";
}

export interface Shortfall {
  readonly folder: string;
  readonly file: string;
  /** Byte up to which the file is whole. */
  readonly offset: number;
  /** The number of flushed bytes that are missing after it. */
  readonly missing: number;
  /** The last position that is present. */
  readonly position: Position;
}

/** Refuses to serve less than was acknowledged. Says how much is known to be lost and how to continue without it. */
export function tooShort(shortfall: Shortfall): StorageError {
  const { folder, file, offset, missing, position } = shortfall;
  return new StorageError(
    "damaged",
    `${folder}/${file} is too short: ${missing} bytes after byte ${offset}, where position ${position} ends, had been ` +
      `flushed and are gone, and acknowledged writes with them. Put a whole copy of the folder in its place, or accept the ` +
      `loss: "galley data repair ${folder} --accept-loss" ends the journal at position ${position}`,
    { ...shortfall },
  );
}
