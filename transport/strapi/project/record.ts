export interface UnknownRecord {
  readonly [key: string]: unknown;
}

export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object under a key, or an empty one. */
export function recordAt(value: unknown, key: string): UnknownRecord {
  const part = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return isRecord(part) ? part : {};
}
