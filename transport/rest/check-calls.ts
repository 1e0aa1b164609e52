import {
  type CheckLimits,
  CheckMemo,
  type CheckOptions,
  checkQuery,
  checkShape,
  type Engine,
  EngineError,
  type Query,
} from "../../engine/internal.ts";
import { QueryShapes } from "../contract/query-template-cache.ts";
import type { QueryLimits } from "../http/params/query-string.ts";
import type { Call, ContentService } from "./service.ts";
import { formOf, parseForm, type QueryForm } from "./template-key.ts";

/**
 * Checks the queries of calls. Of one that is like an earlier one but for its operands and its page, these are checked
 * alone; one without parameters asks the same of a type every time, whoever asks.
 */
export function checkCalls(
  { schema, rules }: Engine,
  limits: CheckLimits,
  queryLimits: QueryLimits,
): ContentService["checkQuery"] {
  const memo = new CheckMemo();
  const shapes = new QueryShapes();
  const plain = { find: new Map<string, Query>(), findOne: new Map<string, Query>() };

  return (call, shape) => {
    const { type, access, query: text } = call;
    const optionsWith = (params: CheckOptions["params"]): CheckOptions => ({
      ...{ schema, type, params, access, rules, limits, memo, shape },
    });
    if (text === "") {
      const query = plain[shape].get(type.uid) ?? checkQuery(optionsWith({}));
      plain[shape].set(type.uid, query);
      return query;
    }
    const form = formOf(text, queryLimits);
    const key = form === null ? "" : `${shape} ${type.uid} ${form.key}`;
    const known = form === null ? null : shapes.fill(access, key, form.texts);
    if (known !== null) return known;
    return (form && shaped(call, form, key, optionsWith)) ?? checkQuery(optionsWith(call.params()));
  };

  /** Null where something is wrong: only parameters without holes are told of in the caller's own words. */
  function shaped(
    { access }: Call,
    form: QueryForm,
    key: string,
    optionsWith: (params: CheckOptions["params"]) => CheckOptions,
  ): Query | null {
    const { params, leftOut } = parseForm(form, queryLimits);
    if (leftOut !== null) return null;
    try {
      const { query, shape } = checkShape(optionsWith(params), form.texts.length);
      if (shape !== null) shapes.put(access, key, shape);
      return query;
    } catch (error) {
      if (error instanceof EngineError) return null;
      throw error;
    }
  }
}
