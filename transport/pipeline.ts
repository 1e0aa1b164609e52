import { type Answer, JSON_TYPE } from "./answer.ts";
import { HttpError } from "./http-error.ts";
import type { Log } from "./log.ts";
import type { Handler, HttpRequest, HttpResponse } from "./port.ts";
import { requestIds } from "./request-id.ts";
import { requestLog } from "./request-log.ts";
import { type ResponseHeaders, responseHeaders } from "./response-headers.ts";
import { answerRequest, type Service } from "./service.ts";

export interface PipelineOptions {
  /** Asked in this order whose a path is. */
  readonly services: readonly Service[];
  /** Answers the paths that are no one's. */
  readonly fallback: Service;
  /** Told of every fault of ours, and of every request when `logRequests`. */
  readonly log: Log;
  readonly logRequests: boolean;
}

/**
 * The handler over all services: has requests answered by their service's routes and errors by its error bodies, adds
 * the headers that every answer has, and logs. A route that answers at once is answered at once.
 */
export function createPipeline({ services, fallback, log, logRequests }: PipelineOptions): Handler {
  const lanes = services.map(laneOf);
  const fallbackLane = laneOf(fallback);
  const requestId = requestIds();
  const logRequest = logRequests ? requestLog(log) : null;

  return (request) => {
    const started = logRequest === null ? 0 : performance.now();
    const id = requestId(request);
    const { service, headers } = lanes.find((lane) => lane.service.owns(request.path)) ?? fallbackLane;

    const finish = (answer: Answer): HttpResponse => {
      const response = complete(answer, headers, request, id);
      logRequest?.(request, response, started);
      return response;
    };
    const fail = (error: unknown): HttpResponse => {
      const answer = service.errors(error);
      if (answer.status >= 500 && !(error instanceof HttpError)) log.error({ id, err: error }, "A request failed");
      return finish(answer);
    };
    try {
      const answer = answerRequest(service, request);
      return answer instanceof Promise ? answer.then(finish, fail) : finish(answer);
    } catch (error) {
      return fail(error);
    }
  };
}

/** A service and its headers. */
interface Lane {
  readonly service: Service;
  readonly headers: ResponseHeaders;
}

function laneOf(service: Service): Lane {
  return { service, headers: responseHeaders(service.cors, service.securityHeaders) };
}

function complete(answer: Answer, headersOf: ResponseHeaders, request: HttpRequest, requestId: string): HttpResponse {
  const { status, body, contentType = JSON_TYPE, headers: own } = answer;
  const common = headersOf(body === null ? null : contentType, request.header("origin"));
  return { status, body, headers: own === undefined ? common : [...common, ...own], requestId };
}
