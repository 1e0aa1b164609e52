import type { Counting } from "../../access/rate-limit.ts";
import { type Answer, TEXT_TYPE } from "../../http/answer.ts";
import { isBelow } from "../../http/path-below.ts";
import { Router } from "../../http/router.ts";
import type { RouteCall, Service } from "../../http/service.ts";
import { sessionOf } from "./session.ts";
import { callerOf, type UserOptions } from "./user-service.ts";
import type { StoredUser } from "./users.ts";

/** Signing in and up at `/api/auth`, as Strapi's plugin answers. */
export function authService(options: UserOptions): Service {
  const { signingIn, sessions, guessing, bodyOf, paramsOf, defaults, prefix, confirmedUrl } = options;
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
