import { FILE_TYPE, type Issue, meantName, type Schema } from "../../engine/internal.ts";
import { faultsInTypes, uidsOfTypes } from "../contract/model/type-named.ts";
import { type ContentEvent, EVENT_NAMES } from "./content-event.ts";

/** Selects events. */
export interface EventFilter {
  /** Content types by singular name or uid; by default all but the types of users. */
  readonly types?: readonly string[];
  /** Names of events, `entry.*`, or `*`; by default all. */
  readonly events?: readonly string[];
}

const PATTERNS: readonly string[] = [...EVENT_NAMES, "entry.*", "media.*", "*"];

/** Faults of a filter, with their paths. */
export function filterFaults(schema: Schema, { types, events = [] }: EventFilter): Issue[] {
  const wrongEvents = events.flatMap((name, at) => eventFaults(name, ["events", String(at)]));
  return [...faultsInTypes(schema, types), ...wrongEvents];
}

export function eventFaults(name: string, path: readonly string[]): Issue[] {
  if (PATTERNS.includes(name)) return [];
  return [{ path, message: `is not known${meantEvent(name)}` }];
}

/** `publish` stands for `entry.publish`. */
function meantEvent(name: string): string {
  const whole = `entry.${name}`;
  return PATTERNS.includes(whole) ? `: did you mean ${whole}?` : meantName(name, PATTERNS);
}

/** Whether a filter without faults selects an event. Events of all content are for everyone. */
export function selects(schema: Schema, { types, events }: EventFilter): (event: ContentEvent) => boolean {
  const uids = uidsOfTypes(schema, types);
  const names = events === undefined ? null : events.map(nameTest);
  return ({ event, uid }) => {
    if (uid !== "" && !(uids === null ? isContent(uid) : uids.has(uid))) return false;
    return uid === "" && event === "gap" ? true : names === null || names.some((matches) => matches(event));
  };
}

/** Users and their roles are nobody's business who does not name them. */
function isContent(uid: string): boolean {
  return uid.startsWith("api::") || uid === FILE_TYPE;
}

function nameTest(pattern: string): (name: string) => boolean {
  if (pattern === "*") return () => true;
  return pattern.endsWith(".*") ? (name) => name.startsWith(pattern.slice(0, -1)) : (name) => name === pattern;
}
