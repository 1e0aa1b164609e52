import { withTypes } from "../../contract/model/with-types.ts";
import type { RestConfig } from "../../contract/profiles/rest-config.ts";
import type { OpenPart, Part, Running, Started } from "../part.ts";
import { singleDocumentId } from "../rest/read.ts";
import { CATCH_UP, type ScheduleConfig } from "./schedule-config.ts";
import { scheduleRoutes } from "./schedule-routes.ts";
import { ScheduleRunner } from "./schedule-runner.ts";
import { SCHEDULE_DEFINITION, SCHEDULE_TYPE } from "./scheduled.ts";
import { Schedules } from "./schedules.ts";

interface ScheduleSettings {
  readonly schedule?: boolean | ScheduleConfig;
  readonly rest: RestConfig;
}

/** Entries that are published and unpublished at a later time. */
export const SCHEDULE: Part<ScheduleSettings> = {
  // Schedules are content: their type exists even if they are switched off, so that stored ones are kept.
  types: (schema) => {
    const hasDrafts = [...schema.types.values()].some(({ draftAndPublish }) => draftAndPublish);
    return hasDrafts ? withTypes(schema, { [SCHEDULE_TYPE]: SCHEDULE_DEFINITION }) : schema;
  },
  open: ({ schedule, rest }, { schema, profile, prefix, log }) => {
    if (schedule === false || !schema.types.has(SCHEDULE_TYPE)) return null;
    const { catchUp = CATCH_UP } = typeof schedule === "object" ? schedule : {};
    // Where nothing else is asked for, there are no routes to publish with.
    const isServed = schedule !== undefined || rest.actions === true;
    const rules = { locales: schema.locales, unknownLocales: profile.unknownLocales };
    const part: OpenPart = {
      ...(isServed && { describes: async () => (await import("./operations.ts")).DESCRIPTION }),
      schedules: ({ store, runtime: { clock } }) => new Schedules(store, clock, rules),
      start: (started) => running(runnerOf(started).start()),
      serve: ({ store, runtime: { clock }, authorize, findCaller }) => ({
        beside: !isServed
          ? []
          : scheduleRoutes({
              schema,
              authorize,
              findCaller,
              prefix,
              schedules: new Schedules(store, clock, rules),
              singleDocument: ({ uid }) => singleDocumentId(store, uid),
            }),
      }),
    };
    return part;

    function runnerOf(started: Started): ScheduleRunner {
      const { store, clock } = started.galley;
      return new ScheduleRunner({ started, log, catchUp, schedules: new Schedules(store, clock, rules) });
    }

    /** A fork has a copy of the schedules, and does nothing until its clock is moved. */
    function running(runner: ScheduleRunner): Running {
      return {
        fork: (started) => running(runnerOf(started)),
        drain: () => runner.drain(),
        close: () => runner.close(),
        metrics: runner.metrics,
        health: () => runner.health(),
      };
    }
  },
};
