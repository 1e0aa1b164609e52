/** The attribute that keeps the id which an entry had in its source. */
export const LEGACY_ID = "legacyId";

/** The attribute for the key `id` of rows whose ids have another key. */
export const OTHER_ID = "rowId";
