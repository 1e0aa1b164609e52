import { isRecord } from "../../engine/internal.ts";
import { unknownFormat } from "./decode.ts";

/** Formats of commits; a commit that names none has the first one. */
const FORMATS = [1, 2, 3, 4] as const;

/**
 * Checks the format of a stored commit before its shape: what a later version wrote is not damage.
 *
 * @throws StorageError `invalid` that names the format.
 */
export function assertKnownFormat(body: unknown): void {
  const format = isRecord(body) ? (body.format ?? 1) : 1;
  if (!FORMATS.some((known) => known === format)) throw unknownFormat("commit", format, ...FORMATS);
}
