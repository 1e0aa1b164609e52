import type { Author } from "../../engine/internal.ts";

/** The events of content: Strapi's by its names, and others. */
export const EVENT_NAMES = [
  "entry.create",
  "entry.update",
  "entry.delete",
  "entry.publish",
  "entry.unpublish",
  "entry.draft-discard",
  "media.create",
  "media.update",
  "media.delete",
  "schedule.failed",
  "content.replaced",
  "gap",
] as const;

/**
 * `content.replaced`: all content, as by `restore`, `reset` and imports. `gap`: a consumer was away for longer than the log
 * is kept, or the log has lost its end. `schedule.failed`: what was scheduled for the document could not be done.
 */
export type EventName = (typeof EVENT_NAMES)[number];

/** An entry as plain data. */
export interface EventEntry {
  readonly [attribute: string]: unknown;
}

/** Something that happened to a document in one locale, once it is durable. */
export interface ContentEvent {
  readonly event: EventName;
  /** uid of the content type; empty for `content.replaced` and `gap`. */
  readonly uid: string;
  /** Its singular name. */
  readonly model: string;
  readonly documentId: string;
  /** Null where the type is not localized. */
  readonly locale: string | null;
  /**
   * The entry as it is now, with its relations, media and components, and without private attributes; as it was, without
   * relations, for `entry.delete` and `entry.unpublish`. Null if it is gone. For `schedule.failed`: what was scheduled.
   */
  entry(): EventEntry | null;
  /** A token of the commit: equal for the events of one write. */
  readonly commit: string;
  /** Time of the write, ISO 8601. */
  readonly at: string;
  /** Whether this process has written it. */
  readonly origin: "own" | "other";
  /** Who wrote it; absent if that is not known. */
  readonly by?: Author;
  /** `schedule`: it was scheduled, by whoever `by` names. Absent for all other writes. */
  readonly cause?: "schedule";
}
