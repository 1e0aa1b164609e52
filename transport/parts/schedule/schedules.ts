import { createHash } from "node:crypto";
import {
  type Author,
  type ContentType,
  createDocument,
  deleteDocument,
  EngineError,
  FULL_ACCESS,
  invariant,
  localesOfDocument,
  type Payload,
  type RawParams,
  type Transaction,
  updateDocument,
  type VersionRecord,
} from "../../../engine/internal.ts";
import type { Store } from "../../../storage/core.ts";
import { type LocaleRules, localesIn, writtenLocale } from "../../contract/locales/locale.ts";
import type { Clock } from "../../runtime/clock.ts";
import { draftAsData } from "./pinned-draft.ts";
import type { Order } from "./read-order.ts";
import { readMany } from "./reading.ts";
import {
  SCHEDULE_TYPE,
  type Scheduled,
  type ScheduledAction,
  type ScheduleFault,
  type ScheduleState,
  type StoredSchedule,
} from "./scheduled.ts";

/** The target of a schedule. */
export interface ScheduleTarget {
  readonly type: ContentType;
  readonly documentId: string;
  readonly action: ScheduledAction;
}

/** Who schedules an action, or cancels it. */
export interface Scheduler {
  readonly author: Author;
  /** Records it as the author of the write. */
  note(tx: Transaction): void;
}

/** The documents to publish and unpublish later, as content of a store. */
export class Schedules {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #type: ContentType;
  readonly #rules: LocaleRules;

  constructor(store: Store, clock: Clock, rules: LocaleRules) {
    this.#store = store;
    this.#clock = clock;
    this.#rules = rules;
    this.#type = store.engine.schema.type(SCHEDULE_TYPE);
  }

  get now(): number {
    return this.#clock.now();
  }

  /**
   * Schedules an action, in place of an equal one for the same locale.
   *
   * @throws EngineError (rejected) `not-found` for a document that is not there, `validation` for an unknown locale.
   */
  put(
    { type, documentId, action }: ScheduleTarget,
    { at, locale, pin }: Order,
    { author, note }: Scheduler,
  ): Promise<StoredSchedule> {
    const all = locale === "*" && type.locale !== null;
    const language = all ? "*" : writtenLocale(this.#rules, type, localesIn(locale));
    const id = idOf(type.uid, documentId, action, language);
    return this.#store.write(
      (tx) => {
        const locales = localesOfDocument(tx, type, documentId).filter((each) => all || each === language);
        if (locales.length === 0) throw new EngineError("not-found", "Not Found");
        note(tx);
        const data = {
          target: type.uid,
          document: documentId,
          action,
          language,
          due: new Date(at).toISOString(),
          state: "waiting",
          author,
          pinned: pin && action === "publish" ? this.#pinned(type, documentId, locales) : null,
          faults: null,
        };
        if (tx.has(SCHEDULE_TYPE, id, "published")) updateDocument(tx, this.#payload(data), id, false);
        else createDocument(tx, this.#payload(data), false, id);
        return storedIn(tx.version(SCHEDULE_TYPE, id, "published"));
      },
      (stored) => stored,
    );
  }

  /** The same; the version is null where a write has deleted it meanwhile. */
  stored(tx: Transaction, id: string): StoredSchedule | null {
    const version = tx.version(SCHEDULE_TYPE, id, "published");
    return version === null ? null : storedIn(version);
  }

  /** The schedules of a document, the earliest first. */
  of({ uid: target }: ContentType, document: string): readonly StoredSchedule[] {
    return this.#find({ filters: { target, document }, sort: ["due", "id"] });
  }

  /** All schedules of these types from a time on and before another one, the earliest first. */
  between(types: readonly string[], from: string | null, to: string | null): readonly StoredSchedule[] {
    const due = { ...(from !== null && { $gte: from }), ...(to !== null && { $lt: to }) };
    const within = Object.keys(due).length === 0 ? {} : { due };
    return this.#find({ filters: { target: { $in: types }, ...within }, sort: ["due", "id"] });
  }

  /** Those that are due at a time, in order. */
  due(now: number, limit: number): readonly StoredSchedule[] {
    const due = { $lte: new Date(now).toISOString() };
    return this.#find({ filters: { state: "waiting", due }, sort: ["due", "id"], pagination: { limit } });
  }

  /** When the next one is due, in epoch milliseconds; null if none is. */
  next(): number | null {
    const [first] = this.#find({ filters: { state: "waiting" }, sort: ["due"], pagination: { limit: 1 } });
    return first === undefined ? null : Date.parse(first.due);
  }

  /** How many are in a state. */
  count(state: ScheduleState): number {
    return this.#find({ filters: { state }, fields: ["state"] }).length;
  }

  /** Whether there was one. */
  cancel(id: string, { note }: Scheduler): Promise<boolean> {
    return this.#store.write(
      (tx) => {
        note(tx);
        return this.remove(tx, id);
      },
      (removed) => removed,
    );
  }

  remove(tx: Transaction, id: string): boolean {
    if (!tx.has(SCHEDULE_TYPE, id, "published")) return false;
    deleteDocument(tx, this.#type, id);
    return true;
  }

  /** Notes that one is over, unless it was changed meanwhile. */
  end(of: StoredSchedule, state: "failed" | "missed", faults: readonly ScheduleFault[]): Promise<boolean> {
    return this.#store.write(
      (tx) => {
        const stored = this.stored(tx, of.id);
        if (stored === null || !isSame(stored, of)) return false;
        if (tx.causes !== null) tx.by = { ...stored.author, via: "schedule" };
        updateDocument(tx, this.#payload({ state, faults }), of.id, false);
        return true;
      },
      (ended) => ended,
    );
  }

  /** As a caller sees it. */
  shown(stored: StoredSchedule, isFull: boolean): Scheduled {
    const { id, target, document, action, language, due, pinned, state, faults, author } = stored;
    const own = this.#store.engine.schema.types.get(target)?.locale ?? null;
    return {
      id,
      type: target,
      documentId: document,
      locale: own === null ? null : (language ?? own),
      action,
      at: due,
      pin: pinned !== null,
      state,
      ...(faults !== null && { faults }),
      ...(isFull && { by: author }),
    };
  }

  #pinned(type: ContentType, documentId: string, locales: readonly (string | null)[]): StoredSchedule["pinned"] {
    const drafts = locales.flatMap((locale) => {
      const data = draftAsData(this.#store, type, documentId, locale);
      return data === null ? [] : [[locale ?? "", data] as const];
    });
    return Object.fromEntries(drafts);
  }

  #find(params: RawParams): readonly StoredSchedule[] {
    if (this.#store.engine.state.collection(SCHEDULE_TYPE).spaces.published.size === 0) return [];
    const entries = readMany(this.#store, this.#type, params);
    return entries.map(({ documentId, ...values }) => ({ ...values, id: documentId }) as unknown as StoredSchedule);
  }

  #payload(data: object): Payload {
    return { type: this.#type, data, access: FULL_ACCESS, unknownKeys: "refuse" };
  }
}

/** Whether nobody has changed it. */
export function isSame(one: StoredSchedule, other: StoredSchedule): boolean {
  return one.due === other.due && one.state === other.state;
}

function storedIn(version: VersionRecord | null): StoredSchedule {
  invariant(version !== null, "the schedule was written");
  const values = { language: null, pinned: null, faults: null, ...version.values };
  return { ...values, id: version.documentId } as unknown as StoredSchedule;
}

/** Equal for what replaces each other. */
function idOf(...parts: readonly (string | null)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 24);
}
