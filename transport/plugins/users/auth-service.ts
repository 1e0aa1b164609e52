import type { Counting } from "../../access/rate-limit.ts";
import type { Answer } from "../../http/answer.ts";
import { isBelow } from "../../http/path-below.ts";
import { Router } from "../../http/router.ts";
import type { RouteCall, Service } from "../../http/service.ts";
import { sessionOf } from "./session.ts";
import { callerOf, type UserOptions } from "./user-service.ts";
import type { StoredUser } from "./users.ts";

/**
 * Signing in and up at `/api/auth`, as Strapi's plugin answers without e-mail: users are confirmed at once, and who
 * forgets a password needs one who can set it.
 */
export function authService(options: UserOptions): Service {
  const { signingIn, sessions, guessing, bodyOf, face, prefix } = options;
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
    ...face,
    owns: isBelow(root),
    router: new Router([
      limited("local", "unless right", async ({ request }) => signIn(await signingIn.login(bodyOf(request)))),
      limited("local/register", "always", async ({ request }) => signIn(await signingIn.register(bodyOf(request)))),
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
      limited("reset-password", "unless right", async ({ request }) => signIn(await signingIn.reset(bodyOf(request)))),
    ]),
  };
}
