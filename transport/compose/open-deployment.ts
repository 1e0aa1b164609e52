import { defineSchema as readSchema, Schema, type SchemaDefinition, withLocales } from "../../engine/internal.ts";
import type { GalleyOptions } from "../config/galley-options.ts";
import { type ChosenSettings, withDefaults } from "../config/settings.ts";
import { CONTRACT, type Profile, STRAPI } from "../contract/profiles/profile.ts";
import type { ProfileName } from "../contract/profiles/profile-name.ts";
import { JSON_LIMITS } from "../http/json/json-limits.ts";
import { QUERY_LIMITS } from "../http/params/query-string.ts";
import { EVERYONE, isRoutesName } from "../parts/json-routes/routes-name.ts";
import type { OpenPart } from "../parts/part.ts";
import { FAULTS_ONLY, steadyLog } from "../runtime/log.ts";
import { Deployment } from "./deployment.ts";
import { PARTS } from "./parts.ts";

const PROFILES: { readonly [name in ProfileName]: Profile } = { contract: CONTRACT, strapi: STRAPI };

/** Strapi 4 knew no key of the admin API by this name. */
function ofVersion4(profile: Profile): Profile {
  return { ...profile, rules: { ...profile.rules, statusSort: "sorted" } };
}

/**
 * The deployment of the given options, with defaults for the rest.
 *
 * @throws ConfigError (rejected)
 */
export async function openDeployment(given: GalleyOptions): Promise<Deployment> {
  const defaults = withDefaults(given);
  // json-server asks nobody who he is.
  const everyone = given.roles === undefined && isRoutesName(given.routes) ? { roles: EVERYONE } : {};
  const options: GalleyOptions & ChosenSettings = { ...given, ...defaults, ...everyone };
  const { rest, queryLimits, logger, profile: name = "contract" } = options;
  const profile = rest?.format === "v4" ? ofVersion4(PROFILES[name]) : PROFILES[name];
  const schema = PARTS.reduceRight((types, part) => part.types?.(types, options) ?? types, schemaOf(options));
  const common = {
    schema,
    profile,
    prefix: rest.prefix ?? "/api",
    jsonLimits: { ...JSON_LIMITS, reservedKeys: profile.reservedKeys, ...options.jsonLimits },
    queryLimits: { ...QUERY_LIMITS, ...queryLimits },
    log: steadyLog(logger ?? FAULTS_ONLY),
  };
  let parts: readonly OpenPart[] = [];
  for (const part of PARTS.toReversed()) {
    const opened = await part.open(options, { ...common, behind: parts });
    if (opened !== null) parts = [opened, ...parts];
  }
  return new Deployment(options, common, parts);
}

function schemaOf({ schema, ...locales }: GalleyOptions): Schema {
  // Parsing a definition checks everything about it, whatever the compiler knew.
  return withLocales(schema instanceof Schema ? schema : readSchema(schema as SchemaDefinition), locales);
}
