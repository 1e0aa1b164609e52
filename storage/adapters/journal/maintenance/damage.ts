import { StorageError } from "../../../error.ts";
import type { Position } from "../../../port.ts";

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
