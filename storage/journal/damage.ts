import { StorageError } from "../error.ts";
import type { Position } from "../port.ts";

export interface Damage {
  readonly folder: string;
  readonly file: string;
  /** Byte at which what is wrong begins. */
  readonly offset: number;
  /** The first position that cannot be trusted. */
  readonly position: Position;
  readonly reason: string;
}

/** Refuses to go on, and says where and what to do: nothing that was ever acknowledged is dropped without being asked. */
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
