/** The times of an entry, which the server sets, in the order of answers. */
export const ENTRY_TIMES = ["createdAt", "updatedAt", "publishedAt"] as const;

/** Fields without a column of their own: links to who wrote an entry, and to its other locales. */
export const SYSTEM_LINKS: ReadonlySet<string> = new Set(["createdBy", "updatedBy", "localizations"]);

/** Scalar fields of every entry besides its attributes. */
export const ENTRY_FIELDS: ReadonlySet<string> = new Set(["id", "documentId", ...ENTRY_TIMES, "locale"]);

/** Fields of every entry that a write must not name (writes, §3). */
export const READ_ONLY_FIELDS: ReadonlySet<string> = new Set(["createdAt", "updatedAt", ...SYSTEM_LINKS]);

const TIMES: ReadonlySet<string> = new Set(ENTRY_TIMES);

/** Whether a field is a time that the server sets. */
export function isEntryTime(name: string): boolean {
  return TIMES.has(name);
}

/** Whether every entry has the field: no attribute can have its name. */
export function isEntryField(name: string): boolean {
  return ENTRY_FIELDS.has(name) || SYSTEM_LINKS.has(name);
}
