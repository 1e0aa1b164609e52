import { inBackground } from "../../../engine/internal.ts";
import type { ClockFollower } from "../../runtime/clock.ts";
import { fieldsOf, type Log } from "../../runtime/log.ts";
import type { Metric } from "../operations/metrics/prometheus-text.ts";
import type { Started } from "../part.ts";
import { Firing } from "./firing.ts";
import { SCHEDULE_TYPE, type StoredSchedule } from "./scheduled.ts";
import type { Schedules } from "./schedules.ts";

export interface RunnerOptions {
  readonly started: Started;
  readonly schedules: Schedules;
  readonly log: Log;
  /** Milliseconds. */
  readonly catchUp: number;
}

/** Schedules that are carried out at a time. */
const BATCH = 200;
/** Milliseconds after which a timer looks at the clock again, which may have been moved. */
const MAX_SLEEP = 1_000;
/** Milliseconds before another try where nothing can be written, or another process holds the lease. */
const RETRY_AFTER = 3_000;
/** Seconds for which this process alone fires. */
const LEASE = 10;

/**
 * Carries out what is due, in order: by timers where the clock runs, in one of all processes, and when a program moves the
 * clock. Each schedule takes effect once, however many processes try: the commit removes it.
 */
export class ScheduleRunner implements ClockFollower {
  readonly #options: RunnerOptions;
  readonly #startedAt: number;
  #made: Firing | null = null;
  #timer: NodeJS.Timeout | null = null;
  /** When the first schedule is due, as far as is known; null if there is none. */
  #next: number | null = null;
  #seen = -1;
  #running: Promise<void> = Promise.resolve();
  #isFiring = false;
  /** Forks have none. */
  #hasTimers = false;
  #isEnding = false;
  #isLooking = false;
  readonly #unfollow: () => void;
  #unlisten: () => void = () => {};

  constructor(options: RunnerOptions) {
    this.#options = options;
    const { clock } = options.started.galley;
    this.#startedAt = clock.now();
    this.#unfollow = clock.follow(this);
  }

  /** Begins to fire by timers. */
  start(): this {
    const { store } = this.#options.started.galley;
    const look = () => this.#look();
    const unlisten = [store.onCommit(look), store.onReload(look)];
    this.#unlisten = () => {
      for (const each of unlisten) each();
    };
    this.#hasTimers = true;
    this.#look();
    return this;
  }

  moved(): Promise<void> {
    return this.#fireAll(false);
  }

  replaced(): void {
    this.#look();
  }

  get metrics(): readonly Metric[] {
    const read = () => [{ value: this.#next === null ? 0 : Math.max(0, this.#now - this.#next) / 1000 }];
    const help = "Seconds by which the oldest waiting schedule is overdue; 0 if none is.";
    return [{ name: "galley_schedule_late_seconds", help, type: "gauge", read }];
  }

  /** How many were not done, and ask for attention; null for none. */
  async health(): Promise<object | null> {
    const { schedules } = this.#options;
    const [failed, missed] = [schedules.count("failed"), schedules.count("missed")];
    return failed + missed === 0 ? null : { schedule: { failed, missed } };
  }

  drain(): void {
    this.#isEnding = true;
    this.#stopTimer();
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    this.drain();
    this.#unfollow();
    this.#unlisten();
    await this.#running;
  }

  get #now(): number {
    return this.#options.started.galley.clock.now();
  }

  get #firing(): Firing {
    const { started, schedules, log } = this.#options;
    const { galley, hooks, accessOfAuthor } = started;
    this.#made ??= new Firing({ store: galley.store, schedules, hooks, log, accessOfAuthor });
    return this.#made;
  }

  /** Sets the timer anew where a schedule has changed. Called with each commit. */
  #look(): void {
    const { galley } = this.#options.started;
    const changed = galley.store.engine.state.lastChange(SCHEDULE_TYPE);
    if (changed === this.#seen || this.#isFiring || this.#isLooking) return;
    this.#isLooking = true;
    // The commits of one batch are applied one after another: all of them need one look.
    void Promise.resolve().then(() => {
      this.#isLooking = false;
      if (!this.#isFiring) this.#rest();
    });
  }

  /** Finds what is due next, and sleeps until then; with `pause` for so many milliseconds. */
  #rest(pause?: number): void {
    const { started, schedules } = this.#options;
    if (!this.#hasTimers) return;
    this.#seen = started.galley.store.engine.state.lastChange(SCHEDULE_TYPE);
    this.#next = schedules.next();
    this.#sleep(pause);
  }

  #sleep(pause?: number): void {
    this.#stopTimer();
    const { clock } = this.#options.started.galley;
    if (this.#isEnding || this.#next === null || clock.isStopped) return;
    const sleep = pause ?? Math.min(Math.max(this.#next - clock.now(), 0), MAX_SLEEP);
    this.#timer = inBackground(setTimeout(() => this.#wake(), sleep));
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #wake(): void {
    if (this.#next === null) return;
    if (this.#next > this.#now) this.#sleep();
    else void this.#fireAll(true);
  }

  /** Fires all that is due. `byTimer`: if this process has the lease. Never rejects. */
  #fireAll(byTimer: boolean): Promise<void> {
    const before = this.#running;
    this.#running = before.then(() => this.#fireDue(byTimer));
    return this.#running;
  }

  async #fireDue(byTimer: boolean): Promise<void> {
    if (this.#isEnding) return;
    const { started, schedules, log } = this.#options;
    let pause: number | undefined;
    this.#isFiring = true;
    try {
      for (;;) {
        if (byTimer && !(await started.galley.store.lease("schedule", LEASE))) {
          pause = RETRY_AFTER;
          break;
        }
        const due = schedules.due(this.#now, BATCH);
        if (due.length === 0 || this.#isEnding) break;
        await this.#fireInOrder(byTimer ? await this.#withoutMissed(due) : due);
      }
    } catch (error) {
      pause = RETRY_AFTER;
      log.warn(fieldsOf(error), "What is scheduled cannot be done at present, and is tried again");
    }
    this.#isFiring = false;
    this.#rest(pause);
  }

  /** The due schedules, except ones that fell due too long before this process began: they become `missed`. */
  async #withoutMissed(due: readonly StoredSchedule[]): Promise<readonly StoredSchedule[]> {
    const { catchUp, schedules, log } = this.#options;
    const isMissed = ({ due: at }: StoredSchedule) =>
      Date.parse(at) < this.#startedAt && this.#now - Date.parse(at) > catchUp;
    for (const missed of due.filter(isMissed)) {
      await schedules.end(missed, "missed", []);
      const { target, document, action, due: at } = missed;
      log.warn({ type: target, documentId: document, at }, `A scheduled ${action} was missed while no process ran`);
    }
    return due.filter((each) => !isMissed(each));
  }

  async #fireInOrder(due: readonly StoredSchedule[]): Promise<void> {
    let underway: Promise<unknown>[] = [];
    for (const scheduled of due) {
      if (this.#firing.isHooked(scheduled)) {
        await Promise.all(underway);
        underway = [];
        await this.#firing.fire(scheduled);
      } else underway.push(this.#firing.fire(scheduled));
    }
    await Promise.all(underway);
  }
}
