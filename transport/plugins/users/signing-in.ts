import type { UnknownRecord } from "../../../engine/internal.ts";
import { EngineError } from "../../../engine/internal.ts";
import type { Log } from "../../runtime/log.ts";
import { checkForgotten, checkLogin, checkPasswordChange, checkRegistration, checkReset } from "./auth-bodies.ts";
import { hasEnded, newResetCode, storedForm } from "./reset-code.ts";
import { equal, or, type StoredUser, type Users } from "./users.ts";

/** Who has forgotten its password. */
export interface ForgetfulUser {
  readonly id: number;
  readonly documentId: string;
  readonly username: string;
  readonly email: string;
}

/** Takes the code with which a user can set another password, for an hour, to that user. */
export type SendResetCode = (code: string, user: ForgetfulUser) => unknown;

export interface SigningInOptions {
  /** Anyone may sign up. */
  readonly register: boolean;
  /** Without it nobody gets a code, and none is made. */
  readonly sendResetCode: SendResetCode | undefined;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}

/**
 * Signing in and up, whatever the protocol: each takes what was sent, checks it, and gives who has signed in. All reject
 * with EngineError. What hashes passwords is loaded when the first one signs in.
 */
export class SigningIn {
  readonly #users: Users;
  readonly #options: SigningInOptions;

  constructor(users: Users, options: SigningInOptions) {
    this.#users = users;
    this.#options = options;
  }

  async login(sent: UnknownRecord): Promise<StoredUser> {
    const { identifier, password } = checkLogin(sent);
    const { assertPassword } = await import("./check-password.ts");
    const users = this.#users;
    const user = await assertPassword(users.byIdentifier(identifier), password, users.rounds);
    if (user.blocked) throw new EngineError("application", "Your account has been blocked by an administrator");
    return user;
  }

  async register(sent: UnknownRecord): Promise<StoredUser> {
    if (!this.#options.register) throw new EngineError("application", "Register action is currently disabled");
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

  /** `id`: of the user who calls. Codes for who has forgotten the old password end with it. */
  async changePassword(id: number, sent: UnknownRecord): Promise<StoredUser> {
    const user = this.#users.byId(id);
    const { currentPassword, password } = checkPasswordChange(sent);
    const { fits } = await import("./check-password.ts");
    if (user === null || !(await fits(user, currentPassword))) {
      throw new EngineError("validation", "The provided current password is invalid");
    }
    if (currentPassword === password) {
      throw new EngineError("validation", "Your new password must be different than your current password");
    }
    await this.#users.update(user, { password, resetPasswordToken: null });
    return present(this.#users.byId(user.id));
  }

  /** Nobody is told whether there is such a user, not by the time it takes either: the rest is done after the answer. */
  forgot(sent: UnknownRecord): void {
    const { email } = checkForgotten(sent);
    const { sendResetCode, log } = this.#options;
    if (sendResetCode === undefined) return;
    setImmediate(() => {
      this.#sendCode(email, sendResetCode).catch((error: unknown) => log.error({ err: error }, "A code was not sent"));
    });
  }

  async reset(sent: UnknownRecord): Promise<StoredUser> {
    const { password, code } = checkReset(sent);
    const user = this.#withCode(code);
    await this.#users.update(user, { password, resetPasswordToken: null }, () => this.#withCode(code));
    return present(this.#users.byId(user.id));
  }

  async #sendCode(email: string, send: SendResetCode): Promise<void> {
    const user = this.#users.where(equal("email", email));
    if (user === null || user.blocked) return;
    const code = newResetCode(this.#options.now());
    await this.#users.update(user, { resetPasswordToken: storedForm(code) });
    const { id, documentId } = user;
    await send(code, { id, documentId, email, username: String(this.#users.self(id)?.username) });
  }

  /** @throws EngineError `validation` where nobody has the code any more. */
  #withCode(code: string): StoredUser {
    const user = this.#users.where(equal("resetPasswordToken", storedForm(code)));
    if (user === null || hasEnded(code, this.#options.now())) {
      throw new EngineError("validation", "Incorrect code provided");
    }
    return user;
  }
}

function present(user: StoredUser | null): StoredUser {
  if (user === null) throw new EngineError("not-found", "User not found");
  return user;
}
