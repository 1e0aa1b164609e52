import { LOCALIZED_TYPES } from "../../../../../differential/locales/types.ts";
import type { Types } from "../../../../../support/vectors/format.ts";

const { page, ...others } = LOCALIZED_TYPES.types;

/** The localized types of the differential, with a list in pages that leads to any type. */
export const ARCHIVED_TYPES: Types = {
  ...LOCALIZED_TYPES,
  types: {
    page: {
      plural: "pages",
      ...page,
      attributes: { ...page?.attributes, things: { type: "relation", relation: "morphToMany" } },
    },
    ...others,
  },
};
