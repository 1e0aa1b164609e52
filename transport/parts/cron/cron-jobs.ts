import { inBackground } from "../../../engine/internal.ts";
import type { Marks } from "../../../storage/core.ts";
import { withinTime } from "../../hooks/within-time.ts";
import type { Clock } from "../../runtime/clock.ts";
import { fieldsOf, type Log } from "../../runtime/log.ts";
import type { CronRun } from "./cron-config.ts";
import type { Ticks } from "./ticks.ts";

/** A task of the configuration with the times of its rule. */
export interface ScheduledTask {
  readonly name: string;
  readonly ticks: Ticks;
  readonly catchUp: number;
  readonly task: (run: CronRun<never>) => unknown;
}

export interface CronParts {
  readonly tasks: readonly ScheduledTask[];
  readonly galley: { readonly clock: Clock };
  /** Null: the ticks that were run are known here alone. */
  readonly marks: Marks | null;
  readonly log: Log;
}

/** A task of one galley. */
interface Job extends ScheduledTask {
  /** Its next tick; null if there is none. */
  due: number | null;
  /** The last tick that was run here. */
  last: number;
  isRunning: boolean;
}

/** Milliseconds after which a timer looks at the clock again, which may have been moved. */
const MAX_SLEEP = 60_000;
/** Milliseconds for which the end waits for tasks. */
const END_TIMEOUT = 10_000;

/**
 * Runs the tasks of one galley by its clock: by timers where it runs, and when it is moved. Where others have the same log,
 * each tick is run by one of them: whoever writes its mark by compare-and-set.
 */
export class CronJobs {
  readonly #parts: CronParts;
  /** Created when the clock first moves, or a timer is set: there are thousands of forks. */
  #jobs: readonly Job[] | null = null;
  /** Ticks after this time are due. */
  #since: number;
  #timer: NodeJS.Timeout | null = null;
  #isEnding = false;
  readonly #running = new Set<Promise<void>>();
  readonly #unfollow: () => void;

  constructor(parts: CronParts) {
    this.#parts = parts;
    this.#since = parts.galley.clock.now();
    this.#unfollow = parts.galley.clock.follow({
      moved: () => this.#runAll(),
      replaced: () => {
        this.#jobs = null;
        this.#since = parts.galley.clock.now();
      },
    });
  }

  /** Runs the newest tick that was missed where it may still be run, and sets the timer. */
  async start(): Promise<this> {
    for (const job of this.#all()) await this.#catchUp(job);
    this.#arm();
    return this;
  }

  async #catchUp(job: Job): Promise<void> {
    const { marks, galley } = this.#parts;
    const { name, ticks, catchUp } = job;
    if (marks === null || this.#isByHand) return;
    const now = galley.clock.now();
    const mark = await marks.read(markOf(name));
    // From now on it is known which ticks are missed.
    if (mark === null) await marks.write(markOf(name), null, new Date(now).toISOString());
    const missed = catchUp > 0 && mark !== null ? ticks.upTo(now) : null;
    if (missed !== null && missed > Date.parse(mark ?? "") && now - missed <= catchUp) void this.#run(job, missed);
  }

  /** The clock is moved by a program, which wants its ticks again when it has moved the clock back. */
  get #isByHand(): boolean {
    return this.#parts.galley.clock.isSet;
  }

  #all(): readonly Job[] {
    this.#jobs ??= this.#parts.tasks.map((task) => {
      return { ...task, due: task.ticks.after(this.#since), last: Number.NEGATIVE_INFINITY, isRunning: false };
    });
    return this.#jobs;
  }

  /** Runs every tick up to the present time, one after another. Never rejects. */
  async #runAll(): Promise<void> {
    const now = this.#parts.galley.clock.now();
    if (now < this.#since) this.#jobs = null;
    this.#since = now < this.#since ? now : this.#since;
    for (let job = this.#next(now); job !== null && !this.#isEnding; job = this.#next(now)) {
      const tick = job.due ?? now;
      job.due = job.ticks.after(tick);
      this.#since = tick;
      await this.#run(job, tick);
    }
    this.#since = now;
    this.#arm();
  }

  /** The job whose tick is due first; null if none is. */
  #next(now: number): Job | null {
    let first: Job | null = null;
    for (const job of this.#all()) {
      if (job.due !== null && job.due <= now && (first === null || job.due < (first.due ?? now))) first = job;
    }
    return first;
  }

  /** A running clock has reached a tick. Of several that were slept through, the newest is run. */
  #wake(): void {
    const now = this.#parts.galley.clock.now();
    for (const job of this.#all()) {
      if (job.due === null || job.due > now) continue;
      const tick = job.ticks.upTo(now) ?? job.due;
      job.due = job.ticks.after(now);
      void this.#run(job, tick);
    }
    this.#since = now;
    this.#arm();
  }

  #arm(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const { clock } = this.#parts.galley;
    if (this.#isEnding || clock.isStopped) return;
    const due = Math.min(...this.#all().map((job) => job.due ?? Number.POSITIVE_INFINITY));
    if (due === Number.POSITIVE_INFINITY) return;
    const sleep = Math.min(Math.max(due - clock.now(), 0), MAX_SLEEP);
    this.#timer = inBackground(setTimeout(() => this.#wake(), sleep));
  }

  /** Never rejects. */
  #run(job: Job, tick: number): Promise<void> {
    const run = this.#tryRun(job, tick).finally(() => this.#running.delete(run));
    this.#running.add(run);
    return run;
  }

  async #tryRun(job: Job, tick: number): Promise<void> {
    const { log, galley } = this.#parts;
    const at = new Date(tick);
    if (job.isRunning) return log.warn({ tick: at }, `cron.${job.name} is still running: this tick is skipped`);
    job.isRunning = true;
    try {
      if (await this.#take(job, tick)) await job.task({ galley: galley as never, now: at });
    } catch (error) {
      log.error({ ...fieldsOf(error), tick: at }, `cron.${job.name} failed`);
    } finally {
      job.isRunning = false;
    }
  }

  /** Whether this tick is run here. At most one of all processes gets true for it, and none for an earlier one later. */
  async #take(job: Job, tick: number): Promise<boolean> {
    const { marks } = this.#parts;
    if (tick <= job.last) return false;
    job.last = tick;
    if (marks === null || this.#isByHand) return true;
    const mark = await marks.read(markOf(job.name));
    if (mark !== null && Date.parse(mark) >= tick) return false;
    return marks.write(markOf(job.name), mark, new Date(tick).toISOString());
  }

  drain(): void {
    this.#isEnding = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  /** Waits for the tasks that run, for ten seconds at most. */
  async close(): Promise<void> {
    this.drain();
    this.#unfollow();
    // Tasks never reject: what does is the limit, beyond which they are left alone.
    await withinTime(END_TIMEOUT, Promise.all(this.#running), () => new Error("late")).catch(() => {});
  }
}

function markOf(name: string): string {
  return `cron:${name}`;
}
