import { platform } from "../../adapters/shared/platform.ts";
import { parseBody } from "../../contract/parse-body.ts";
import { withConditions } from "../../contract/tagged-answer.ts";
import { requestOrigin } from "../../hooks/hook-caller.ts";
import { PolicyError, thrownByOwnCode, withoutText } from "../../hooks/own-error.ts";
import type { Answer } from "../../http/answer.ts";
import { cookiesIn } from "../../http/headers/cookie.ts";
import { HttpError } from "../../http/http-error.ts";
import { bodyBytes } from "../../http/json/json-body.ts";
import { WITH_BODY } from "../../http/methods.ts";
import type { HttpRequest } from "../../http/port.ts";
import { answerOf, isResponse } from "./answer-of.ts";
import { inTurn } from "./in-turn.ts";
import { PASSED, type RouteCode, type RouteContext } from "./own-route.ts";
import type { AnswerRoute, RouteRun, RouteServing } from "./route-serving.ts";

/** Runs the code of a route. */
export function runnerOf({ policies, handle }: RouteCode): AnswerRoute {
  const code = { policies, handle: inTurn(handle) };
  return (serving, run) => runRoute(serving, run, code);
}

/**
 * The answer of the code of a route; null if it hands the request on.
 *
 * @throws what its code throws (rejected), Strapi's errors as EngineErrors; HttpError 404 if it gives nothing.
 */
async function runRoute(serving: RouteServing, run: RouteRun, code: RouteCode): Promise<Answer | null> {
  const { request, service } = run;
  const readable = (await (request.method === "GET" ? null : service.readForm?.(request))) ?? request;
  const given = await resultOf(contextOf(serving, { ...run, request: readable }), code, serving);
  if (given === PASSED || isPassedByMsw(given)) return null;
  if (given === undefined) throw new HttpError("no route", "Not Found");
  const { answerBytes, entityTags } = serving;
  const answer = await answerOf(given, { answerBytes, entityTags, signal: () => request.signal });
  const isTagged = isRead(request) && entityTags;
  return isTagged ? withConditions(() => answer)({ request, params: [], prepared: null }) : answer;
}

async function resultOf(context: RouteContext, code: RouteCode, { profile }: RouteServing): Promise<unknown> {
  try {
    for (const policy of code.policies) {
      const passes = await policy(context);
      if (passes !== true && passes !== undefined) throw new PolicyError();
    }
    return await code.handle(context);
  } catch (error) {
    if (isResponse(error)) return error;
    const thrown = thrownByOwnCode(error);
    throw profile.ownRefusals === "hidden" ? withoutText(thrown) : thrown;
  }
}

function contextOf(serving: RouteServing, { params, caller, request }: RouteRun): RouteContext {
  const origin = requestOrigin(caller, "route", request);
  const documents = serving.documentsFor(origin);
  let signal: AbortSignal | null = null;
  const signalOf = () => {
    signal ??= request.signal ?? new AbortController().signal;
    return signal;
  };
  let fetched: Request | null = null;
  return {
    params,
    caller: origin.caller,
    documents,
    get signal() {
      return signalOf();
    },
    get cookies() {
      return cookiesIn(request);
    },
    get query() {
      return serving.paramsOf(request);
    },
    get body() {
      return parseBody(request, serving.jsonLimits);
    },
    get request() {
      fetched ??= fetchRequest(serving.origin(), request, signalOf());
      return fetched;
    },
  };
}

function fetchRequest(origin: string, request: HttpRequest, signal: AbortSignal): Request {
  const { method, path, query } = request;
  const bytes = WITH_BODY.has(method) ? bodyBytes(request) : null;
  return new platform.Request(`${origin}${path}${query === "" ? "" : `?${query}`}`, {
    method,
    headers: [...request.allHeaders()],
    signal,
    ...(bytes !== null && bytes.byteLength > 0 && { body: bytes }),
  });
}

function isRead({ method }: HttpRequest): boolean {
  return method === "GET" || method === "HEAD";
}

/** As `passthrough()` of MSW says it. */
function isPassedByMsw(given: unknown): boolean {
  return isResponse(given) && given.headers.get("x-msw-intention") === "passthrough";
}
