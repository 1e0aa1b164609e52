import { ownRequire } from "../../../engine/internal.ts";
import { isError } from "../../../storage/core.ts";
import type { CronJob } from "./cron-config.ts";

/** The used part of the package `croner`. */
interface Croner {
  readonly Cron: new (
    rule: string,
    options: { readonly timezone?: string; readonly paused: true; readonly sloppyRanges: true },
  ) => {
    nextRun(after: Date): Date | null;
    previousRuns(count: number, before: Date): readonly Date[];
  };
}

/** The times of a rule, in epoch milliseconds. */
export interface Ticks {
  /** The first one after a time; null if there is none. */
  after(time: number): number | null;
  /** The last one up to a time; null if there is none. */
  upTo(time: number): number | null;
}

/** The times of a rule, or its fault, below the job. `croner` is loaded with the first rule. */
export function ticksOf({
  rule,
  tz,
}: Pick<CronJob<never>, "rule" | "tz">): Ticks | { readonly path: string; readonly fault: string } {
  const fields = rule.trim().split(/\s+/).length;
  if (fields < 5 || fields > 6) return { path: "rule", fault: `"${rule}" has ${fields} fields, 5 or 6 are needed` };
  if (tz !== undefined && !isTimeZone(tz)) return { path: "tz", fault: `"${tz}" is not a time zone` };
  const { Cron }: Croner = ownRequire()("croner");
  try {
    const cron = new Cron(rule, { paused: true, sloppyRanges: true, ...(tz !== undefined && { timezone: tz }) });
    return {
      after: (time) => cron.nextRun(new Date(time))?.getTime() ?? null,
      upTo: (time) =>
        cron
          .previousRuns(2, new Date(time + 1000))
          ?.find((tick) => tick.getTime() <= time)
          ?.getTime() ?? null,
    };
  } catch (error) {
    return { path: "rule", fault: `"${rule}" is no rule: ${isError(error) ? error.message : error}` };
  }
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
