export interface UnknownRecord {
  readonly [key: string]: unknown;
}

/** An object with named entries: no list, no null. */
export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What is null counts as absent, as in schema files. */
export function withoutNulls(record: UnknownRecord): UnknownRecord {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}

/** The entries that have a value, for keys that must be absent rather than undefined. */
export function present<T extends object>(record: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // Filtering entries is beyond what the type system follows; the result type says just this.
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as ReturnType<
    typeof present<T>
  >;
}
