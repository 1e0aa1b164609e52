import { askedByAnyone } from "../../../access/note-author.ts";
import { type Answer, TEXT_TYPE } from "../../../http/answer.ts";
import { type Cookie, clearCookie, cookieIn, setCookie } from "../../../http/headers/cookie.ts";
import { isBelow } from "../../../http/path-below.ts";
import { type Route, Router } from "../../../http/router.ts";
import type { RouteCall, RouteHandle, Service } from "../../../http/service.ts";
import { assertGranted } from "../roles/plugin-rights.ts";
import { sessionAnswer } from "../sign-in/session.ts";
import type { UserOperation, UserOptions } from "../user-service.ts";
import { type Led, SIGN_IN_SECONDS } from "./connecting.ts";

/** Redirects to other servers that sign users in, and back, at `/api/connect`, as Strapi's plugin does. */
export function connectService(options: UserOptions): Service {
  const { connecting, guessing, rights, paramsOf, prepare, defaults, prefix } = options;
  const root = `${prefix}/connect`;
  const cookie = proofCookie(prefix);
  return {
    ...defaults,
    owns: isBelow(root),
    looksFirst: ["GET"],
    prepare,
    router: new Router([
      {
        method: "GET",
        path: `${root}/:provider`,
        describes: "connect" satisfies UserOperation,
        handle: ({ request, params: [name = ""] }) => {
          assertGranted(rights, request, "auth.connect");
          return guessing(request, { counts: "always" }, async () =>
            ledTo(cookie, await connecting.begin(name, paramsOf(request).callback)),
          );
        },
      },
      {
        method: "GET",
        path: `${root}/:provider/callback`,
        describes: "connected" satisfies UserOperation,
        handle: ({ request, params: [name = ""] }) =>
          guessing(request, { counts: "always" }, async () => {
            const led = await connecting.finish(name, new URLSearchParams(request.query), cookieIn(cookie, request));
            return ledTo(cookie, led);
          }),
      },
    ]),
  };
}

/** `GET /api/auth/:provider/callback`, which signs in a user who was redirected to it. `root`: `/api/auth`. */
export function letInRoute(options: UserOptions, root: string): Route<RouteHandle> {
  const { connecting, tokens, findCaller, prefix, rights } = options;
  const cookie = proofCookie(prefix);
  const handle = async ({ request, params: [name = ""] }: RouteCall): Promise<Answer> => {
    assertGranted(rights, request, "auth.callback");
    const asked = askedByAnyone(findCaller, request);
    const user = await connecting.letIn(name, cookieIn(cookie, request), asked);
    const device = { userAgent: request.header("user-agent") };
    const answer = sessionAnswer(options, request, await tokens.issue(user, device, asked), user.documentId);
    return { ...answer, headers: [...(answer.headers ?? []), ...clearCookie(cookie)] };
  };
  return {
    method: "GET",
    path: `${root}/:provider/callback`,
    describes: "signInConnected" satisfies UserOperation,
    handle,
  };
}

/**
 * A cookie that proves which browser a provider has answered. It is sent when another site links or redirects here, but
 * not with the requests of other sites' pages.
 */
export function proofCookie(prefix: string): Cookie {
  const secure = process.env.NODE_ENV === "production";
  return { name: "galley_connect", path: prefix, domain: null, sameSite: "lax", secure, maxAge: SIGN_IN_SECONDS };
}

function ledTo(cookie: Cookie, { url, proof }: Led): Answer {
  const cookies = proof === null ? clearCookie(cookie) : setCookie(cookie, proof);
  const headers = [["location", url] as const, ["cache-control", "no-store"] as const, ...cookies];
  return { status: 302, body: "Redirecting.", contentType: TEXT_TYPE, headers };
}
