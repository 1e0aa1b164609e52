import {
  type Author,
  type Cause,
  type Commit,
  type ContentType,
  type Engine,
  FILE_TYPE,
  isReplacing,
  localeOf,
  type Schema,
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
  readonly #tokenOf: (position: number) => string;
  readonly entries: EventEntries;

  /** `tokenOf`: a token of a position that does not tell the number of writes. */
  constructor(engine: Engine, tokenOf: (position: number) => string) {
    this.#engine = engine;
    this.#tokenOf = tokenOf;
    this.entries = new EventEntries(engine);
  }

  eventsOf(commit: Commit, origin: CommitOrigin): readonly KnownEvent[] {
    if (isReplacing(commit)) return [this.whole("content.replaced", commit.number, commit.at, origin)];
    return (commit.causes ?? derivedCauses(commit, this.#engine.schema)).flatMap((cause, index) => {
      if (isInternal(cause.type)) return this.#failureOf(commit, origin, { cause, index });
      const type = this.#engine.schema.types.get(cause.type);
      return type === undefined ? [] : [this.#eventOf(commit, origin, type, { cause, index })];
    });
  }

  /** An event of all content. */
  whole(
    event: "content.replaced" | "gap" | "schedule.failed",
    position: number,
    at: number,
    origin: CommitOrigin,
  ): KnownEvent {
    return {
      event,
      uid: "",
      model: "",
      documentId: "",
      locale: null,
      entry: () => null,
      commit: this.#tokenOf(position),
      at: new Date(at).toISOString(),
      origin: origin === "own" ? "own" : "other",
      position,
      index: 0,
      fact: null,
    };
  }

  /** Of what was scheduled and could not be done. All else about schedules concerns nobody. */
  #failureOf(
    commit: Commit,
    origin: CommitOrigin,
    { cause, index }: { readonly cause: Cause; readonly index: number },
  ): readonly KnownEvent[] {
    const values = versionIn(commit, cause)?.values;
    const { target, document: documentId, action, due: at, language, faults } = values ?? {};
    const type = this.#engine.schema.types.get(String(target));
    if (values?.state !== "failed" || type === undefined) return [];
    const locale = type.locale === null ? null : String(language ?? type.locale);
    const event = {
      ...this.whole("schedule.failed", commit.number, commit.at, origin),
      uid: type.uid,
      model: type.singularName,
      documentId: String(documentId),
      locale,
      entry: () => ({ id: cause.documentId, documentId, locale, action, at, faults }),
      fact: cause,
      index,
    };
    return [event];
  }

  #eventOf(
    { number, at: time, by }: Commit,
    origin: CommitOrigin,
    type: ContentType,
    at: { readonly cause: Cause; readonly index: number },
  ): KnownEvent {
    const { cause, index } = at;
    const { documentId, locale = null } = cause;
    return {
      ...this.whole("gap", number, time, origin),
      event: nameOf(cause),
      uid: type.uid,
      model: type.singularName,
      documentId,
      locale: type.locale === null ? null : (locale ?? type.locale),
      entry: () => {
        const was = cause.was?.at(-1);
        if (was !== undefined) return this.entries.was(type, was, locale);
        if (cause.event === "delete") return null;
        return this.entries.now(type, documentId, statusAfter(type, cause), locale);
      },
      fact: cause,
      index,
      ...authorOf(by),
    };
  }
}

/** Who wrote it, and whether it was scheduled. */
function authorOf(by: Author | undefined): Pick<ContentEvent, "by" | "cause"> {
  if (by === undefined) return {};
  const { via, ...author } = by;
  return { by: author, ...(via !== undefined && { cause: via }) };
}

export function statusAfter(type: ContentType, { event }: Cause): "draft" | "published" {
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
