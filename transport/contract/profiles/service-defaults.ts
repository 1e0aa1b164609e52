import { withHeaders, withOrigins } from "../../http/headers/cors.ts";
import type { RunLater, Service } from "../../http/service.ts";
import { contentErrors } from "../errors.ts";
import { CONTRACT, type Profile } from "./profile.ts";

/** Answers that all services share: errors, CORS, headers, and methods and paths without a route. */
export type SharedAnswers = Pick<
  Service,
  "errors" | "cors" | "securityHeaders" | "unknownPathAllow" | "unknownMethods"
>;

/** The same for the services of one galley, whose reads may be suspended. */
export interface ServiceDefaults extends SharedAnswers {
  readonly runLater: RunLater;
}

/**
 * The answers of the content service and of the services beside it. `origins`: as configured; undefined: the profile's.
 * `headers`: request headers that other origins may send besides the standard ones.
 */
export function sharedAnswers(
  profile: Profile,
  origins: "*" | readonly string[] | undefined,
  headers: readonly string[],
): SharedAnswers {
  return {
    errors: contentErrors(profile),
    cors: withHeaders(origins === undefined ? profile.cors : withOrigins(profile.cors, origins), headers),
    securityHeaders: profile.securityHeaders,
    unknownPathAllow: profile.unknownPathAllow,
    unknownMethods: profile.unknownMethods,
  };
}

/** The answers of services that Strapi has not: the same in every profile. */
export const CONTRACT_ANSWERS: SharedAnswers = sharedAnswers(CONTRACT, undefined, []);
