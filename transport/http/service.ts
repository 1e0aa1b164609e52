import { Suspension } from "../../engine/internal.ts";
import { type Answer, type ErrorAnswer, NO_ANSWER, TEXT_TYPE } from "./answer.ts";
import { type CorsPolicy, isPreflight, preflightHeaders } from "./headers/cors.ts";
import { HttpError } from "./http-error.ts";
import type { HeaderList, HttpRequest } from "./port.ts";
import type { Router } from "./router.ts";

/** A request as its route sees it. */
export interface RouteCall {
  readonly request: HttpRequest;
  /** Texts of the path's variable segments. */
  readonly params: readonly string[];
  /** The result of the service's `prepare`. */
  readonly prepared: unknown;
}

/** Answers, throws, or rejects: its service converts every error to an answer. */
export type RouteHandle = (call: RouteCall) => Answer | Promise<Answer>;

/**
 * Runs a read that was suspended again, as often as it is suspended. If the signal is aborted before, it rejects with the
 * signal's reason, and what only this read waits for ends.
 */
export type RunLater = <T>(suspension: Suspension, read: () => T | Promise<T>, signal?: AbortSignal) => Promise<T>;

/** Routes that share their conventions. */
export interface Service {
  /** Whether requests with a method and a raw path belong to this service, even if only with an error. */
  owns(path: string, method: string): boolean;
  readonly router: Router<RouteHandle>;
  /**
   * Methods whose routes look at the content before they write, and may refuse because of it. Where other nodes write
   * too, the content is caught up first.
   */
  readonly looksFirst?: readonly string[];
  /** Where multipart forms are read like urlencoded ones: the request as such a one, or null for all others. */
  readonly readForm?: (request: HttpRequest) => Promise<HttpRequest> | null;
  /** Runs before routing; an error it throws is the answer. */
  readonly prepare?: (request: HttpRequest) => unknown;
  readonly errors: ErrorAnswer;
  /** Where routes may be suspended: runs them again later. */
  readonly runLater?: RunLater;
  /** A service that controls the process rather than being tested: exempt from faults, and not recorded. */
  readonly isControl?: boolean;
  /** Converts errors from elsewhere to this service's format; by default to the content service's. */
  readonly errorOf?: (status: number, message: string) => Answer;
  readonly cors: CorsPolicy;
  /** On every answer. */
  readonly securityHeaders: HeaderList;
  /** `Allow` of paths without a route, whose other methods get 405; null: they get 404 with any method. */
  readonly unknownPathAllow: string | null;
  /** A method that no path has: 405 as for any other that a path does not have, or 501. */
  readonly unknownMethods: "wrong method" | "unknown method";
}

/** Every method that some path has. */
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Answers a request by the service's routes, or for its paths: a browser's preflight, and OPTIONS with the allowed methods.
 *
 * @throws HttpError, and what `prepare` or the route throws.
 */
export function answerRequest(service: Service, request: HttpRequest): Answer | Promise<Answer> {
  const { method, path } = request;
  if (method === "OPTIONS" && isPreflight(request)) {
    return { status: 204, body: null, headers: preflightHeaders(service.cors, request) };
  }
  const form = method === "GET" ? null : service.readForm?.(request);
  if (form) return form.then((readable) => answerRequest(service, readable));
  const prepared = service.prepare?.(request);
  const found = service.router.find(path);
  const handle = found?.endpoint.methods.get(method);
  if (found === null || handle === undefined) return answerHidden(service, request, prepared);
  return run(service, handle, { request, params: found.params, prepared });
}

/** Answers by the routes that others hide, if they have the method. */
function answerHidden(service: Service, request: HttpRequest, prepared: unknown): Answer | Promise<Answer> {
  const { method, path } = request;
  const match = service.router.findHidden(path, method);
  if (match === null) return withoutRoute(service, method, service.unknownPathAllow);
  const handle = match.endpoint.methods.get(method);
  if (handle === undefined) return withoutHandle(service, method, match.endpoint.allow);
  return run(service, handle, { request, params: match.params, prepared });
}

function run(service: Service, handle: RouteHandle, call: RouteCall): Answer | Promise<Answer> {
  try {
    return handle(call);
  } catch (error) {
    return handleLater(service, handle, call, error);
  }
}

/** A function of its own: a closure in `run` would cost each request a context. */
function handleLater({ runLater }: Service, handle: RouteHandle, call: RouteCall, error: unknown): Promise<Answer> {
  if (runLater === undefined || !(error instanceof Suspension)) throw error;
  const { signal } = call.request;
  return runLater(error, () => handle(call), signal).catch((failure) => {
    if (signal?.aborted !== true) throw failure;
    return NO_ANSWER;
  });
}

function withoutRoute(service: Service, method: string, allow: string | null): Answer {
  if (allow === null || method === "GET" || method === "HEAD") throw new HttpError("no route", "Not Found");
  return withoutMethod(service, method, allow);
}

/** If every path can be read, a path with other methods only does not exist for readers. */
function withoutHandle(service: Service, method: string, allow: string): Answer {
  const { unknownPathAllow } = service;
  if (unknownPathAllow === null) return withoutMethod(service, method, allow);
  return withoutRoute(service, method, method === "GET" || method === "HEAD" ? unknownPathAllow : allow);
}

function withoutMethod({ unknownMethods }: Service, method: string, allow: string): Answer {
  const headers: HeaderList = [["allow", allow]];
  if (method === "OPTIONS") return { status: 200, body: "", contentType: TEXT_TYPE, headers };
  if (METHODS.has(method) || unknownMethods === "wrong method") {
    throw new HttpError("wrong method", "Method Not Allowed", headers);
  }
  throw new HttpError("unknown method", "Not Implemented", headers);
}
