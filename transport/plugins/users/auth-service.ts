import { knownCaller } from "../../access/authorize.ts";
import type { Counting } from "../../access/rate-limit.ts";
import { type Answer, TEXT_TYPE } from "../../http/answer.ts";
import { HttpError } from "../../http/http-error.ts";
import { isBelow } from "../../http/path-below.ts";
import { Router } from "../../http/router.ts";
import type { RouteCall, Service } from "../../http/service.ts";
import { sessionOf } from "./session.ts";
import { callerOf, type UserOptions } from "./user-service.ts";
import type { StoredUser } from "./users.ts";

/** Paths of sessions that are renewed and ended, which a Strapi without refresh tokens has none of. */
const SESSIONS = /^\/(refresh|logout|sessions)(?:\/[^/]*)?$/i;

/** Signing in and up at `/api/auth`, as Strapi's plugin answers. */
export function authService(options: UserOptions): Service {
  const { signingIn, sessions, guessing, bodyOf, paramsOf, findCaller, defaults, prefix, confirmedUrl } = options;
  const root = `${prefix}/auth`;
  const post = (path: string, handle: (call: RouteCall) => Promise<Answer>) => ({
    method: "POST",
    path: `${root}/${path}`,
    handle,
  });
  const limited = (path: string, counts: Counting["counts"], attempt: (call: RouteCall) => Promise<Answer>) =>
    post(path, (call) => guessing(call.request, { counts }, () => attempt(call)));

  const signIn = (user: StoredUser): Answer => ({ status: 200, body: sessionOf(sessions, user) });

  return {
    ...defaults,
    owns: isBelow(root),
    prepare: (request) => {
      const [, name] = SESSIONS.exec(request.path.slice(root.length)) ?? [];
      if (name === undefined) return;
      // Whether there are any is not for visitors to know.
      if (name !== "refresh" && knownCaller(findCaller, request).kind === "public") callerOf(options, request);
      throw new HttpError("no route", "Not Found");
    },
    router: new Router([
      limited("local", "unless right", async ({ request }) => signIn(await signingIn.login(bodyOf(request)))),
      limited("local/register", "always", async ({ request }) => {
        const { user, isLetIn } = await signingIn.register(bodyOf(request));
        return isLetIn ? signIn(user) : { status: 200, body: `{"user":${sessions.entries.written(user.documentId)}}` };
      }),
      {
        ...post("change-password", async ({ request }) => {
          const { id } = callerOf(options, request);
          const change = async () => signIn(await signingIn.changePassword(id, bodyOf(request)));
          return guessing(request, { counts: "unless right", user: id }, change);
        }),
        needs: "signed in",
      },
      limited("forgot-password", "always", async ({ request }) => {
        signingIn.forgot(bodyOf(request));
        return { status: 200, body: '{"ok":true}' };
      }),
      {
        method: "GET",
        path: `${root}/email-confirmation`,
        handle: (call) =>
          guessing(call.request, { counts: "unless right" }, async () => {
            await signingIn.confirm(paramsOf(call.request));
            return redirectTo(confirmedUrl);
          }),
      },
      limited("send-email-confirmation", "always", async ({ request }) => {
        const email = await signingIn.sendConfirmation(bodyOf(request));
        return { status: 200, body: JSON.stringify({ email, sent: true }) };
      }),
      limited("reset-password", "unless right", async ({ request }) => signIn(await signingIn.reset(bodyOf(request)))),
    ]),
  };
}

function redirectTo(url: string): Answer {
  return { status: 302, body: `Redirecting to ${url}.`, contentType: TEXT_TYPE, headers: [["location", url]] };
}
