import {
  type ContentType,
  checkNames,
  createDocument,
  deleteDocument,
  EngineError,
  type Entry,
  entries,
  FULL_ACCESS,
  findOne,
  LookUp,
  OBJECTS,
  PLAIN,
  passwordPlaces,
  populating,
  updateDocument,
  type VersionRecord,
} from "../../../engine/internal.ts";
import type { Store } from "../../../storage/core.ts";
import { type Asked, writeAsked } from "../../access/note-author.ts";
import { AUTHENTICATED, ROLE_TYPE, USER_TYPE } from "../../access/user-types.ts";
import { idIn } from "../../contract/by-id.ts";
import { hashPasswords } from "../../contract/passwords.ts";
import { plainQuery, serviceReading } from "../../contract/service-read.ts";
import { type RowParts, writeRows } from "../../hooks/row-calls.ts";
import { addDefaultRoles } from "./roles/default-roles.ts";

/** The values of a user that are needed to sign them in. */
export interface StoredUser {
  readonly id: number;
  readonly documentId: string;
  readonly email: string;
  /** The hash of the password; null for a user who signs in with a provider. */
  readonly password: string | null;
  readonly provider: string | null;
  readonly blocked: boolean;
  /** Whether the address has been confirmed. */
  readonly confirmed: boolean;
  /** Type of the user's role. */
  readonly role: string;
}

/** A user as they see themselves, including the role. */
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

/** The cost of hashes if the user type declares no password attribute. */
const ROUNDS = 10;

/** A user with the whole role. */
const SELF = plainQuery(USER_TYPE, { select: populating(entries("role", PLAIN)) });

/** The users of a store: finds them by their sign-in name or address, and changes them one at a time. */
export class Users {
  readonly #store: Store;
  readonly #rows: RowParts;
  #last: Promise<unknown> = Promise.resolve();

  /** `hooks`: around each write. */
  constructor(store: Store, hooks: RowParts["hooks"]) {
    this.#store = store;
    this.#rows = { store, hooks };
  }

  byId(id: number): StoredUser | null {
    return this.#stored(this.#lookUp(USER_TYPE).byId(id));
  }

  byDocumentId(documentId: string): StoredUser | null {
    return this.#stored(this.#lookUp(USER_TYPE).byDocumentId(documentId));
  }

  /** Finds a user by numeric id or documentId. */
  byKey(key: string): StoredUser | null {
    const id = idIn(key);
    return id === null ? this.byDocumentId(key) : this.byId(id);
  }

  /** Finds a local user by e-mail address, in any case, or else by name: a name may look like the address of another. */
  byIdentifier(identifier: string): StoredUser | null {
    return this.where({ email: identifier.toLowerCase() }, "local") ?? this.where({ username: identifier }, "local");
  }

  /** The first user, by id, with one of these values, of a provider if one is named. */
  where(values: { readonly [field: string]: string }, provider?: string): StoredUser | null {
    const users = this.#lookUp(USER_TYPE);
    const found = Object.entries(values)
      .flatMap(([field, value]) => users.byValue(field, value))
      .filter((user) => provider === undefined || user.values.provider === provider);
    return this.#stored(found.sort((one, other) => one.id - other.id)[0]);
  }

  /** @throws EngineError `validation` for names that users do not have, where the rules refuse such names. */
  checkNames(data: UserData): void {
    const { schema, rules } = this.#store.engine;
    if (rules.unknownNames === "refused") checkNames(schema, this.#type, data);
  }

  /**
   * Creates a user unless `mayBe` throws; returns the documentId. `mayBe` is called before the password is hashed,
   * which takes long, and again when the user is written.
   *
   * @throws what `mayBe` throws; EngineError `validation` (rejected).
   */
  async create(data: UserData, mayBe: () => void, asked: Asked): Promise<string> {
    mayBe();
    const hashed = await this.#hashed(data);
    const call = { uid: USER_TYPE, action: "create", params: { data: hashed.data } } as const;
    const [{ documentId }] = await writeRows(this.#rows, [call], ([written]) =>
      this.#inTurn(() =>
        writeAsked(
          this.#store,
          { ...asked, since: asked.since + hashed.took },
          (tx) => {
            mayBe();
            return createDocument(tx, this.#payload(written), false);
          },
          (created) => [created] as const,
        ),
      ),
    );
    return documentId;
  }

  /** Like `create`, for an existing user. Throws EngineError `not-found` if it has been removed in the meantime. */
  async update({ documentId }: StoredUser, data: UserData, mayBe: () => void = () => {}, asked?: Asked): Promise<void> {
    const since = asked?.since ?? performance.now();
    mayBe();
    const hashed = await this.#hashed(data);
    const call = { uid: USER_TYPE, action: "update", params: { documentId, data: hashed.data } } as const;
    await writeRows(this.#rows, [call], ([written]) =>
      this.#inTurn(() =>
        this.#store.write(
          (tx) => {
            mayBe();
            asked?.note(tx);
            updateDocument(tx, this.#payload(written), documentId, false);
          },
          () => [{ documentId }],
          since + hashed.took,
        ),
      ),
    );
  }

  /** Throws EngineError `not-found`. */
  async remove({ documentId }: StoredUser, asked: Asked): Promise<void> {
    await writeRows(this.#rows, [{ uid: USER_TYPE, action: "delete", params: { documentId } }], () =>
      writeAsked(
        this.#store,
        asked,
        (tx) => deleteDocument(tx, this.#type, documentId),
        () => [{ documentId }],
      ),
    );
  }

  /** The documentId of the role of new users. */
  async defaultRole(since?: number): Promise<string | null> {
    await this.provideRoles(since);
    return this.#defaultRole()?.documentId ?? null;
  }

  /** Creates the default roles if there are no roles. A start does not, so that content can still be planted after it. */
  async provideRoles(since?: number): Promise<void> {
    if (this.#defaultRole() === undefined) await addDefaultRoles(this.#store, since);
  }

  #defaultRole() {
    return this.#lookUp(ROLE_TYPE).byValue("type", AUTHENTICATED)[0];
  }

  /** Null if no user has the id. */
  self(id: number): Self | null {
    const documentId = this.#lookUp(USER_TYPE).byId(id)?.documentId;
    if (documentId === undefined) return null;
    // The requested output makes it an object.
    const entry = findOne(serviceReading(this.#store, SELF), OBJECTS, SELF, documentId) as Entry;
    const { username, email, confirmed, blocked, role } = entry;
    return { id, documentId, username, email, confirmed, blocked, role };
  }

  /** The documentId of a role by its numeric id; null if there is none. */
  roleWithId(id: number): string | null {
    return this.#lookUp(ROLE_TYPE).byId(id)?.documentId ?? null;
  }

  /**
   * Runs writes to users one at a time: a lookup inside a write reads the state, which does not contain earlier writes
   * of the same batch yet. It does contain the writes of other nodes, since a write runs over the state at exactly the
   * position that it is stored after.
   */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  /** Data with its password hashed, and the milliseconds that this took: they are no wait for the storage. */
  async #hashed(data: UserData): Promise<{ readonly data: UserData; readonly took: number }> {
    const begun = performance.now();
    const hashed = await hashPasswords(this.#store.engine.schema, this.#type, data, "bounded");
    return { data: hashed as UserData, took: performance.now() - begun };
  }

  #payload(data: unknown) {
    return { type: this.#type, data, access: FULL_ACCESS, unknownKeys: "drop" } as const;
  }

  #lookUp(type: string): LookUp {
    return new LookUp(this.#store.engine.state, type);
  }

  #stored(user: VersionRecord | null | undefined): StoredUser | null {
    return user ? toUser(user, this.#lookUp(USER_TYPE).linked(user, "role")[0]) : null;
  }

  /** The bcrypt cost of new passwords. */
  get rounds(): number {
    const [password] = passwordPlaces(this.#store.engine.schema, this.#type, { password: "" });
    return password?.rounds ?? ROUNDS;
  }

  get #type(): ContentType {
    return this.#store.engine.schema.type(USER_TYPE);
  }
}

export function taken(what: string): EngineError {
  return new EngineError("application", `${what} already taken`);
}

function toUser({ id, documentId, values }: VersionRecord, role: VersionRecord | undefined): StoredUser {
  const { email, password, provider, blocked, confirmed } = values;
  const type = role?.values.type;
  return {
    id,
    documentId,
    email: String(email),
    password: typeof password === "string" ? password : null,
    provider: typeof provider === "string" ? provider : null,
    blocked: blocked === true,
    confirmed: confirmed === true,
    role: typeof type === "string" ? type : AUTHENTICATED,
  };
}
