import { type ContentType, EngineError } from "../../../engine/internal.ts";
import { noteAuthor } from "../../access/note-author.ts";
import { readOrder } from "./read-order.ts";
import { SCHEDULED_ACTIONS, type Scheduled, type ScheduleRequest } from "./scheduled.ts";
import type { Scheduler, Schedules } from "./schedules.ts";

const PROGRAM: Scheduler = {
  author: { kind: "process" },
  note: (tx) => noteAuthor(tx, { kind: "process" }),
};

/** `Galley.schedule`. `schedules`: null if they are off. @throws as that does (rejected). */
export async function scheduleByProgram(
  type: ContentType,
  schedules: Schedules | null,
  { type: _, documentId, action, ...order }: ScheduleRequest,
): Promise<Scheduled> {
  if (!type.draftAndPublish)
    throw new EngineError("application", `${type.uid} has no drafts: nothing is published later`);
  if (schedules === null)
    throw new EngineError("application", "Schedules are off. The option schedule: true switches them on");
  if (!SCHEDULED_ACTIONS.includes(action))
    throw new EngineError("validation", `action must be one of ${SCHEDULED_ACTIONS.join(", ")}`);
  const target = { type, documentId, action };
  return schedules.shown(await schedules.put(target, readOrder(order, schedules.now), PROGRAM), true);
}
