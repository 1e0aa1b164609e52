import {
  type ContentType,
  EngineError,
  FULL_ACCESS,
  type Issue,
  localesOfDocument,
  publishData,
  publishDocument,
  storedLocale,
  type Transaction,
  unpublishDocument,
  type WriteResult,
} from "../../../engine/internal.ts";
import { reasonOf, StorageError, type Store } from "../../../storage/core.ts";
import type { AccessOfAuthor } from "../../access/caller.ts";
import type { HookCaller, HookParams } from "../../hooks/hook.ts";
import type { Hooks } from "../../hooks/hooks.ts";
import { runHooks } from "../../hooks/run-hooks.ts";
import { fieldsOf, type Log } from "../../runtime/log.ts";
import { readVersion } from "./reading.ts";
import type { ScheduleFault, StoredSchedule } from "./scheduled.ts";
import { isSame, type Schedules } from "./schedules.ts";

export interface FiringParts {
  readonly store: Store;
  readonly schedules: Schedules;
  readonly hooks: Hooks;
  readonly log: Log;
  readonly accessOfAuthor: AccessOfAuthor;
}

/** Somebody has changed the schedule, or done it. */
class Overtaken extends Error {}

/** Carries out schedules as writes of those who scheduled: with their rights, hooks and guards. */
export class Firing {
  readonly #parts: FiringParts;

  constructor(parts: FiringParts) {
    this.#parts = parts;
  }

  /** Whether code of the user's own runs around it, which may take its time. */
  isHooked({ target, action }: StoredSchedule): boolean {
    return this.#parts.hooks.of(target, action).length > 0;
  }

  /**
   * Does what is scheduled, and forgets the schedule with it in one commit; notes what cannot be done as failed. Writes of
   * calls without hooks take effect in the order of the calls.
   *
   * @throws StorageError, or EngineError `unavailable`, while nothing can be written (rejected): the schedule is still there.
   */
  async fire(scheduled: StoredSchedule): Promise<void> {
    try {
      await this.#do(scheduled);
    } catch (error) {
      if (error instanceof Overtaken) return;
      if (error instanceof StorageError || (error instanceof EngineError && error.code === "unavailable")) throw error;
      await this.#fail(scheduled, error);
    }
  }

  #do(scheduled: StoredSchedule): Promise<unknown> {
    const { store, hooks, accessOfAuthor } = this.#parts;
    const { target, document: documentId, action, author, language } = scheduled;
    const type = store.engine.schema.types.get(target);
    if (type?.draftAndPublish !== true) throw new EngineError("application", `${target} has no drafts any more`);
    if (accessOfAuthor(author)?.may(target, action) !== true)
      throw new EngineError("forbidden", `Whoever scheduled this may no longer ${action} entries of ${target}`);
    const chain = hooks.of(target, action);
    if (chain.length === 0) return this.#write(scheduled, type, documentId, language);
    const locale = language ?? type.locale;
    const params: HookParams = { documentId, ...(type.locale !== null && { locale }) };
    const origin = { caller: hookCallerOf(scheduled), source: "schedule" } as const;
    const core = (seen: HookParams | null) => {
      const given = seen ?? params;
      const asked =
        typeof given.locale === "string" && given.locale !== "*" ? storedLocale(type, given.locale) : language;
      return this.#write(scheduled, type, given.documentId ?? documentId, asked);
    };
    // A hook that does not call `next()` has decided that nothing happens.
    return runHooks(hooks.limits, { chain, type, action, params: () => ({ ...params }), origin }, core).then(() =>
      this.#forget(scheduled),
    );
  }

  #write(scheduled: StoredSchedule, type: ContentType, documentId: string, language: string | null): Promise<unknown> {
    const { store } = this.#parts;
    return store.write(
      (tx) => {
        const stored = this.#take(tx, scheduled);
        const locales = localesOfDocument(tx, type, documentId);
        if (locales.length === 0) throw new EngineError("not-found", "The document has been deleted");
        return act(tx, stored, type, documentId, language === "*" ? locales : [language]);
      },
      (written) => ({ documentId, entries: written.map((each) => readVersion(store, type, each)) }),
    );
  }

  /** Removes the schedule. Its author becomes the author of the write. */
  #take(tx: Transaction, scheduled: StoredSchedule): StoredSchedule {
    const { schedules } = this.#parts;
    const stored = schedules.stored(tx, scheduled.id);
    if (stored === null || !isSame(stored, scheduled)) throw new Overtaken();
    schedules.remove(tx, scheduled.id);
    if (tx.causes !== null) tx.by = { ...stored.author, via: "schedule" };
    return stored;
  }

  #forget(scheduled: StoredSchedule): Promise<void> {
    return this.#parts.store
      .write(
        (tx) => void this.#take(tx, scheduled),
        () => {},
      )
      .catch((error: unknown) => {
        if (!(error instanceof Overtaken)) throw error;
      });
  }

  async #fail(scheduled: StoredSchedule, error: unknown): Promise<void> {
    const { schedules, log } = this.#parts;
    const { target, document, action, due } = scheduled;
    await schedules.end(scheduled, "failed", faultsOf(error));
    const named = { type: target, documentId: document, at: due };
    log.warn(
      { ...named, ...fieldsOf(error) },
      `A scheduled ${action} failed, and is not tried again: ${reasonOf(error)}`,
    );
  }
}

/** @throws EngineError `validation` for a draft that breaks a rule, `not-found` if there is none to publish. */
function act(
  tx: Transaction,
  { action, pinned }: StoredSchedule,
  type: ContentType,
  documentId: string,
  locales: readonly (string | null)[],
): readonly WriteResult[] {
  if (action === "unpublish") {
    for (const locale of locales) unpublishDocument(tx, type, documentId, locale);
    return [];
  }
  const written = locales.flatMap((locale) => {
    const data = pinned?.[locale ?? ""];
    if (pinned === null) return publishDocument(tx, type, documentId, locale) ?? [];
    if (data === undefined) return [];
    return publishData(tx, { type, data, access: FULL_ACCESS, unknownKeys: "drop", locale }, documentId) ?? [];
  });
  if (written.length === 0) throw new EngineError("not-found", "There is no draft to publish");
  return written;
}

function hookCallerOf({ author: { kind, name = "" } }: StoredSchedule): HookCaller {
  if (kind === "user") return { kind, id: Number(name) };
  if (kind === "token") return { kind, name };
  return { kind: kind === "public" ? kind : "process" };
}

/** The faults that callers with the right to publish are told. */
function faultsOf(error: unknown): readonly ScheduleFault[] {
  if (!(error instanceof EngineError)) return [{ message: "Internal Server Error" }];
  // The engine's own list of faults, as it makes it.
  const issues = error.details.errors as readonly Issue[] | undefined;
  return issues?.map(({ path, message }) => ({ path, message })) ?? [{ message: error.message }];
}
