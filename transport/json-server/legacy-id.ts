/** The attribute that keeps the id which an entry had before it came here. */
export const LEGACY_ID = "legacyId";
