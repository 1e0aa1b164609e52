export interface UnknownRecord {
  readonly [key: string]: unknown;
}

/** An object with named entries: neither a list nor null. */
export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Without undefined entries, for keys that must be absent. */
export function present<T extends object>(record: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries: { [K in keyof T]?: Exclude<T[K], undefined> } = {};
  for (const key in record) {
    const value = record[key];
    // The compiler does not narrow a generic type by this comparison.
    if (value !== undefined) entries[key] = value as Exclude<T[typeof key], undefined>;
  }
  return entries;
}
