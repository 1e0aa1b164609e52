import {
  CHECK_LIMITS,
  type ContentType,
  checkQuery,
  EngineError,
  FULL_ACCESS,
  type Issue,
  type Rules,
  type Schema,
} from "../../../engine/internal.ts";
import { ConfigError } from "../../config/config-error.ts";
import { noTypeNamed, typeNamed } from "../../contract/model/type-named.ts";
import type { RestConfig } from "../../contract/profiles/rest-config.ts";

/** The `populate` of reads that name none, by the uid of the content type. */
export type DefaultPopulate = ReadonlyMap<string, unknown>;

/**
 * Resolves the configured `populate` of each content type. Strapi projects often set it in a middleware of a route, which
 * is code that is not run here.
 *
 * @throws ConfigError with every unknown content type, and every fault of each `populate`, at its place.
 */
export function defaultPopulate(schema: Schema, rules: Rules, given: RestConfig["populate"] = {}): DefaultPopulate {
  const issues: Issue[] = [];
  const populates = new Map<string, unknown>();
  for (const [name, populate] of Object.entries(given)) {
    const type = typeNamed(schema, name);
    const path = ["rest", "populate", name];
    if (type === undefined) issues.push({ path, message: noTypeNamed(schema, name) });
    else issues.push(...faultsIn(populate, path, (part) => faultOf(schema, rules, type, part)));
    if (type !== undefined) populates.set(type.uid, populate);
  }
  if (issues.length > 0) throw new ConfigError("Options", issues);
  return populates;
}

/**
 * The faults of a part, each at the smallest part that is refused without its neighbours: the messages are made for
 * requests, and do not always name the place.
 */
function faultsIn(part: unknown, path: readonly string[], faultOf: (part: unknown) => string | null): Issue[] {
  const message = faultOf(part);
  if (message === null) return [];
  const whole = { path, message };
  if (typeof part !== "object" || part === null) return [whole];
  const isList = Array.isArray(part);
  // An empty part that is refused does not belong here, whatever it contains.
  if (faultOf(isList ? [] : {}) !== null) return [whole];
  const within = Object.entries(part).flatMap(([key, value]) =>
    faultsIn(value, [...path, key], (alone) => faultOf(isList ? [alone] : { [key]: alone })),
  );
  return within.length > 0 ? within : [whole];
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
