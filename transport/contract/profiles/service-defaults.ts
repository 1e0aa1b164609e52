import { withHeaders, withOrigins } from "../../http/headers/cors.ts";
import type { Service } from "../../http/service.ts";
import { contentErrors } from "../errors.ts";
import type { Profile } from "./profile.ts";

/** Answers that all services share: errors, CORS, headers, and methods and paths without a route. */
export type ServiceDefaults = Pick<
  Service,
  "errors" | "cors" | "securityHeaders" | "unknownPathAllow" | "unknownMethods"
>;

/**
 * The defaults of the content service and of the services beside it. `origins`: as configured; undefined: the profile's.
 * `headers`: request headers that other origins may send besides the standard ones.
 */
export function serviceDefaults(
  profile: Profile,
  origins: "*" | readonly string[] | undefined,
  headers: readonly string[],
): ServiceDefaults {
  return {
    errors: contentErrors(profile),
    cors: withHeaders(origins === undefined ? profile.cors : withOrigins(profile.cors, origins), headers),
    securityHeaders: profile.securityHeaders,
    unknownPathAllow: profile.unknownPathAllow,
    unknownMethods: profile.unknownMethods,
  };
}
