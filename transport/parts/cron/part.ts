import type { Issue } from "../../../engine/internal.ts";
import { ConfigError } from "../../config/config-error.ts";
import type { Part, Running, Started } from "../part.ts";
import type { CronConfig } from "./cron-config.ts";
import type { CronJobs, ScheduledTask } from "./cron-jobs.ts";
import { ticksOf } from "./ticks.ts";

interface CronSettings {
  readonly cron?: CronConfig<never>;
}

/** Tasks of the user's own at certain times. */
export const CRON: Part<CronSettings> = {
  open: async ({ cron = {} }, { log }) => {
    const tasks = tasksOf(cron);
    if (tasks.length === 0) return null;
    const { CronJobs } = await import("./cron-jobs.ts");
    return {
      start: async ({ galley }) => {
        const jobs = await new CronJobs({ tasks, galley, log, marks: galley.store.marks }).start();
        return runningOf(jobs, (fork) => new CronJobs({ tasks, galley: fork, log, marks: null }));
      },
    };
  },
};

function runningOf(jobs: CronJobs, jobsOf: (galley: Started["galley"]) => CronJobs): Running {
  return {
    // Nothing happens in a fork until its clock is moved.
    fork: ({ galley }) => runningOf(jobsOf(galley), jobsOf),
    drain: () => jobs.drain(),
    close: () => jobs.close(),
  };
}

/** @throws ConfigError with every fault of the rules. */
function tasksOf(cron: CronConfig<never>): readonly ScheduledTask[] {
  const issues: Issue[] = [];
  const tasks = Object.entries(cron).flatMap(([name, { rule, tz, catchUp = 0, task }]) => {
    const ticks = ticksOf({ rule, ...(tz !== undefined && { tz }) });
    if (!("fault" in ticks)) return [{ name, ticks, catchUp, task }];
    issues.push({ path: ["cron", name, ticks.path], message: ticks.fault });
    return [];
  });
  if (issues.length > 0) throw new ConfigError("Options", issues);
  return tasks;
}
