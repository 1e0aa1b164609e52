import cluster from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import type { JournalOwner } from "../../../../storage/adapters/workers/index.ts";
import { reasonOf } from "../../../../storage/internal.ts";
import type { Log } from "../../../runtime/log.ts";
import type { Settings } from "../../settings.ts";
import type { Hangup } from "../signals.ts";
import { Backoff } from "./backoff.ts";
import type { WorkerStart } from "./messages.ts";
import { MetricsByOwner } from "./metrics-by-owner.ts";
import { type WorkerEnd, WorkerProcess } from "./worker-process.ts";

/** A worker that was started, or that could not be. */
type Started = Pick<WorkerProcess, "ready" | "ended">;

/**
 * Keeps as many workers running as the settings say: each that ends is replaced, after pauses that grow while its
 * successors fail, too. The others serve in the meantime.
 */
export class Workers {
  readonly #owner: JournalOwner;
  readonly #settings: Pick<Settings, "workers" | "banner">;
  readonly #start: Omit<WorkerStart, "isFirst">;
  readonly #log: Log;
  readonly #all = new Set<WorkerProcess>();
  readonly #metrics: MetricsByOwner;
  readonly #ending = new AbortController();
  /** The journal has failed, and so there are fewer workers than configured. */
  #isReduced = false;

  constructor(
    owner: JournalOwner,
    settings: Pick<Settings, "workers" | "banner">,
    start: Omit<WorkerStart, "isFirst">,
    log: Log,
  ) {
    this.#owner = owner;
    this.#settings = settings;
    this.#start = start;
    this.#log = log;
    this.#metrics = new MetricsByOwner(settings.workers);
  }

  /** Serves until `stopped`. Gives the exit code: 1 if the first worker never listens, or the last one is not replaced. */
  async run(stopped: Promise<number>, hangup: Hangup): Promise<number> {
    // All workers accept from one socket. Passed on by this process, a connection would stay open without an answer if its
    // worker were killed at that moment.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({ exec: process.argv[1], args: process.argv.slice(2), serialization: "advanced" });
    hangup.onReceive(() => {
      for (const worker of this.#all) worker.hangUp();
    });
    try {
      return await Promise.race([stopped, this.#serve()]);
    } finally {
      hangup.end();
      await this.#end();
    }
  }

  async #serve(): Promise<number> {
    // Only the first one: it fills an empty content base.
    const first = this.#begin(1, true);
    const banner = await first.ready;
    if (this.#isEnding) return 1;
    if (banner === null) return this.#failStart(await first.ended);
    const others = Array.from({ length: this.#settings.workers - 1 }, (_, index) => this.#begin(index + 2));
    const kept = [first, ...others].map((worker, index) => this.#keep(index + 1, worker));
    await Promise.all(others.map(({ ready }) => ready));
    if (this.#settings.banner && !this.#isEnding) process.stdout.write(banner);
    await Promise.all(kept);
    return 1;
  }

  /** One that has ended by itself has said why. */
  #failStart({ signal, reason }: WorkerEnd): number {
    const cause = reason ?? (signal === null ? null : `it was ended by ${signal}`);
    if (cause !== null) process.stderr.write(`galley: the first worker does not start: ${cause}\n`);
    return 1;
  }

  /** Starts a worker in the place of each that ends, until all end or the journal fails. */
  async #keep(number: number, started: Started): Promise<void> {
    const backoff = new Backoff();
    for (let worker = started; ; worker = this.#begin(number)) {
      const { listened, ...end } = await worker.ended;
      if (this.#isEnding) return;
      const event = listened > 0 ? "A worker has ended" : "A worker has ended before it listened";
      this.#log.error({ worker: number, ...end, ready: this.#metrics.ready }, event);
      if (await this.#hasJournalFailed()) return;
      const pause = backoff.after(listened);
      this.#log.info({ worker: number, pause }, "The worker is started again after a pause");
      await sleep(pause, undefined, { signal: this.#ending.signal }).catch(() => {});
      if (this.#isEnding) return;
    }
  }

  #begin(number: number, isFirst = false): Started {
    try {
      return this.#fork(number, isFirst);
    } catch (error) {
      const end = { listened: 0, code: null, signal: null, reason: reasonOf(error) };
      return { ready: Promise.resolve(null), ended: Promise.resolve(end) };
    }
  }

  #fork(number: number, isFirst: boolean): WorkerProcess {
    const worker = new WorkerProcess(number, { ...this.#start, isFirst });
    this.#all.add(worker);
    this.#owner.serve(worker.channel);
    worker.onMessage((message) => this.#metrics.hear(worker, message));
    void worker.ready.then((banner) => {
      if (banner !== null) this.#metrics.add(worker);
    });
    void worker.ended.then(() => {
      this.#all.delete(worker);
      this.#metrics.end(worker);
    });
    return worker;
  }

  /** A worker that starts then might lack what the others show. */
  async #hasJournalFailed(): Promise<boolean> {
    const reason = await this.#owner.failure().catch(reasonOf);
    if (reason === null || this.#isEnding) return false;
    if (!this.#isReduced)
      this.#log.error(
        { reason },
        "Workers that end are not started again, since the journal has failed; the others answer reads",
      );
    this.#isReduced = true;
    return true;
  }

  get #isEnding(): boolean {
    return this.#ending.signal.aborted;
  }

  async #end(): Promise<void> {
    this.#ending.abort();
    const all = [...this.#all];
    for (const worker of all) worker.end();
    await Promise.all(all.map(({ ended }) => ended));
  }
}
