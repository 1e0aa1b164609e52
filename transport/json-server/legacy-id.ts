/** The attribute that keeps the id which an entry had in its source. */
export const LEGACY_ID = "legacyId";

/** The attribute for the key `id` of rows whose ids have another key. */
export const OTHER_ID = "rowId";

/** The attribute with the keys of a row that hold null: entries do not tell null from absent. */
export const NULLS_OF_ROW = "nullsOfRow";
