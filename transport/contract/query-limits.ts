import { CHECK_LIMITS, type CheckLimits } from "../../engine/internal.ts";
import type { ReadLimits } from "../http/params/query-string.ts";
import type { Profile } from "./profiles/profile.ts";
import type { RestConfig } from "./profiles/rest-config.ts";

/** How much one query may ask for, as configured. */
export function pageLimits({ defaultLimit, maxLimit, withCount }: RestConfig): CheckLimits {
  return {
    ...CHECK_LIMITS,
    ...(defaultLimit !== undefined && { defaultLimit }),
    ...(maxLimit !== undefined && { maxLimit }),
    ...(withCount !== undefined && { withCount }),
  };
}

/** Maximum length of the lists in one query: as configured, else the profile's. */
export function listLimits(
  { queryLists }: Profile,
  { sortKeys, branches, listValues }: Partial<ReadLimits>,
): Pick<CheckLimits, "sortKeys" | "branches" | "listValues"> {
  return {
    ...queryLists,
    ...(sortKeys !== undefined && { sortKeys }),
    ...(branches !== undefined && { branches }),
    ...(listValues !== undefined && { listValues }),
  };
}
