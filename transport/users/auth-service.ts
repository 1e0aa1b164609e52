import type { Answer } from "../answer.ts";
import { isBelow } from "../path-below.ts";
import { Router } from "../router.ts";
import type { RouteCall, Service } from "../service.ts";
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
  const guess = (path: string, handle: (call: RouteCall) => Promise<Answer>) =>
    post(path, (call) => guessing(call.request, () => handle(call)));

  const signIn = async (user: StoredUser): Promise<Answer> => {
    const { sessionOf } = await import("./session.ts");
    return { status: 200, body: sessionOf(sessions, user) };
  };

  return {
    ...face,
    owns: isBelow(root),
    router: new Router([
      guess("local", async ({ request }) => signIn(await signingIn.login(bodyOf(request)))),
      post("local/register", async ({ request }) => signIn(await signingIn.register(bodyOf(request)))),
      guess("change-password", async ({ request }) => {
        const { id } = callerOf(options, request);
        return signIn(await signingIn.changePassword(id, bodyOf(request)));
      }),
      post("forgot-password", async ({ request }) => {
        await signingIn.forgot(bodyOf(request));
        return { status: 200, body: '{"ok":true}' };
      }),
      guess("reset-password", async ({ request }) => signIn(await signingIn.reset(bodyOf(request)))),
    ]),
  };
}
