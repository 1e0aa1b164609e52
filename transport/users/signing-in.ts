import { randomBytes } from "node:crypto";
import { EngineError } from "../../engine/index.ts";
import type { UnknownRecord } from "../content/body-checks.ts";
import { checkForgotten, checkLogin, checkPasswordChange, checkRegistration, checkReset } from "./auth-bodies.ts";
import { equal, or, type StoredUser, type Users } from "./users.ts";

/**
 * Signing in and up, whatever the protocol: each takes what was sent, checks it, and gives who has signed in. All reject
 * with EngineError. bcryptjs is loaded when the first one signs in.
 */
export class SigningIn {
  readonly #users: Users;
  readonly #register: boolean;

  /** `register`: anyone may sign up. */
  constructor(users: Users, register: boolean) {
    this.#users = users;
    this.#register = register;
  }

  async login(sent: UnknownRecord): Promise<StoredUser> {
    const { identifier, password } = checkLogin(sent);
    const { assertPassword } = await import("./session.ts");
    const user = await assertPassword(this.#users.byIdentifier(identifier), password);
    if (user.blocked) throw new EngineError("application", "Your account has been blocked by an administrator");
    return user;
  }

  async register(sent: UnknownRecord): Promise<StoredUser> {
    if (!this.#register) throw new EngineError("application", "Register action is currently disabled");
    const users = this.#users;
    const { email, username, password } = checkRegistration(sent);
    const role = await users.defaultRole();
    if (role === null) throw new EngineError("application", "Impossible to find the default role");
    const data = { username, email, password, provider: "local", confirmed: true, role };
    const documentId = await users.create(data, () => {
      const names = [email, username].flatMap((name) => [equal("email", name), equal("username", name)]);
      if (users.where(or(...names)) !== null) {
        throw new EngineError("application", "Email or Username are already taken");
      }
    });
    return present(users.where(equal("documentId", documentId)));
  }

  /** `id`: of the user who calls. */
  async changePassword(id: number, sent: UnknownRecord): Promise<StoredUser> {
    const user = this.#users.byId(id);
    const { currentPassword, password } = checkPasswordChange(sent);
    const { fits } = await import("./session.ts");
    if (user === null || !(await fits(user, currentPassword))) {
      throw new EngineError("validation", "The provided current password is invalid");
    }
    if (currentPassword === password) {
      throw new EngineError("validation", "Your new password must be different than your current password");
    }
    await this.#users.update(user, { password });
    return present(this.#users.byId(user.id));
  }

  /** Nobody is told whether there is such a user. The code is with it for those who may read the store. */
  async forgot(sent: UnknownRecord): Promise<void> {
    const { email } = checkForgotten(sent);
    const user = this.#users.where(equal("email", email));
    const code = randomBytes(64).toString("hex");
    if (user !== null && !user.blocked) await this.#users.update(user, { resetPasswordToken: code });
  }

  async reset(sent: UnknownRecord): Promise<StoredUser> {
    const { password, code } = checkReset(sent);
    const user = this.#users.where(equal("resetPasswordToken", code));
    if (user === null) throw new EngineError("validation", "Incorrect code provided");
    await this.#users.update(user, { password, resetPasswordToken: null });
    return present(this.#users.byId(user.id));
  }
}

function present(user: StoredUser | null): StoredUser {
  if (user === null) throw new EngineError("not-found", "User not found");
  return user;
}
