import {
  type Audience,
  CheckCache,
  type CheckLimits,
  type CheckOptions,
  checkQuery,
  checkTemplate,
  type Engine,
  EngineError,
  type Query,
} from "../../../engine/internal.ts";
import { QueryTemplateCache } from "../../contract/cache/query-template-cache.ts";
import type { QueryLimits } from "../../http/params/query-string.ts";
import type { DefaultPopulate } from "./default-populate.ts";
import type { AskedCall, CallKind, ContentService } from "./service.ts";
import { parseTemplate, type TemplateKey, templateKey } from "./template-key.ts";

/**
 * Checks the queries of calls. Of a query that differs from an earlier one only in operands and page, only these are
 * checked; a call without parameters is the same query of a type every time, for any caller, unless it populates.
 */
export function checkCalls(
  { schema, rules }: Engine,
  limits: CheckLimits,
  queryLimits: QueryLimits,
  populates: DefaultPopulate = new Map(),
  audience: Audience = "caller",
  inFormat: ContentService["inFormat"] = (_, params) => params,
): ContentService["checkQuery"] {
  const cache = new CheckCache();
  const templates = new QueryTemplateCache();
  const plain: Record<CallKind, Map<string, Query>> = { find: new Map(), findOne: new Map(), write: new Map() };

  return (call, kind) => {
    const { type, access, query: text } = call;
    const populate = kind === "write" ? undefined : populates.get(type.uid);
    const shape = kind === "find" ? "find" : "findOne";
    const optionsWith = (given: CheckOptions["params"]): CheckOptions => {
      const params =
        populate === undefined || given.populate !== undefined ? inFormat(type, given) : { ...given, populate };
      return { schema, type, params, access, audience, rules, limits, cache, shape };
    };
    if (text === "" && populate === undefined) {
      const query = plain[kind].get(type.uid) ?? checkQuery(optionsWith({}));
      plain[kind].set(type.uid, query);
      return query;
    }
    const asked = templateKey(text, queryLimits);
    const key = asked === null ? "" : `${kind} ${type.uid} ${asked.key}`;
    const known = asked === null ? null : templates.fill(access, key, asked.texts);
    if (known !== null) return known;
    return (asked && templated(call, asked, key, optionsWith)) ?? checkQuery(optionsWith(call.params()));
  };

  /** Null if there is a fault: errors name what the caller sent, and so come from a check without parameters. */
  function templated(
    { access }: AskedCall,
    asked: TemplateKey,
    key: string,
    optionsWith: (params: CheckOptions["params"]) => CheckOptions,
  ): Query | null {
    const { params, leftOut } = parseTemplate(asked, queryLimits);
    if (leftOut !== null) return null;
    try {
      const { query, template } = checkTemplate(optionsWith(params), asked.texts.length);
      if (template !== null) templates.put(access, key, template);
      return query;
    } catch (error) {
      if (error instanceof EngineError) return null;
      throw error;
    }
  }
}
