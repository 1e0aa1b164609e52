import { isPromise } from "../../../engine/internal.ts";
import { platform } from "../../adapters/shared/platform.ts";
import { parseBody } from "../../contract/parse-body.ts";
import { withConditions } from "../../contract/tagged-answer.ts";
import { type HookOrigin, requestOrigin } from "../../hooks/hook-origin.ts";
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
  const { request, service, params, caller } = run;
  const form = request.method === "GET" ? undefined : service.readForm?.(request);
  const readable = form ? await form : request;
  const given = await resultOf(new RequestContext(serving, readable, params, caller), code, serving);
  if (given === PASSED || isPassedByMsw(given)) return null;
  if (given === undefined) throw new HttpError("no route", "Not Found");
  const { answerBytes, entityTags } = serving;
  const made = answerOf(given, { answerBytes, entityTags, signal: () => request.signal });
  const answer = isPromise(made) ? await made : made;
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

/** A request as the code of a route sees it. Most code looks at little of it: the rest is made when it is asked for. */
class RequestContext implements RouteContext {
  readonly params: RouteContext["params"];
  readonly #serving: RouteServing;
  readonly #request: HttpRequest;
  readonly #known: RouteRun["caller"];
  #origin: HookOrigin | null = null;
  #signal: AbortSignal | null = null;
  #fetched: Request | null = null;

  constructor(serving: RouteServing, request: HttpRequest, params: RouteContext["params"], known: RouteRun["caller"]) {
    this.params = params;
    this.#serving = serving;
    this.#request = request;
    this.#known = known;
  }

  get caller(): RouteContext["caller"] {
    return this.#from.caller;
  }

  get documents(): RouteContext["documents"] {
    return this.#serving.documentsFor(this.#from);
  }

  get signal(): AbortSignal {
    this.#signal ??= this.#request.signal ?? new AbortController().signal;
    return this.#signal;
  }

  get cookies(): RouteContext["cookies"] {
    return cookiesIn(this.#request);
  }

  get query(): RouteContext["query"] {
    return this.#serving.paramsOf(this.#request);
  }

  get body(): RouteContext["body"] {
    return parseBody(this.#request, this.#serving.jsonLimits);
  }

  get request(): Request {
    this.#fetched ??= fetchRequest(this.#serving.origin(), this.#request, this.signal);
    return this.#fetched;
  }

  get #from(): HookOrigin {
    this.#origin ??= requestOrigin(this.#known, "route", this.#request);
    return this.#origin;
  }
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
