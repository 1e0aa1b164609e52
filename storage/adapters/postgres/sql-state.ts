import { errorCode, isError } from "../../error.ts";

/** The SQLSTATE of an error that a server sent; null for any other error, such as a lost connection. */
export function sqlStateOf(error: unknown): string | null {
  const code = errorCode(error);
  return code !== null && /^[0-9A-Z]{5}$/.test(code) && isError(error) && "severity" in error ? code : null;
}

/** Another transaction holds a lock or conflicts with this one: the next attempt may succeed. */
const CROSSED: ReadonlySet<string> = new Set(["55P03", "40001", "40P01"]);

export function isCrossed(state: string): boolean {
  return CROSSED.has(state);
}

/** The server has rejected the statement as a whole, and is still running. */
export function isRefusal(state: string): boolean {
  return !/^(?:08|57P|25P03|58|XX)/.test(state);
}

const NO_ROOM: ReadonlySet<string> = new Set(["53000", "53100", "53400"]);

export function isNoRoom(state: string): boolean {
  return NO_ROOM.has(state);
}

export const UNDEFINED_TABLE = "42P01";

/** The user lacks the privilege for the statement. */
export const FORBIDDEN = "42501";

/** The server is read-only, for example because it has become a standby. */
export const READ_ONLY = "25006";
