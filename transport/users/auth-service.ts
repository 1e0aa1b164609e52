import { randomBytes } from "node:crypto";
import { EngineError } from "../../engine/index.ts";
import type { Answer } from "../answer.ts";
import { isBelow } from "../path-below.ts";
import { Router } from "../router.ts";
import type { RouteCall, Service } from "../service.ts";
import { checkForgotten, checkLogin, checkPasswordChange, checkRegistration, checkReset } from "./auth-bodies.ts";
import { callerOf, type UserOptions } from "./user-service.ts";
import { equal, or, type StoredUser } from "./users.ts";

/**
 * Signing in and up at `/api/auth`, as Strapi's plugin answers without e-mail: users are confirmed at once, and who
 * forgets a password needs one who can set it. bcryptjs is loaded when the first one signs in.
 */
export function authService(options: UserOptions): Service {
  const { users, sessions, face, prefix } = options;
  const root = `${prefix}/auth`;
  const post = (path: string, handle: (call: RouteCall) => Answer | Promise<Answer>) => ({
    method: "POST",
    path: `${root}/${path}`,
    handle,
  });

  const login = async ({ request }: RouteCall): Promise<Answer> => {
    const { identifier, password } = checkLogin(options.bodyOf(request));
    const { assertPassword } = await import("./session.ts");
    const user = await assertPassword(users.byIdentifier(identifier), password);
    if (user.blocked) throw new EngineError("application", "Your account has been blocked by an administrator");
    return signIn(user);
  };

  const register = async ({ request }: RouteCall): Promise<Answer> => {
    if (!options.register) throw new EngineError("application", "Register action is currently disabled");
    const { email, username, password } = checkRegistration(options.bodyOf(request));
    const role = await users.defaultRole();
    if (role === null) throw new EngineError("application", "Impossible to find the default role");
    const data = { username, email, password, provider: "local", confirmed: true, role };
    const documentId = await users.create(data, () => {
      const names = [email, username].flatMap((name) => [equal("email", name), equal("username", name)]);
      if (users.where(or(...names)) !== null) {
        throw new EngineError("application", "Email or Username are already taken");
      }
    });
    return signIn(users.where(equal("documentId", documentId)));
  };

  const changePassword = async ({ request }: RouteCall): Promise<Answer> => {
    const user = users.byId(callerOf(options, request).id);
    const { currentPassword, password } = checkPasswordChange(options.bodyOf(request));
    const { fits } = await import("./session.ts");
    if (user === null || !(await fits(user, currentPassword))) {
      throw new EngineError("validation", "The provided current password is invalid");
    }
    if (currentPassword === password) {
      throw new EngineError("validation", "Your new password must be different than your current password");
    }
    await users.update(user, { password });
    return signIn(users.byId(user.id));
  };

  const forgot = async ({ request }: RouteCall): Promise<Answer> => {
    const { email } = checkForgotten(options.bodyOf(request));
    const user = users.where(equal("email", email));
    const code = randomBytes(64).toString("hex");
    // Nobody is told whether there is such a user. The code is with it for those who may read the store.
    if (user !== null && !user.blocked) await users.update(user, { resetPasswordToken: code });
    return { status: 200, body: '{"ok":true}' };
  };

  const reset = async ({ request }: RouteCall): Promise<Answer> => {
    const { password, code } = checkReset(options.bodyOf(request));
    const user = users.where(equal("resetPasswordToken", code));
    if (user === null) throw new EngineError("validation", "Incorrect code provided");
    await users.update(user, { password, resetPasswordToken: null });
    return signIn(users.byId(user.id));
  };

  const signIn = async (user: StoredUser | null): Promise<Answer> => {
    if (user === null) throw new EngineError("not-found", "User not found");
    const { sessionOf } = await import("./session.ts");
    return { status: 200, body: sessionOf(sessions, user) };
  };

  return {
    ...face,
    owns: isBelow(root),
    router: new Router([
      post("local", options.guessing(login)),
      post("local/register", register),
      post("change-password", options.guessing(changePassword)),
      post("forgot-password", forgot),
      post("reset-password", options.guessing(reset)),
    ]),
  };
}
