import { setImmediate } from "node:timers";
import { EngineError, type UnknownRecord } from "../../../../engine/internal.ts";
import type { Asked } from "../../../access/note-author.ts";
import { own } from "../../../contract/body-checks.ts";
import type { Log } from "../../../runtime/log.ts";
import type { StoredUser, Users } from "../users.ts";
import {
  checkAddress,
  checkConfirmation,
  checkLogin,
  checkPasswordChange,
  checkRegistration,
  checkReset,
} from "./auth-bodies.ts";
import { hasEnded, newConfirmationCode, newResetCode, storedForm } from "./codes.ts";
import type { UserMails } from "./user-mails.ts";

/** A user who has forgotten their password. */
export interface ForgetfulUser {
  readonly id: number;
  readonly documentId: string;
  readonly username: string;
  readonly email: string;
}

/** Delivers a code to the user. With it they can set another password, within an hour. */
export type SendResetCode = (code: string, user: ForgetfulUser) => unknown;

export interface SigningInOptions {
  /** Whether anyone may sign up. */
  readonly register: boolean;
  /** Attributes that users may set when they sign up, beyond name, address and password. */
  readonly allowedFields: readonly string[];
  /** Whether a new user can sign in only after confirming their address. */
  readonly confirmation: boolean;
  /** Delivers codes for forgotten passwords instead of mail. */
  readonly sendResetCode: SendResetCode | undefined;
  /** Null: no mail is sent. Without `sendResetCode` as well, no codes are made. */
  readonly mails: UserMails | null;
  /** Whether the answer to a request for a code reveals that the address is confirmed already, or blocked. */
  readonly tellsAccounts: boolean;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}

/**
 * Sign-in and sign-up, whatever the protocol: each method checks the input and returns the user who has signed in. All
 * reject with EngineError. The code that hashes passwords is loaded with the first sign-in.
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
    const { assertPassword } = await import("../check-password.ts");
    const users = this.#users;
    const user = await assertPassword(users.byIdentifier(identifier), password, users.rounds);
    if (this.#options.confirmation && !user.confirmed) {
      throw new EngineError("application", "Your account email is not confirmed");
    }
    if (user.blocked) throw new EngineError("application", "Your account has been blocked by an administrator");
    return user;
  }

  /**
   * The new user, and whether they are signed in: if confirmation is required, not before their address is confirmed.
   */
  async register(sent: UnknownRecord, asked: Asked): Promise<{ readonly user: StoredUser; readonly isLetIn: boolean }> {
    const { register, allowedFields, confirmation } = this.#options;
    if (!register) throw new EngineError("application", "Register action is currently disabled");
    const users = this.#users;
    const fields = checkRegistration(sent, allowedFields);
    const role = await users.defaultRole(asked.since);
    if (role === null) throw new EngineError("application", "Impossible to find the default role");
    const code = confirmation ? newConfirmationCode() : null;
    const data = { ...fields, provider: "local", confirmed: code === null, role, ...confirmedBy(code) };
    const { email, username } = fields;
    const mayBe = () => {
      if ([email, username].some((name) => users.where({ email: name, username: name }) !== null)) {
        throw new EngineError("application", "Email or Username are already taken");
      }
    };
    const documentId = await users.create(data, mayBe, asked);
    if (code !== null) await this.#sendConfirmation(email, code);
    return { user: present(users.byDocumentId(documentId)), isLetIn: code === null };
  }

  /** The user who holds the code that was sent to their address. */
  async confirm(sent: UnknownRecord, asked: Asked): Promise<StoredUser> {
    const { code } = checkConfirmation(sent);
    const find = () => {
      const user = this.#users.where({ confirmationToken: storedForm(code) });
      if (user === null) throw new EngineError("validation", "Invalid token");
      return user;
    };
    const user = find();
    await this.#users.update(user, { confirmed: true, confirmationToken: null }, find, asked);
    return present(this.#users.byId(user.id));
  }

  /** Sends a new code to an address that is not confirmed yet; returns the address for the answer. */
  async sendConfirmation(sent: UnknownRecord): Promise<string> {
    const { email } = checkAddress(sent);
    const user = this.#users.where({ email });
    if (!this.#options.tellsAccounts) {
      if (user !== null && !user.confirmed && !user.blocked) {
        this.#afterwards("A code to confirm an address", () => this.#renewConfirmation(user));
      }
      return email;
    }
    if (user === null) return String(own(sent, "email"));
    if (user.confirmed) throw new EngineError("application", "Already confirmed");
    if (user.blocked) throw new EngineError("application", "User blocked");
    await this.#renewConfirmation(user);
    return user.email;
  }

  /** `id`: of the calling user. Codes for a forgotten password become invalid. */
  async changePassword(id: number, sent: UnknownRecord, asked: Asked): Promise<StoredUser> {
    const user = this.#users.byId(id);
    const { currentPassword, password } = checkPasswordChange(sent);
    const { fits } = await import("../check-password.ts");
    if (user === null || !(await fits(user, currentPassword))) {
      throw new EngineError("validation", "The provided current password is invalid");
    }
    if (currentPassword === password) {
      throw new EngineError("validation", "Your new password must be different than your current password");
    }
    await this.#users.update(user, { password, resetPasswordToken: null }, undefined, asked);
    return present(this.#users.byId(user.id));
  }

  /** Neither the answer nor its timing reveals whether such a user exists: the work is done after the answer. */
  forgot(sent: UnknownRecord): void {
    const { email } = checkAddress(sent);
    const { sendResetCode, mails } = this.#options;
    const send: SendResetCode | undefined =
      sendResetCode ?? (mails && ((code, user) => mails.sendReset(user.email, code))) ?? undefined;
    if (send !== undefined) this.#afterwards("A code", () => this.#sendCode(email, send));
  }

  async reset(sent: UnknownRecord, asked: Asked): Promise<StoredUser> {
    const { password, code } = checkReset(sent);
    const user = this.#withCode(code);
    await this.#users.update(user, { password, resetPasswordToken: null }, () => this.#withCode(code), asked);
    return present(this.#users.byId(user.id));
  }

  async #sendCode(email: string, send: SendResetCode): Promise<void> {
    const user = this.#users.where({ email });
    if (user === null || user.blocked) return;
    const code = newResetCode(this.#options.now());
    await this.#users.update(user, { resetPasswordToken: storedForm(code) });
    const { id, documentId } = user;
    await send(code, { id, documentId, email, username: String(this.#users.self(id)?.username) });
  }

  async #renewConfirmation(user: StoredUser): Promise<void> {
    const code = newConfirmationCode();
    await this.#users.update(user, confirmedBy(code));
    await this.#sendConfirmation(user.email, code);
  }

  /** Failures to send mail are only logged. */
  async #sendConfirmation(email: string, code: string): Promise<void> {
    const { mails, log } = this.#options;
    try {
      await mails?.sendConfirmation(email, code);
    } catch (error) {
      log.error({ err: error }, "A code to confirm an address was not sent");
      throw new EngineError("application", "Error sending confirmation email");
    }
  }

  #afterwards(what: string, work: () => Promise<void>): void {
    const { log } = this.#options;
    setImmediate(() => {
      work().catch((error: unknown) => log.error({ err: error }, `${what} was not sent`));
    });
  }

  /** @throws EngineError `validation` if no user has the code any more */
  #withCode(code: string): StoredUser {
    const user = this.#users.where({ resetPasswordToken: storedForm(code) });
    if (user === null || hasEnded(code, this.#options.now())) {
      throw new EngineError("validation", "Incorrect code provided");
    }
    return user;
  }
}

function confirmedBy(code: string | null) {
  return code === null ? {} : { confirmationToken: storedForm(code) };
}

function present(user: StoredUser | null): StoredUser {
  if (user === null) throw new EngineError("not-found", "User not found");
  return user;
}
