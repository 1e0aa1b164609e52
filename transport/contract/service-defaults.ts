import { withHeaders, withOrigins } from "../http/headers/cors.ts";
import type { Service } from "../http/service.ts";
import { contentErrors } from "./errors.ts";
import type { Profile } from "./profile.ts";

/** How a service looks from outside, whatever it answers. */
export type Face = Pick<Service, "errors" | "cors" | "securityHeaders" | "unknownPathAllow" | "unknownMethods">;

/**
 * The face of the content service and of those beside it. `origins`: what a configuration names; undefined: the
 * profile's. `headers`: what pages of other origins may send beside what they may anyway.
 */
export function faceOf(
  profile: Profile,
  origins: "*" | readonly string[] | undefined,
  headers: readonly string[],
): Face {
  return {
    errors: contentErrors(profile),
    cors: withHeaders(origins === undefined ? profile.cors : withOrigins(profile.cors, origins), headers),
    securityHeaders: profile.securityHeaders,
    unknownPathAllow: profile.unknownPathAllow,
    unknownMethods: profile.unknownMethods,
  };
}
