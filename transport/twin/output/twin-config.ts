import type { GalleyConfig } from "../../config/config.ts";
import type { RestConfig } from "../../contract/profiles/rest-config.ts";
import type { Pulled } from "../pull/pulled.ts";

/**
 * Limits of a twin's reads. The source of a twin answers queries that a server open to everyone refuses: links in circles
 * show megabytes of entries. A read may take two seconds here.
 */
const LIMITS = { queryLimits: { work: 50_000_000 }, answerBytes: 134_217_728 } as const;

/** The settings with which a twin answers as its source does. */
export function twinConfig(
  { limits, version, profile, types: { populate } }: Pulled,
  prefix = "/api",
): Pick<GalleyConfig, "profile" | "queryLimits" | "answerBytes" | "rest"> {
  const { defaultLimit, maxLimit } = limits;
  const rest: RestConfig = {
    ...(prefix !== "/api" && { prefix }),
    ...(Object.keys(populate).length > 0 && { populate }),
    ...(version === "4" && { format: "v4" }),
    ...(defaultLimit !== null && defaultLimit !== 25 && { defaultLimit }),
    ...(maxLimit !== null && maxLimit !== 100 && { maxLimit }),
  };
  return { profile, ...LIMITS, ...(Object.keys(rest).length > 0 && { rest }) };
}
