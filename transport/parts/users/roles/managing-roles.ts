import {
  createDocument,
  deleteDocument,
  EngineError,
  FULL_ACCESS,
  snakeCase,
  type Transaction,
  type UnknownRecord,
  updateDocument,
} from "../../../../engine/internal.ts";
import type { Store } from "../../../../storage/core.ts";
import { type Asked, writeAsked } from "../../../access/note-author.ts";
import { PERMISSION_TYPE, ROLE_TYPE, USER_TYPE } from "../../../access/user-types.ts";
import { PlainEntries } from "../../../contract/plain-entries.ts";
import { actionNames, grantedIn, grantTree } from "./plugin-actions.ts";
import type { PluginRights } from "./plugin-rights.ts";

/** A role as it is stored. */
interface Role {
  readonly id: number;
  readonly documentId: string;
  readonly type: string | null;
  readonly permissions: readonly { readonly documentId: string; readonly action: string }[];
  readonly [attribute: string]: unknown;
}

const WITH_PERMISSIONS = { populate: { permissions: { fields: ["action"] } } };

/**
 * Creates, changes and removes roles and their permissions for callers who may. Every method that writes rejects with
 * EngineError.
 */
export class ManagingRoles {
  readonly #store: Store;
  readonly #rights: PluginRights;
  readonly #roles: PlainEntries;
  readonly #users: PlainEntries;

  constructor(store: Store, answerBytes: number, rights: PluginRights) {
    this.#store = store;
    this.#rights = rights;
    this.#roles = new PlainEntries(store, ROLE_TYPE, { answerBytes });
    this.#users = new PlainEntries(store, USER_TYPE, { answerBytes });
  }

  /** Every role, and how many users have it. */
  list(): readonly object[] {
    const roles: Role[] = JSON.parse(this.#roles.list({}, FULL_ACCESS));
    return roles.map((role) => ({
      ...role,
      nb_users: this.#users.count({ filters: { role: { id: role.id } } }, FULL_ACCESS),
    }));
  }

  /** A role, with every permission there is and whether it is granted. Throws EngineError `not-found`. */
  one(id: string): object {
    const { permissions, ...role } = this.#named(id);
    const granted = this.#rights.grantsOf(role.type ?? "", new Set(permissions.map(({ action }) => action)));
    return { ...role, permissions: grantTree(actionNames(this.#store.engine.schema), granted) };
  }

  /** Every permission that can be granted. */
  permissions(): object {
    return grantTree(actionNames(this.#store.engine.schema), new Set());
  }

  async create(sent: UnknownRecord, asked: Asked): Promise<void> {
    const { permissions, users: _users, ...values } = notEmpty(sent);
    const data = { ...values, type: values.type ?? snakeCase(String(values.name ?? "")) };
    const actions = grantedIn(permissions);
    await writeAsked(
      this.#store,
      asked,
      (tx) => {
        const { documentId } = createDocument(tx, this.#payload(ROLE_TYPE, data), false);
        for (const action of actions) this.#grant(tx, documentId, action);
      },
      () => {},
    );
  }

  /** Changes a role's name and description, and its permissions if they are given. Throws EngineError `not-found`. */
  async update(id: string, sent: UnknownRecord, asked: Asked): Promise<void> {
    const role = this.#named(id);
    const { name, description, permissions } = notEmpty(sent);
    const data = { ...(name !== undefined && { name }), ...(description !== undefined && { description }) };
    const wanted = permissions === undefined ? null : new Set(grantedIn(permissions));
    await writeAsked(
      this.#store,
      asked,
      (tx) => {
        updateDocument(tx, this.#payload(ROLE_TYPE, data), role.documentId, false);
        if (wanted === null) return;
        const granted = new Set(role.permissions.map(({ action }) => action));
        for (const { documentId, action } of role.permissions) {
          if (!wanted.has(action)) deleteDocument(tx, this.#type(PERMISSION_TYPE), documentId);
        }
        for (const action of wanted) if (!granted.has(action)) this.#grant(tx, role.documentId, action);
      },
      () => {},
    );
  }

  /**
   * Removes a role. Its users get the public role, and so no right that visitors do not have.
   *
   * @throws EngineError `not-found`, `application` for the public role.
   */
  async remove(id: string, asked: Asked): Promise<void> {
    const role = this.#named(id);
    if (role.type === "public") throw new EngineError("application", "Cannot delete public role");
    const all: Role[] = JSON.parse(this.#roles.list({}, FULL_ACCESS));
    const visitors = all.find(({ type }) => type === "public") ?? null;
    const having: { documentId: string }[] = JSON.parse(
      this.#users.list({ filters: { role: { id: role.id } }, fields: ["documentId"] }, FULL_ACCESS),
    );
    if (having.length > 0 && visitors === null) {
      throw new EngineError("application", "Cannot delete a role that users have");
    }
    await writeAsked(
      this.#store,
      asked,
      (tx) => {
        for (const { documentId } of having) {
          updateDocument(tx, this.#payload(USER_TYPE, { role: visitors?.documentId }), documentId, false);
        }
        for (const { documentId } of role.permissions) deleteDocument(tx, this.#type(PERMISSION_TYPE), documentId);
        deleteDocument(tx, this.#type(ROLE_TYPE), role.documentId);
      },
      () => {},
    );
  }

  #named(id: string): Role {
    const text = this.#roles.one(id, WITH_PERMISSIONS, FULL_ACCESS);
    if (text === null) throw new EngineError("not-found", "Role not found");
    return JSON.parse(text);
  }

  #grant(tx: Transaction, role: string, action: string): void {
    createDocument(tx, this.#payload(PERMISSION_TYPE, { action, role }), false);
  }

  #payload(uid: string, data: object) {
    return { type: this.#type(uid), data, access: FULL_ACCESS, unknownKeys: "drop" } as const;
  }

  #type(uid: string) {
    return this.#store.engine.schema.type(uid);
  }
}

/** @throws EngineError `validation` */
function notEmpty(sent: UnknownRecord): UnknownRecord {
  if (Object.keys(sent).length === 0) throw new EngineError("validation", "Request body cannot be empty");
  return sent;
}
