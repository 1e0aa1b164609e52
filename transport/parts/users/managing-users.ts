import { EngineError, isRecord, type UnknownRecord, validationError } from "../../../engine/internal.ts";
import type { Asked } from "../../access/note-author.ts";
import { own } from "../../contract/body-checks.ts";
import { idIn } from "../../contract/by-id.ts";
import { checkChanges, checkNewUser } from "./sign-in/auth-bodies.ts";
import { type StoredUser, taken, type UserData, type Users } from "./users.ts";

/**
 * Creates, changes and removes users for callers who may, whatever the protocol. All methods reject with EngineError.
 */
export class ManagingUsers {
  readonly #users: Users;

  constructor(users: Users) {
    this.#users = users;
  }

  /** Null if no user has the numeric id or documentId. */
  withId(id: string): StoredUser | null {
    return this.#users.byKey(id);
  }

  /** Returns the new user's documentId. */
  async create(sent: UnknownRecord, asked: Asked): Promise<string> {
    const users = this.#users;
    users.checkNames(sent);
    const { email, username } = checkNewUser(sent);
    return inOneWord(async () => {
      const role = sent.role === "" || sent.role === 0 ? await users.defaultRole(asked.since) : sent.role;
      return users.create(
        await this.#withRole({ ...sent, role, email, provider: "local" }, asked),
        () => {
          if (users.where({ email }) !== null) throw taken("Email");
          if (users.where({ username }) !== null) {
            throw new EngineError("application", "This attribute must be unique");
          }
        },
        asked,
      );
    });
  }

  async update(user: StoredUser, sent: UnknownRecord, asked: Asked): Promise<void> {
    this.#users.checkNames(sent);
    checkChanges(sent);
    if (user.provider === "local" && Object.hasOwn(sent, "password") && !sent.password) {
      throw new EngineError("validation", "password.notNull");
    }
    const given = own(sent, "email");
    const email = typeof given === "string" ? { email: given.toLowerCase() } : {};
    await this.#users.update(
      user,
      await this.#withRole({ ...sent, ...email }, asked),
      () => {
        if (this.#isOthers(user, "username", own(sent, "username"))) throw taken("Username");
        if (this.#isOthers(user, "email", email.email)) throw taken("Email");
      },
      asked,
    );
  }

  remove(user: StoredUser, asked: Asked): Promise<void> {
    return this.#users.remove(user, asked);
  }

  #isOthers(user: StoredUser, field: string, value: unknown): boolean {
    if (typeof value !== "string") return false;
    const other = this.#users.where({ [field]: value });
    return other !== null && other.id !== user.id;
  }

  /** A role is given by its numeric id here, although other documents are named by documentId. */
  async #withRole(data: UserData, asked: Asked): Promise<UserData> {
    const role = isRecord(data.role) && "id" in data.role ? data.role.id : data.role;
    const id = typeof role === "number" || typeof role === "string" ? idIn(String(role)) : null;
    if (id === null) return data;
    await this.#users.provideRoles(asked.since);
    const documentId = this.#users.roleWithId(id);
    if (documentId !== null) return { ...data, role: documentId };
    const message = "1 relation(s) of type plugin::users-permissions.role associated with this entity do not exist";
    throw validationError([{ path: [], message }]);
  }
}

/** Strapi answers faults of a new user with their message only. */
async function inOneWord<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof EngineError && error.code === "validation"
      ? new EngineError("application", error.message)
      : error;
  }
}
