import type { RawParams } from "../../../engine/internal.ts";
import type { HookAction, HookCaller } from "../../hooks/hook.ts";
import type { RouteSchema } from "../../http/router.ts";

// biome-ignore lint/suspicious/noExplicitAny: bodies and content of routes of the user's own have any shape
type Loose = any;

/** Methods that a route of the user's own may have; a GET answers HEAD too. */
export const ROUTE_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** The Document Service by uid, where the schema is not known. */
export type LooseDocuments = (uid: string) => { readonly [A in HookAction]: (params?: Loose) => Promise<Loose> };

/** Passed to the code of a route. */
export interface RouteContext<D = LooseDocuments> {
  /** Texts of the path's `:name` segments. */
  readonly params: { readonly [name: string]: string };
  /** The parameters of the query, nested by brackets. */
  readonly query: RawParams;
  /**
   * The body: an object or a list of JSON, or the fields of a form; empty if there is none. Throws for malformed JSON,
   * which is answered with 400.
   */
  readonly body: Loose;
  /** The values of the cookies by name. */
  readonly cookies: { readonly [name: string]: string };
  readonly caller: HookCaller;
  /** The request as the fetch standard has it. */
  readonly request: Request;
  /** The Document Service of a content type, with all rights, and with hooks around its calls. */
  readonly documents: D;
  /** Aborted if the client goes before it has its answer. */
  readonly signal: AbortSignal;
}

/**
 * Answers a request: a Response of fetch, as it is; a text, as text; another value, as JSON; `passthrough()`, by the
 * routes below; nothing, with 404. A generator function answers each request with its next value, and then with its last
 * one.
 */
export type RouteHandler<D = LooseDocuments> = (context: RouteContext<D>) => unknown;

/** Lets a request pass by true or nothing; all else is answered with 403. */
export type RoutePolicy = (context: RouteContext) => unknown;

/** The code of a route. */
export interface RouteCode {
  /** Run after the check of rights, in order. */
  readonly policies: readonly RoutePolicy[];
  readonly handle: RouteHandler;
}

/** Who may call a route, and how often it answers. */
export interface RouteOptions {
  /** uid or singular name of the content type of `action`. */
  readonly type?: string;
  /** The right that a caller needs, in the table of roles: of `type`, or without one of `custom`. */
  readonly action?: string;
  /** Run after the check of rights, in order. */
  readonly policies?: readonly RoutePolicy[];
  /** Describes the route in the OpenAPI document. */
  readonly schema?: RouteSchema;
  /** Answers one request. Default: false. */
  readonly once?: boolean;
}

/** A route of the configuration. Without `action`, tokens with full access alone may call it. */
export interface RouteConfig extends Omit<RouteOptions, "once"> {
  readonly method: string;
  /** Below `rest.prefix`, as `/posts/:id/like`; with two leading slashes, from the root. */
  readonly path: string;
  /** False: everyone may call it. */
  readonly auth?: boolean;
  readonly handle: RouteHandler;
}

/** The method and path of a route, as `GET /posts/popular`, how it answers, and its code. */
export type RouteArguments<D> =
  | readonly [pattern: string, handle: RouteHandler<D>]
  | readonly [pattern: string, options: RouteOptions, handle: RouteHandler<D>];

/** The result of `passthrough`. */
export const PASSED: object = Object.freeze({});

/** Hands a request on to the routes below: older routes of the same path, then the built-in ones. */
export function passthrough(): object {
  return PASSED;
}
