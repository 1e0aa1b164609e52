import { isPromise } from "../../engine/internal.ts";
import type { Log } from "../runtime/log.ts";
import { type Answer, JSON_TYPE, NO_ANSWER, RESET_ANSWER } from "./answer.ts";
import { requestIds } from "./headers/request-id.ts";
import { type ResponseHeaders, replaceHeaders, responseHeaders } from "./headers/response-headers.ts";
import { HttpError } from "./http-error.ts";
import { DROPPED, type Handler, type HttpRequest, type HttpResponse, RESET } from "./port.ts";
import { refusalLog } from "./refusal-log.ts";
import { answerRequest, type Service } from "./service.ts";

export interface PipelineOptions {
  /** Services in order; the first whose path matches answers. */
  readonly services: readonly Service[];
  /** Answers all other paths. */
  readonly fallback: Service;
  /** Generates ids for requests that bring none. */
  readonly newRequestId: () => string;
  /** Called with every internal fault. */
  readonly log: Log;
  /** Called in order before anything else. */
  readonly guards?: readonly Guard[];
  /** Called in order for each request that the guards let pass. */
  readonly interceptors?: readonly Interceptor[];
  /** Called with every answer. */
  readonly observers?: readonly Observer[];
}

/** Lets a request pass, or throws the HttpError that refuses it. */
export type Guard = (request: HttpRequest) => void;

/**
 * Answers a request in place of its service; null leaves it to the next interceptor. `next` hands the request on with
 * changes, or later. `serviceAt` finds the services of other requests.
 */
export type Interceptor = (
  request: HttpRequest,
  service: Service,
  next: HandOn,
  serviceAt: ServiceAt,
) => Answer | Promise<Answer> | null;

/** Answers a request by the interceptors that are left, else by its service. */
export type HandOn = (request: HttpRequest, service: Service) => Answer | Promise<Answer>;

/** The service that requests with a raw path and a method belong to. */
export type ServiceAt = (path: string, method: string) => Service;

/** Called with an answer and the service that gave it; `started` as of `performance.now()`. */
export type Observer = (request: HttpRequest, response: HttpResponse, started: number, service: Service) => void;

/**
 * The handler over all services: routes requests to services, converts errors to answers, adds the common headers, and
 * notifies the observers. A route that answers synchronously is answered synchronously.
 */
export function createPipeline(options: PipelineOptions): Handler {
  const { services, fallback, log, guards = [], observers = [], interceptors = [] } = options;
  const mountedServices = services.map(mount);
  const mountedFallback = mount(fallback);
  const noteFailure = refusalLog(log, "A request failed");
  const requestId = requestIds(options.newRequestId);
  const serviceOf: ServiceAt = (path, method) => serviceAt(path, method).service;
  const handOns = interceptors.map(
    (_, at): HandOn =>
      (request, service) =>
        answerFrom(at + 1, request, service),
  );

  return (request) => {
    const started = observers.length === 0 ? 0 : performance.now();
    const id = requestId(request);
    const exchange: Exchange = { request, id, started, mounted: serviceAt(request.path, request.method) };
    const { service } = exchange.mounted;
    try {
      for (const guard of guards) guard(request);
      const answer = answerFrom(0, request, service);
      if (!isPromise(answer)) return finish(exchange, answer);
      return answer.then(
        (later) => finish(exchange, later),
        (error) => fail(exchange, error),
      );
    } catch (error) {
      return fail(exchange, error);
    }
  };

  function answerFrom(first: number, request: HttpRequest, service: Service): Answer | Promise<Answer> {
    for (let at = first; at < interceptors.length; at++) {
      // Both lists are of this length.
      const answer = (interceptors[at] as Interceptor)(request, service, handOns[at] as HandOn, serviceOf);
      if (answer !== null) return answer;
    }
    return answerRequest(service, request);
  }

  function serviceAt(path: string, method: string): MountedService {
    for (const mounted of mountedServices) if (mounted.service.owns(path, method)) return mounted;
    return mountedFallback;
  }

  function finish({ request, id, started, mounted }: Exchange, answer: Answer): HttpResponse {
    const response = complete(answer, mounted.headers, request, id);
    for (const observe of observers) observe(request, response, started, mounted.service);
    return response;
  }

  function fail(exchange: Exchange, error: unknown): HttpResponse {
    const { id, mounted } = exchange;
    const answer = errorAnswer(mounted.service, error);
    if (answer.status >= 500 && !(error instanceof HttpError)) noteFailure(error, { id });
    return finish(exchange, answer);
  }
}

/** The user's own code may refuse with what JSON cannot hold: then its error is a fault. */
function errorAnswer(service: Service, error: unknown): Answer {
  try {
    return service.errors(error);
  } catch (fault) {
    return service.errors(fault);
  }
}

/** A request in progress. */
interface Exchange {
  readonly request: HttpRequest;
  readonly id: string;
  readonly started: number;
  readonly mounted: MountedService;
}

/** A service and its headers. */
interface MountedService {
  readonly service: Service;
  readonly headers: ResponseHeaders;
}

function mount(service: Service): MountedService {
  return { service, headers: responseHeaders(service.cors, service.securityHeaders) };
}

function complete(answer: Answer, headersOf: ResponseHeaders, request: HttpRequest, requestId: string): HttpResponse {
  if (answer === NO_ANSWER) return DROPPED;
  if (answer === RESET_ANSWER) return RESET;
  const { status, body, contentType = JSON_TYPE, headers: ownHeaders } = answer;
  const headers = headersOf(body === null ? null : contentType, request.header("origin"));
  const response =
    ownHeaders === undefined ? { status, body, headers, requestId } : { status, body, headers, ownHeaders, requestId };
  const { replaced = [] } = answer;
  // Lists of headers that many answers share are written once.
  return replaced.length === 0 ? response : replaceHeaders(response, replaced);
}
