import { StorageError } from "../error.ts";

/** In bytes of UTF-8. Systems allow 255; the temporary name of a file that is being written needs some of them. */
const MAX_BYTES = 200;

/** Path separators, characters with a special meaning on some system, and invisible characters. */
const FORBIDDEN = /[/\\<>:"|?*\p{Cc}\p{Cs}]/u;

/** The suffix of files that are being written. */
const ASIDE = /\.[0-9a-f]{12}\.tmp$/;

/**
 * Whether a name is valid on every system: it never leaves its folder, is never hidden in it, and never looks like a
 * file that is still being written.
 */
export function isFileName(name: string): boolean {
  if (name === "" || name.startsWith(".") || /[. ]$/.test(name)) return false;
  return !FORBIDDEN.test(name) && !ASIDE.test(name) && Buffer.byteLength(name) <= MAX_BYTES;
}

/** @throws StorageError `misused` */
export function assertFileName(name: string): void {
  if (!isFileName(name)) throw new StorageError("misused", `${JSON.stringify(name)} cannot be the name of a file`);
}

/** Whether an interrupted write has left this behind. */
export function isAside(name: string): boolean {
  return ASIDE.test(name);
}
