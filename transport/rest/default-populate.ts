import {
  CHECK_LIMITS,
  type ContentType,
  checkQuery,
  EngineError,
  FULL_ACCESS,
  type Issue,
  type Rules,
  type Schema,
} from "../../engine/internal.ts";
import { ConfigError } from "../config/config-error.ts";
import { noTypeNamed, typeNamed } from "../contract/model/type-named.ts";
import type { RestConfig } from "../contract/profiles/rest-config.ts";

/** The `populate` of reads that name none, by the uid of the content type. */
export type DefaultPopulate = ReadonlyMap<string, unknown>;

/**
 * Resolves the configured `populate` of each content type. Strapi projects often set it in a middleware of a route, which
 * is code that is not run here.
 *
 * @throws ConfigError with every unknown content type, and the first fault of each `populate`.
 */
export function defaultPopulate(schema: Schema, rules: Rules, given: RestConfig["populate"] = {}): DefaultPopulate {
  const issues: Issue[] = [];
  const populates = new Map<string, unknown>();
  for (const [name, populate] of Object.entries(given)) {
    const type = typeNamed(schema, name);
    const message = type === undefined ? noTypeNamed(schema, name) : faultOf(schema, rules, type, populate);
    if (message !== null) issues.push({ path: ["rest", "populate", name], message });
    else if (type !== undefined) populates.set(type.uid, populate);
  }
  if (issues.length > 0) throw new ConfigError("Options", issues);
  return populates;
}

function faultOf(schema: Schema, rules: Rules, type: ContentType, populate: unknown): string | null {
  const params = { populate };
  try {
    checkQuery({ schema, type, params, access: FULL_ACCESS, rules, limits: CHECK_LIMITS, shape: "findOne" });
    return null;
  } catch (error) {
    if (error instanceof EngineError) return error.message;
    throw error;
  }
}
