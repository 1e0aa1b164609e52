import {
  type ContentType,
  createDocument,
  deleteDocument,
  EngineError,
  type Entry,
  type Filter,
  FULL_ACCESS,
  findFirst,
  OBJECTS,
  type Populate,
  passwordPlaces,
  type Query,
  readContextOf,
  updateDocument,
} from "../../../engine/internal.ts";
import type { Store } from "../../../storage/internal.ts";
import { byId, oneWhere } from "../../contract/by-id.ts";
import { hashPasswords } from "../../contract/passwords.ts";
import { addDefaultRoles } from "./default-roles.ts";
import { AUTHENTICATED, ROLE_TYPE, USER_TYPE } from "./user-types.ts";

/** What has to be known of a user to let it in. */
export interface StoredUser {
  readonly id: number;
  readonly documentId: string;
  readonly email: string;
  /** The hash of its password; null for one that signs in elsewhere. */
  readonly password: string | null;
  readonly provider: string | null;
  readonly blocked: boolean;
  /** Its address is its own. */
  readonly confirmed: boolean;
  /** Type of its role. */
  readonly role: string;
}

export interface StoredRole {
  readonly documentId: string;
  /** Some user has it. */
  readonly isUsed: boolean;
}

/** A user as it sees itself, its role included. */
export interface Self {
  readonly id: number;
  readonly documentId: string;
  readonly username: unknown;
  readonly email: unknown;
  readonly confirmed: unknown;
  readonly blocked: unknown;
  readonly role: unknown;
}

export type UserData = { readonly [attribute: string]: unknown };

/** Of types of users without a password of their own. */
const ROUNDS = 10;

const ROLE = behind("role", ["type"]);
const WHOLE_ROLE = behind("role", null);
const USERS = behind("users", ["username"]);

/** The users of a store: found by what they sign in with, and changed one after the other. */
export class Users {
  readonly #store: Store;
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: Store) {
    this.#store = store;
  }

  byId(id: number): StoredUser | null {
    return this.#find(byId(USER_TYPE, id));
  }

  /** By e-mail address in any case, or by name, of those who sign in here. */
  byIdentifier(identifier: string): StoredUser | null {
    const named = or(equal("email", identifier.toLowerCase()), equal("username", identifier));
    return this.where({ kind: "and", filters: [equal("provider", "local"), named] });
  }

  where(filter: Filter): StoredUser | null {
    return this.#find(oneWhere(USER_TYPE, filter));
  }

  /**
   * Makes a user once `mayBe` finds nothing against it; gives its documentId. Asked before the password is hashed, which
   * takes long, and once more when the user is written.
   *
   * @throws what `mayBe` throws; EngineError `validation` (rejected).
   */
  async create(data: UserData, mayBe: () => void): Promise<string> {
    mayBe();
    const hashed = await this.#hashed(data);
    return this.#inTurn(() =>
      this.#store.write(
        (tx) => {
          mayBe();
          return createDocument(tx, this.#payload(hashed), false).documentId;
        },
        (documentId) => documentId,
      ),
    );
  }

  /** As `create`, of a user that there is. Throws EngineError `not-found` when it has gone meanwhile. */
  async update({ documentId }: StoredUser, data: UserData, mayBe: () => void = () => {}): Promise<void> {
    mayBe();
    const hashed = await this.#hashed(data);
    await this.#inTurn(() =>
      this.#store.write(
        (tx) => {
          mayBe();
          updateDocument(tx, this.#payload(hashed), documentId, false);
        },
        () => {},
      ),
    );
  }

  /** Throws EngineError `not-found`. */
  remove({ documentId }: StoredUser): Promise<void> {
    return this.#store.write(
      (tx) => deleteDocument(tx, this.#type, documentId),
      () => {},
    );
  }

  /** The documentId of the role of new users. Content without any role gets those that there are by default. */
  async defaultRole(): Promise<string | null> {
    const role = () => this.#entry(oneWhere(ROLE_TYPE, equal("type", AUTHENTICATED)));
    if (role() === null) await addDefaultRoles(this.#store);
    return role()?.documentId?.toString() ?? null;
  }

  /** Null where no user has the id. */
  self(id: number): Self | null {
    const entry = this.#entry(byId(USER_TYPE, id), [WHOLE_ROLE]);
    if (entry === null) return null;
    const { username, email, confirmed, blocked, role } = entry;
    return { id, documentId: String(entry.documentId), username, email, confirmed, blocked, role };
  }

  /** Null where no role has the id. */
  role(id: number): StoredRole | null {
    const entry = this.#entry(byId(ROLE_TYPE, id), [USERS]);
    if (entry === null) return null;
    return { documentId: String(entry.documentId), isUsed: Array.isArray(entry.users) && entry.users.length > 0 };
  }

  /** The documentId of a role by its numeric id; null when there is none. */
  roleWithId(id: number): string | null {
    return this.#entry(byId(ROLE_TYPE, id))?.documentId?.toString() ?? null;
  }

  /**
   * What is looked for inside a write may not be made by an earlier one of the same batch, which the state does not show
   * yet. Writes of other nodes it shows: a write runs over the state at exactly the position that it is stored behind.
   */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  async #hashed(data: UserData): Promise<unknown> {
    return hashPasswords(this.#store.engine.schema, this.#type, data, "bounded");
  }

  #payload(data: unknown) {
    return { type: this.#type, data, access: FULL_ACCESS, unknownKeys: "drop" } as const;
  }

  #find(query: Query): StoredUser | null {
    const entry = this.#entry(query, [ROLE]);
    return entry === null ? null : toUser(entry);
  }

  #entry(asked: Query, populate: readonly Populate[] = []): Entry | null {
    const { state, rules } = this.#store.engine;
    const query = { ...asked, select: { fields: null, populate } };
    // An object, because that is the output that was asked for.
    return findFirst(readContextOf(state, rules, query, FULL_ACCESS, "service"), OBJECTS, query) as Entry | null;
  }

  /** Cost of the hashes of new passwords, as bcrypt counts it. */
  get rounds(): number {
    const [password] = passwordPlaces(this.#store.engine.schema, this.#type, { password: "" });
    return password?.rounds ?? ROUNDS;
  }

  get #type(): ContentType {
    return this.#store.engine.schema.type(USER_TYPE);
  }
}

export function equal(field: string, operand: string): Filter {
  return { kind: "compare", field, operator: "eq", operand };
}

export function or(...filters: readonly Filter[]): Filter {
  return { kind: "or", filters };
}

export function taken(what: string): EngineError {
  return new EngineError("application", `${what} already taken`);
}

function behind(attribute: string, fields: readonly string[] | null): Populate {
  return { kind: "entries", attribute, select: { fields, populate: [] }, filter: null, sort: [], page: null };
}

function toUser({ id, documentId, email, password, provider, blocked, confirmed, role }: Entry): StoredUser {
  const type = typeof role === "object" && role !== null && "type" in role ? role.type : null;
  return {
    id: Number(id),
    documentId: String(documentId),
    email: String(email),
    password: typeof password === "string" ? password : null,
    provider: typeof provider === "string" ? provider : null,
    blocked: blocked === true,
    confirmed: confirmed === true,
    role: typeof type === "string" ? type : AUTHENTICATED,
  };
}
