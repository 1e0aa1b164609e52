import { CHECK_LIMITS, type CheckLimits } from "../../engine/internal.ts";
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
