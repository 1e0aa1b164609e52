import { EngineError } from "../../../engine/internal.ts";
import type { Store } from "../../../storage/core.ts";
import { notCaughtUp, onLatest } from "../../contract/on-latest.ts";
import { isOwnError } from "../../hooks/own-error.ts";
import { type Answer, NO_ANSWER } from "../../http/answer.ts";
import { type Cookie, cookieIn, setCookie } from "../../http/headers/cookie.ts";
import { isPreflight, withHeaders } from "../../http/headers/cors.ts";
import type { HandOn, Interceptor } from "../../http/pipeline.ts";
import type { HeaderList, HttpRequest } from "../../http/port.ts";
import type { Service } from "../../http/service.ts";
import type { ClusterConfig } from "./cluster-config.ts";
import { PositionTokens } from "./position-token.ts";

const HEADER = "x-galley-position";
/** Lets pages of other origins read the header. */
const EXPOSED: HeaderList = [["access-control-expose-headers", HEADER]];
/** The cookie lives far longer than nodes lag behind each other. */
const COOKIE: Cookie = {
  name: "galley_position",
  path: "/",
  domain: null,
  sameSite: "lax",
  secure: false,
  maxAge: 30,
};

/**
 * Read-your-writes across the nodes of a shared log. The answer to a write names the log position that it reached, and
 * a request that names a position is answered once this node has applied it. `latest` waits for everything that was
 * acknowledged before; any other text, or a position of another log, waits for nothing. A read names a position if the
 * request had the header. For browsers, a cookie can do the same: writes set it, and reads leave it unchanged. Pages of
 * other origins, as far as they may call at all, may send and read the header.
 */
export function passPositions(
  store: Store,
  { position: carrier = "header", positionWait = 1_000 }: ClusterConfig,
): Interceptor {
  const tokens = new PositionTokens(store.opened.logId);
  const cookies = carrier === "cookie";
  return (request, service, next) => {
    if (request.method === "OPTIONS" && isPreflight(request)) {
      return next(request, { ...service, cors: withHeaders(service.cors, [HEADER]) });
    }
    const named = request.header(HEADER);
    const asked = named ?? (cookies ? cookieIn(COOKIE, request) : null);
    const isPlain = asked === null && isRead(request) && !looksFirst(request, service);
    return isPlain ? null : answered(request, service, { next, named, asked });
  };

  async function answered(
    request: HttpRequest,
    service: Service,
    { next, named, asked }: PositionRequest,
  ): Promise<Answer> {
    if (!(await hasApplied(asked))) throw notCaughtUp();
    const answer = await decided(request, service, next);
    if (answer === NO_ANSWER) return answer;
    if (named === undefined && isRead(request)) return answer;
    const token = tokens.tokenOf(store.engine.number);
    const cookie = cookies && !isRead(request) ? setCookie(COOKIE, token) : [];
    const exposed = request.header("origin") === undefined ? [] : EXPOSED;
    return { ...answer, headers: [...(answer.headers ?? []), [HEADER, token], ...exposed, ...cookie] };
  }

  function decided(request: HttpRequest, service: Service, next: HandOn): Answer | Promise<Answer> {
    const answer = () => next(request, service);
    if (looksFirst(request, service)) return onLatest(store, answer, positionWait);
    return isRead(request) || request.header("authorization") === undefined ? answer() : unlessUnknown(answer);
  }

  /** The caller may be a user of whom this node has not heard yet. Nothing was done: callers come first. */
  async function unlessUnknown(answer: () => Answer | Promise<Answer>): Promise<Answer> {
    try {
      return await answer();
    } catch (error) {
      const isUnknown = error instanceof EngineError && error.code === "unauthorized" && !isOwnError(error);
      if (!isUnknown) throw error;
      return onLatest(store, answer, positionWait);
    }
  }

  async function hasApplied(asked: string | null): Promise<boolean> {
    const position = asked === "latest" ? asked : tokens.positionOf(asked ?? "");
    return position === null || (await store.hasApplied(position, positionWait));
  }
}

interface PositionRequest {
  readonly next: HandOn;
  /** The value of the header. */
  readonly named: string | undefined;
  /** The position to wait for: from the header, or else from the cookie. */
  readonly asked: string | null;
}

function looksFirst({ method }: HttpRequest, service: Service): boolean {
  return service.looksFirst?.includes(method) === true;
}

function isRead({ method }: HttpRequest): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}
