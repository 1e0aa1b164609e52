import { isRecord } from "../../../../engine/internal.ts";
import type { Galley } from "../../../library/galley.ts";
import { CronJobs } from "../../../parts/cron/cron-jobs.ts";
import { ticksOf } from "../../../parts/cron/ticks.ts";
import type { Log } from "../../../runtime/log.ts";
import type { Loose, StrapiObject } from "../strapi-object.ts";

interface Parts {
  readonly log: Log;
  readonly strapi: () => StrapiObject;
  readonly galley: () => Galley;
  readonly run: <T>(work: () => T) => T;
}

/** A task with its time: a rule, or one moment. */
interface Task {
  readonly rule: string;
  readonly tz?: string;
  readonly from: number;
  readonly to: number;
  readonly work: (given: { readonly strapi: StrapiObject }, date: Date) => unknown;
}

/** `strapi.cron`: tasks by the clock of the galley, each tick once over all processes that share its content. */
export class ProjectCron {
  readonly #parts: Parts;
  readonly #jobs = new Map<string, CronJobs>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A rule that is not one is told, and its task never runs. */
  readonly add = (tasks: Loose): void => {
    for (const [name, given] of Object.entries<Loose>(isRecord(tasks) ? tasks : {})) {
      const task = taskOf(name, given);
      if (task !== null) this.#begin(name, task);
    }
  };

  readonly remove = (name: string): void => {
    void this.#jobs.get(name)?.close();
    this.#jobs.delete(name);
  };

  readonly start = (): this => this;

  readonly destroy = (): this => {
    for (const name of [...this.#jobs.keys()]) this.remove(name);
    return this;
  };

  readonly stop = this.destroy;

  get jobs(): readonly { readonly name: string }[] {
    return [...this.#jobs.keys()].map((name) => ({ name }));
  }

  drain(): void {
    for (const job of this.#jobs.values()) job.drain();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#jobs.values()].map((job) => job.close()));
    this.#jobs.clear();
  }

  #begin(name: string, { rule, tz, from, to, work }: Task): void {
    const { log, run, strapi } = this.#parts;
    const galley = this.#parts.galley();
    const ticks = momentOf(rule) ?? ticksOf({ rule, ...(tz !== undefined && { tz }) });
    if ("fault" in ticks) {
      log.error({}, `cron.${name}.${ticks.path}: ${ticks.fault}`);
      return;
    }
    this.remove(name);
    const task = async ({ now }: { readonly now: Date }) => {
      if (now.getTime() < from || now.getTime() > to) return;
      await run(() => work({ strapi: strapi() }, now));
    };
    const jobs = new CronJobs({ tasks: [{ name, ticks, catchUp: 0, task }], galley, log, marks: galley.store.marks });
    this.#jobs.set(name, jobs);
    void jobs.start();
  }
}

/** `{ "0 3 * * *": task }`, or by name with `options`; null for what is no task. */
function taskOf(name: string, given: Loose): Task | null {
  const work = typeof given === "function" ? given : given?.task;
  if (typeof work !== "function") return null;
  const options = given.options ?? name;
  const { rule, tz, start, end } =
    isRecord(options) && !("getTime" in options) ? (options as Loose) : { rule: options };
  const time = (value: Loose, otherwise: number) => (value === undefined ? otherwise : new Date(value).getTime());
  return {
    rule: typeof rule === "string" ? rule : new Date(rule).toISOString(),
    ...(tz !== undefined && { tz }),
    from: time(start, Number.NEGATIVE_INFINITY),
    to: time(end, Number.POSITIVE_INFINITY),
    work: (...args) => work.apply(given, args),
  };
}

/** A rule that is one moment, as a Date gives it. */
function momentOf(rule: string) {
  const time = /^\d{4}-\d\d-\d\dT/.test(rule) ? Date.parse(rule) : Number.NaN;
  if (Number.isNaN(time)) return null;
  return {
    after: (since: number) => (since < time ? time : null),
    upTo: (until: number) => (time <= until ? time : null),
  };
}
