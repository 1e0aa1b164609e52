import {
  type Author,
  type Cause,
  type Commit,
  type ContentType,
  type Engine,
  FILE_TYPE,
  isoTime,
  isReplacing,
  localeOf,
  type Schema,
  type Status,
  statusOf,
  type VersionRecord,
} from "../../engine/internal.ts";
import type { CommitOrigin } from "../../storage/core.ts";
import { isInternal } from "../contract/model/internal-type.ts";
import type { ContentEvent, EventName } from "./content-event.ts";
import { EventEntries } from "./event-entry.ts";

/** An event, with what webhooks are made of. */
export interface KnownEvent extends ContentEvent {
  readonly position: number;
  /** Its place among the events of its commit. */
  readonly index: number;
  /** The recorded cause; null for `content.replaced` and `gap`. */
  readonly fact: Cause | null;
}

/** Reads commits as events: one for each document, locale and cause, in order. */
export class EventReader {
  readonly #engine: Engine;
  readonly entries: EventEntries;

  readonly #commit: PropertyDescriptor;

  /** `tokenOf`: a token of a position that does not tell the number of writes. */
  constructor(engine: Engine, tokenOf: (position: number) => string) {
    this.#engine = engine;
    this.entries = new EventEntries(engine);
    this.#commit = commitBy(tokenOf);
  }

  eventsOf(commit: Commit, origin: CommitOrigin): readonly KnownEvent[] {
    if (isReplacing(commit)) return [this.whole("content.replaced", commit.number, commit.at, origin)];
    const { schema } = this.#engine;
    const written: Written = {
      commit,
      at: isoTime(commit.at),
      origin: origin === "own" ? "own" : "other",
      author: authorOf(commit.by),
    };
    const events: KnownEvent[] = [];
    let index = 0;
    for (const cause of commit.causes ?? derivedCauses(commit, schema)) {
      const type = schema.types.get(cause.type);
      const event = isInternal(cause.type)
        ? this.#failureOf(written, cause, index)
        : type && this.#eventOf(written, type, cause, index);
      if (event) events.push(event);
      index += 1;
    }
    return events;
  }

  /** An event of all content. */
  whole(event: "content.replaced" | "gap", position: number, at: number, origin: CommitOrigin): KnownEvent {
    return this.#made({
      event,
      uid: "",
      model: "",
      documentId: "",
      locale: null,
      entry: () => null,
      at: isoTime(at),
      origin: origin === "own" ? "own" : "other",
      position,
      index: 0,
      fact: null,
    });
  }

  /**
   * Adds the token. `fields` must not begin with a spread: V8 then gives each event a hidden class of its own, which takes
   * 30 us.
   */
  #made(fields: Omit<KnownEvent, "commit">): KnownEvent {
    Reflect.defineProperty(fields, "commit", this.#commit);
    return fields as KnownEvent;
  }

  /** Of what was scheduled and could not be done. All else about schedules concerns nobody. */
  #failureOf({ commit, at: time, origin, author }: Written, fact: Cause, index: number): KnownEvent | null {
    const values = versionIn(commit, fact)?.values;
    const { target, document: documentId, action, due: at, language, faults } = values ?? {};
    const type = this.#engine.schema.types.get(String(target));
    if (values?.state !== "failed" || type === undefined) return null;
    const locale = type.locale === null ? null : String(language ?? type.locale);
    return this.#made({
      event: "schedule.failed",
      uid: type.uid,
      model: type.singularName,
      documentId: String(documentId),
      locale,
      entry: () => ({ id: fact.documentId, documentId, locale, action, at, faults }),
      at: time,
      origin,
      position: commit.number,
      index,
      fact,
      ...author,
    });
  }

  #eventOf({ commit, at, origin, author }: Written, type: ContentType, fact: Cause, index: number): KnownEvent {
    const { documentId, locale = null } = fact;
    return this.#made({
      event: nameOf(fact),
      uid: type.uid,
      model: type.singularName,
      documentId,
      locale: type.locale === null ? null : (locale ?? type.locale),
      entry: () => {
        const status = statusShown(type, fact);
        if (status !== null) return this.entries.now(type, documentId, status, locale);
        const was = fact.was?.at(-1);
        return was === undefined ? null : this.entries.was(type, was, locale);
      },
      at,
      origin,
      position: commit.number,
      index,
      fact,
      ...author,
    });
  }
}

/** The parts that the events of a commit have in common. */
interface Written extends Pick<ContentEvent, "at" | "origin"> {
  readonly commit: Commit;
  readonly author: Pick<ContentEvent, "by" | "cause">;
}

/**
 * Enciphers the position for those alone who look at it. All events have the same getter: one of its own would give each
 * event a hidden class of its own.
 */
function commitBy(tokenOf: (position: number) => string): PropertyDescriptor {
  return {
    enumerable: true,
    configurable: true,
    get(this: KnownEvent) {
      return tokenOf(this.position);
    },
  };
}

/** Who wrote it, and whether it was scheduled. */
function authorOf(by: Author | undefined): Pick<ContentEvent, "by" | "cause"> {
  if (by === undefined) return {};
  if (by.via === undefined) return { by: { ...by } };
  const { via, ...author } = by;
  return { by: author, cause: via };
}

/** The status of the version that an event shows as it is now; null if it shows one that is gone, or none. */
export function statusShown(type: ContentType, { event, was }: Cause): Status | null {
  if (was !== undefined || event === "delete") return null;
  return event === "publish" || !type.draftAndPublish ? "published" : "draft";
}

function nameOf({ type, event }: Cause): EventName {
  if (type !== FILE_TYPE) return `entry.${event}`;
  return event === "create" || event === "delete" ? `media.${event}` : "media.update";
}

/** The version of a document of an internal type that a commit has written. */
function versionIn({ changes }: Commit, { type, documentId }: Cause): VersionRecord | undefined {
  for (const change of changes) {
    if (change.kind === "put" && change.type === type && change.version.documentId === documentId)
      return change.version;
  }
  return undefined;
}

/** The causes of commits without recorded ones, as earlier versions wrote them. */
function derivedCauses({ changes }: Commit, schema: Schema): readonly Cause[] {
  const causes = new Map<string, Cause>();
  const written = new Set<string>();
  for (const change of changes) {
    if (change.kind !== "put" && change.kind !== "remove") continue;
    const { kind, type, status } = change;
    const documentId = change.kind === "put" ? change.version.documentId : change.documentId;
    const locale = localeOf(status);
    const key = JSON.stringify([type, documentId, locale]);
    if (kind === "put") written.add(key);
    const isLast = statusOf(status) === "draft" || schema.types.get(type)?.draftAndPublish === false;
    const isGone = kind === "remove" && isLast && !written.has(key);
    if (causes.has(key) && kind === "remove" && !isGone) continue;
    causes.set(key, { event: isGone ? "delete" : "update", type, documentId, ...(locale !== null && { locale }) });
  }
  return [...causes.values()];
}
