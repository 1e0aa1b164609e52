/** The attribute that keeps the id which an entry had in its source. */
export const LEGACY_ID = "legacyId";
