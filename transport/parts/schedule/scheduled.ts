import type { Author, ContentTypeDefinition, UnknownRecord } from "../../../engine/internal.ts";
import type { Time } from "../../runtime/time.ts";

/** Schedules are content, so that one commit publishes a document and forgets its schedule. */
export const SCHEDULE_TYPE = "galley::schedule";

const OWN = { private: true } as const;

export const SCHEDULE_DEFINITION: ContentTypeDefinition = {
  kind: "collectionType",
  info: { singularName: "galley-schedule", pluralName: "galley-schedules", displayName: "Schedule" },
  options: { draftAndPublish: false },
  rest: false,
  attributes: {
    target: { type: "string", ...OWN },
    document: { type: "string", ...OWN },
    action: { type: "string", ...OWN },
    language: { type: "string", ...OWN },
    due: { type: "datetime", ...OWN },
    state: { type: "string", ...OWN },
    author: { type: "json", ...OWN },
    pinned: { type: "json", ...OWN },
    faults: { type: "json", ...OWN },
  },
};

export const SCHEDULED_ACTIONS = ["publish", "unpublish"] as const;

export type ScheduledAction = (typeof SCHEDULED_ACTIONS)[number];

/** `waiting` for its time; `failed`, and not tried again; `missed`: nobody ran at its time, nor soon after. */
export type ScheduleState = "waiting" | "failed" | "missed";

/** Why it failed. */
export interface ScheduleFault {
  readonly path?: readonly string[];
  readonly message: string;
}

/** A document that is published or unpublished at a later time. */
export interface Scheduled {
  readonly id: string;
  /** uid of the content type. */
  readonly type: string;
  readonly documentId: string;
  /** `*`: all that the document has then. Null where the type is not localized. */
  readonly locale: string | null;
  readonly action: ScheduledAction;
  /** ISO 8601. */
  readonly at: string;
  /** Whether the draft is published as it was when it was scheduled; otherwise as it is then. */
  readonly pin: boolean;
  readonly state: ScheduleState;
  readonly faults?: readonly ScheduleFault[];
  /** Whose rights it needs; shown to callers with full access. */
  readonly by?: Author;
}

/** A request of a program. */
export interface ScheduleRequest<T extends string = string> {
  /** uid or singular name of the content type. */
  readonly type: T;
  readonly documentId: string;
  readonly action: ScheduledAction;
  readonly at: Time;
  /** A code, or `*`. Default: the default locale. */
  readonly locale?: string;
  /** Publish the draft as it is now. Default: as it is then. */
  readonly pin?: boolean;
}

/** The stored values. */
export interface StoredSchedule {
  readonly id: string;
  readonly target: string;
  readonly document: string;
  readonly action: ScheduledAction;
  /** As stored: null for the default locale, `*` for all. */
  readonly language: string | null;
  readonly due: string;
  readonly state: ScheduleState;
  readonly author: Author;
  /** Data by stored locale, the empty text for the default one; null if it is not pinned. */
  readonly pinned: { readonly [locale: string]: UnknownRecord } | null;
  readonly faults: readonly ScheduleFault[] | null;
}
