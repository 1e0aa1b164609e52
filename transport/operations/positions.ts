import type { Store } from "../../storage/internal.ts";
import { type Answer, NO_ANSWER } from "../http/answer.ts";
import { type Cookie, cookieIn, setCookie } from "../http/headers/cookie.ts";
import { HttpError } from "../http/http-error.ts";
import type { Interceptor } from "../http/pipeline.ts";
import type { HttpRequest } from "../http/port.ts";
import { answerRequest, type Service } from "../http/service.ts";
import type { ClusterConfig } from "./cluster-config.ts";
import { PositionTokens } from "./position-token.ts";

const HEADER = "x-galley-position";
/** Outlives by far what nodes are behind each other. */
const COOKIE: Cookie = {
  name: "galley_position",
  path: "/",
  domain: null,
  sameSite: "lax",
  secure: false,
  maxAge: 30,
};

/**
 * Read-your-writes over any nodes of a shared log: answers to writes name the position that they brought the log to, and a
 * request that names one is answered when this node has applied it. `latest` waits for all that was acknowledged before;
 * what is neither, or of another log, waits for nothing. Reads name a position where they were asked with the header. A
 * cookie does the same for browsers, where it is wanted: writes set it, and reads leave it as it is.
 */
export function passPositions(
  store: Store,
  { position: carrier = "header", positionWait = 1_000 }: ClusterConfig,
): Interceptor {
  const tokens = new PositionTokens(store.opened.logId);
  const cookies = carrier === "cookie";
  return (request, service) => {
    const named = request.header(HEADER);
    const asked = named ?? (cookies ? cookieIn(COOKIE, request) : null);
    return asked === null && isRead(request) ? null : answered(request, service, { named, asked });
  };

  async function answered(request: HttpRequest, service: Service, { named, asked }: Asked): Promise<Answer> {
    if (!(await hasApplied(asked))) {
      throw new HttpError("overloaded", "This node has not caught up yet, please try again later.", [
        ["retry-after", "1"],
      ]);
    }
    const answer = await answerRequest(service, request);
    if (answer === NO_ANSWER) return answer;
    if (named === undefined && isRead(request)) return answer;
    const token = tokens.tokenOf(store.engine.number);
    const cookie = cookies && !isRead(request) ? setCookie(COOKIE, token) : [];
    return { ...answer, headers: [...(answer.headers ?? []), [HEADER, token], ...cookie] };
  }

  async function hasApplied(asked: string | null): Promise<boolean> {
    const position = asked === "latest" ? asked : tokens.positionOf(asked ?? "");
    return position === null || (await store.hasApplied(position, positionWait));
  }
}

interface Asked {
  /** What the header has. */
  readonly named: string | undefined;
  /** What to wait for: that, or what the cookie has. */
  readonly asked: string | null;
}

function isRead({ method }: HttpRequest): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}
