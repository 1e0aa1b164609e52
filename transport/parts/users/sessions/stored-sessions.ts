import {
  createDocument,
  deleteDocument,
  type Entry,
  type Filter,
  FULL_ACCESS,
  findMany,
  findOne,
  OBJECTS,
  type Query,
  type Transaction,
  updateDocument,
} from "../../../../engine/internal.ts";
import type { Store } from "../../../../storage/core.ts";
import { type Asked, writeAsked } from "../../../access/note-author.ts";
import { plainQuery, serviceReading } from "../../../contract/service-read.ts";
import { SESSION_TYPE } from "./session-type.ts";

/** The stored values of a session. Times are ISO 8601 texts. */
export interface SessionData {
  /** Numeric id of its user. */
  readonly userId: number;
  /** Identifies the only refresh token that is valid for it. */
  readonly rotation: string;
  /** Stamp of the password that its user signed in with. */
  readonly stamp: string;
  readonly deviceId: string | null;
  readonly deviceName: string | null;
  readonly loginAt: string;
  readonly renewedAt: string;
  /** When it expires, unless it is renewed before. */
  readonly expiresAt: string;
  /** After this time it cannot be renewed. */
  readonly endsAt: string;
}

export interface Session extends SessionData {
  /** Its documentId. */
  readonly id: string;
}

/** The most sessions of one user; beyond that, the one renewed longest ago is removed. */
const MAX_SESSIONS = 100;

/** How many expired sessions one write removes. */
const SWEPT = 100;

/** Users' sessions in a store whose schema has their type. Writes reject with EngineError. */
export class StoredSessions {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Null if there is none. */
  find(id: string): Session | null {
    const query = asked(null, null);
    const entry = findOne(serviceReading(this.#store, query), OBJECTS, query, id);
    return entry === null ? null : toSession(entry);
  }

  /** Sessions of a user, most recently renewed first. */
  ofUser(userId: number): readonly Session[] {
    return this.#list({ kind: "compare", field: "userId", operator: "eq", operand: userId }, null);
  }

  /**
   * Returns the new session's id. Also removes `ended`, and some expired sessions: nothing else removes the sessions of
   * users who never come back.
   */
  create(data: SessionData, ended: readonly Session[] = [], by?: Asked): Promise<string> {
    const crowd = this.ofUser(data.userId).slice(MAX_SESSIONS - 1);
    const expired = { kind: "compare", field: "expiresAt", operator: "lt", operand: data.renewedAt } as const;
    const removed = new Set([...ended, ...crowd, ...this.#list(expired, SWEPT)].map(({ id }) => id));
    return writeAsked(
      this.#store,
      by,
      (tx) => {
        for (const id of removed) this.#remove(tx, id);
        return createDocument(tx, this.#payload(data), false).documentId;
      },
      (id) => id,
    );
  }

  /**
   * Replaces the refresh token that `rotation` identifies by `next`. Returns false and changes nothing if another
   * request has done so already or the session is gone.
   */
  renew(id: string, rotation: string, next: Partial<SessionData>, by?: Asked): Promise<boolean> {
    return this.#store.write(
      (tx) => {
        if (tx.version(SESSION_TYPE, id, "published")?.values.rotation !== rotation) return false;
        by?.note(tx);
        updateDocument(tx, this.#payload(next), id, false);
        return true;
      },
      (isRenewed) => isRenewed,
      by?.since,
    );
  }

  async remove(sessions: readonly Pick<Session, "id">[], by?: Asked): Promise<void> {
    if (sessions.length === 0) return;
    await writeAsked(
      this.#store,
      by,
      (tx) => {
        for (const { id } of sessions) this.#remove(tx, id);
      },
      () => {},
    );
  }

  #remove(tx: Transaction, id: string): void {
    if (tx.version(SESSION_TYPE, id, "published") !== null) deleteDocument(tx, this.#type, id);
  }

  #list(filter: Filter, limit: number | null): readonly Session[] {
    const query = asked(filter, limit);
    return findMany(serviceReading(this.#store, query), OBJECTS, query).entries.map(toSession);
  }

  #payload(data: object) {
    return { type: this.#type, data, access: FULL_ACCESS, unknownKeys: "refuse" } as const;
  }

  get #type() {
    return this.#store.engine.schema.type(SESSION_TYPE);
  }
}

/** The sessions that pass a filter, most recently renewed first. */
function asked(filter: Filter | null, limit: number | null): Query {
  return plainQuery(SESSION_TYPE, {
    filter,
    sort: [{ path: [], field: "renewedAt", direction: "desc" }],
    page: { style: "offset", start: 0, limit, withCount: false },
  });
}

function toSession(entry: unknown): Session {
  // The definition of the type guarantees these values.
  const { documentId, ...data } = entry as Entry & SessionData;
  return { ...data, id: String(documentId) };
}
