import { EngineError, isRecord, unknownKey } from "../../../engine/internal.ts";
import type { Answer } from "../../http/answer.ts";
import { bodyText, parseJson } from "../../http/json/json-body.ts";
import { flatParams } from "../../http/params/flat-params.ts";
import type { HttpRequest } from "../../http/port.ts";
import type { Controlled } from "./controlled.ts";

/** A request to control a galley. */
export interface ControlCall {
  /** The fork that the request names, else the base. */
  readonly galley: Controlled;
  readonly request: HttpRequest;
  /** Texts of the path's variable segments. */
  readonly params: readonly string[];
}

/** One route below `/__galley`. */
export interface ControlRoute {
  readonly method: string;
  readonly path: string;
  readonly handle: (call: ControlCall) => Answer | Promise<Answer>;
}

/** Maximum milliseconds that a request may wait for something: clients do not wait forever. */
export const MAX_WAIT = 60_000;

export const DONE: Answer = { status: 204, body: null };

export function data(value: unknown, status = 200): Answer {
  return dataText(JSON.stringify(value), status);
}

/** An answer with a value as JSON text. */
export function dataText(json: string, status = 200): Answer {
  return { status, body: `{"data":${json}}` };
}

export function missing(what: string): EngineError {
  return new EngineError("not-found", `There is no ${what}`);
}

/**
 * The body, an object with no keys other than these; empty if there is none.
 *
 * @throws EngineError `validation`, and HttpError as `parseJson` does.
 */
export function readObject(request: HttpRequest, keys: readonly string[]): { readonly [key: string]: unknown } {
  const value: unknown = parseJson(bodyText(request));
  if (!isRecord(value)) throw new EngineError("validation", "The body must be an object");
  const unknown = Object.keys(value).find((key) => !keys.includes(key));
  if (unknown !== undefined)
    throw new EngineError("validation", `${unknown} ${unknownKey(unknown, keys)}`, { key: unknown });
  return value;
}

/**
 * The parameters of a query that has these names and no others, each with its first value.
 *
 * @throws EngineError `validation`
 */
export function paramsIn<N extends string>(query: string, names: readonly N[]): { readonly [name in N]?: string } {
  const given = [...flatParams(query)].map(([name, [value]]) => [name, value] as const);
  const [unknown] = given.find(([name]) => !names.some((each) => each === name)) ?? [];
  if (unknown !== undefined)
    throw new EngineError("validation", `${unknown} is not a known parameter`, { key: unknown });
  return Object.fromEntries(given) as { readonly [name in N]?: string };
}

/** @throws EngineError `validation` if there is one and it is not a text. */
export function optionalText(value: unknown, key: string): string | undefined {
  if (value === undefined || typeof value === "string") return value;
  throw new EngineError("validation", `${key} must be a text`, { key });
}

/** @throws EngineError `validation` if there is one and it is not an integer from 0 up to `most`. */
export function optionalCount(value: unknown, key: string, most: number): number | undefined {
  if (value === undefined) return undefined;
  if (Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= most) return Number(value);
  throw new EngineError("validation", `${key} must be a whole number from 0 to ${most}`, { key });
}
