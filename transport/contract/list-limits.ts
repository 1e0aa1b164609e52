import type { CheckLimits } from "../../engine/internal.ts";
import type { ReadLimits } from "../http/params/query-string.ts";
import type { Profile } from "./profile.ts";

/** How long the lists of one query may be: as the configuration has it, else as the profile does. */
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
