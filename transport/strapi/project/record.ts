import { isRecord, type UnknownRecord } from "../../../engine/internal.ts";

/** The object under a key, or an empty one. */
export function recordAt(value: unknown, key: string): UnknownRecord {
  const part = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return isRecord(part) ? part : {};
}
