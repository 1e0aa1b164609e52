import cluster, { type Worker } from "node:cluster";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { type Channel, JournalOwner } from "../../../../storage/adapters/workers/index.ts";
import { FolderFileStore, JournalStorage, type Lock, lockName, reasonOf } from "../../../../storage/internal.ts";
import { createLog } from "../../../operations/log.ts";
import { type Log, reportTo } from "../../../runtime/log.ts";
import { openStorage } from "../../content/open-storage.ts";
import type { Settings } from "../../settings.ts";
import { UsageError } from "../../usage/usage.ts";
import { adviseOnListening } from "../listen.ts";
import type { ServedSource } from "../served-source.ts";
import type { Deployed } from "../serving.ts";
import { type FromWorker, messageOf, type ToWorker, type WorkerStart } from "./messages.ts";
import { type Measured, MetricsByOwner } from "./metrics-by-owner.ts";
import { refuseWithWorkers } from "./refuse.ts";
import { uploadsOf } from "./uploads-of.ts";

/** Workers that end before they listen, one after the other, until it is given up. */
const MAX_FAILED_STARTS = 5;
/** Milliseconds before a worker that ended so, or soon after it listened, is started again. */
const PAUSE = 500;
/** Milliseconds after which an end was not soon. */
const SOON = 5_000;

/**
 * Serves by so many processes as the settings say, until a signal comes. This one owns the journal, starts a worker again
 * that ends, and has neither content nor a port.
 */
export async function serveByWorkers(
  configured: Pick<Deployed, "loaded" | "settings">,
  source: ServedSource,
  log: Log,
  stopped: Promise<number>,
): Promise<number> {
  const { settings } = configured;
  const silent = await createLog("silent", "silent", settings.logFormat);
  // What is wrong with the project the first worker says.
  const { content } = await source.find(configured, silent);
  refuseWithWorkers(settings, content);
  const { port, lock } = await holdPort(settings);
  const { metrics } = content.config;
  if (!((await openStorage(content.place, log)) instanceof JournalStorage)) {
    throw new UsageError("--workers needs a journal to share: --data FOLDER");
  }
  const storage = new JournalStorage(content.place, {
    report: reportTo(log),
    onUnmarked: () => {
      // None of it is acknowledged; the next start finds everything that is on the disk.
      process.stderr.write("galley: ends, since the journal's mark cannot be written, which the workers follow\n");
      process.exit(1);
    },
  });
  const owner = await JournalOwner.open(content.place, storage);
  const apart = typeof metrics === "object" ? await holdPort({ host: "127.0.0.1", ...metrics }) : null;
  try {
    await new FolderFileStore(uploadsOf(content.place)).removeLeftovers();
    const start = {
      port,
      metricsPort: apart?.port ?? null,
      freshToken: content.freshToken,
      jwtSecret: settings.jwtSecret ?? content.config.jwtSecret ?? randomBytes(32).toString("base64url"),
    };
    return await new Workers(owner, settings, start, log).run(stopped);
  } finally {
    await owner.close();
    await Promise.all([lock.release(), apart?.lock.release()]);
  }
}

class Workers {
  readonly #owner: JournalOwner;
  readonly #settings: Settings;
  readonly #start: Omit<WorkerStart, "isFirst">;
  readonly #log: Log;
  readonly #all = new Set<Worker>();
  /** Workers that are ready to receive messages. */
  readonly #begun = new WeakSet<Worker>();
  readonly #metrics = new MetricsByOwner();
  #isEnding = false;
  #failedStarts = 0;
  /** The journal has failed, and so there are fewer workers than configured. */
  #isReduced = false;
  #giveUp = (): void => {};

  constructor(owner: JournalOwner, settings: Settings, start: Omit<WorkerStart, "isFirst">, log: Log) {
    this.#owner = owner;
    this.#settings = settings;
    this.#start = start;
    this.#log = log;
  }

  /** Gives the exit code. */
  async run(stopped: Promise<number>): Promise<number> {
    // All workers accept from one socket. A connection that this process passed on to a worker which is killed at that moment
    // would stay open without an answer.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({ exec: process.argv[1], args: process.argv.slice(2), serialization: "advanced" });
    const hangup = () => {
      for (const worker of this.#all) worker.process.kill("SIGHUP");
    };
    process.on("SIGHUP", hangup);
    const givenUp = new Promise<number>((resolve) => {
      this.#giveUp = () => resolve(1);
    });
    try {
      // Only the first one: it fills an empty content base.
      const banner = await Promise.race([this.#begin(1, true), givenUp, stopped]);
      if (typeof banner === "number") return banner;
      const others = Array.from({ length: this.#settings.workers - 1 }, (_, index) => this.#begin(index + 2, false));
      const ready = await Promise.race([Promise.all(others), givenUp, stopped]);
      if (typeof ready === "number") return ready;
      if (this.#settings.banner) process.stdout.write(banner);
      return await Promise.race([stopped, givenUp]);
    } finally {
      process.off("SIGHUP", hangup);
      await this.#end();
    }
  }

  /** Starts a worker, and others in its place when it ends. Gives the banner of the first that listens. */
  #begin(number: number, isFirst: boolean): Promise<string> {
    return new Promise((resolve) => this.#fork(number, isFirst, resolve));
  }

  #fork(number: number, isFirst: boolean, onReady: (banner: string) => void): void {
    if (this.#isEnding) return;
    const worker = cluster.fork({ GALLEY_WORKER: String(number) });
    this.#all.add(worker);
    this.#owner.serve(channelTo(worker));
    const begun = performance.now();
    let isReady = false;
    const measured: Measured = { name: String(number), tell: (message) => order(worker, message) };
    worker.on("message", (message) => {
      this.#metrics.hear(measured, message);
      const received = messageOf<FromWorker>(["hello", "ready"], message);
      if (received?.galley === "hello") {
        this.#begun.add(worker);
        order(worker, { galley: "start", start: { ...this.#start, isFirst } });
      }
      if (received?.galley !== "ready") return;
      isReady = true;
      this.#metrics.add(measured);
      this.#failedStarts = 0;
      onReady(received.banner);
    });
    worker.on("exit", (code, signal) => {
      this.#all.delete(worker);
      this.#metrics.end(measured);
      if (this.#isEnding) return;
      if (isReady) this.#log.error({ worker: number, code, signal }, "A worker has ended");
      else this.#failedStarts += 1;
      // One that never listened has said why.
      if (!isReady && isFirst) return this.#giveUp();
      const pause = performance.now() - begun > SOON ? 0 : PAUSE;
      void this.#replace(() => setTimeout(() => this.#fork(number, false, onReady), pause));
    });
  }

  /** Starts a worker in the place of one that has ended, unless its journal has failed: it might lack what others show. */
  async #replace(start: () => void): Promise<void> {
    const reason = await this.#owner.failure().catch(reasonOf);
    if (this.#isEnding) return;
    if (reason === null ? this.#failedStarts >= MAX_FAILED_STARTS : this.#all.size === 0) return this.#giveUp();
    if (reason === null) return start();
    if (!this.#isReduced)
      this.#log.error(
        { reason },
        "Workers that end are not started again, since the journal has failed; the others answer reads",
      );
    this.#isReduced = true;
  }

  async #end(): Promise<void> {
    this.#isEnding = true;
    const ended = [...this.#all].map((worker) => once(worker, "exit"));
    for (const worker of this.#all) {
      if (this.#begun.has(worker)) order(worker, { galley: "end" });
      else worker.process.kill("SIGKILL");
    }
    await Promise.all(ended);
  }
}

function order(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message);
}

function channelTo(worker: Worker): Channel {
  return {
    send: (message) => {
      // Told of by `onClose`.
      if (worker.isConnected()) worker.send(message as object, () => {});
    },
    onMessage: (listener) => void worker.on("message", listener),
    onClose: (listener) => void worker.on("disconnect", listener),
  };
}

interface HeldPort {
  readonly port: number;
  readonly lock: Lock;
}

/**
 * A port that nobody listens on yet, and that no other server takes for its workers. Without the lock, the workers of two
 * servers that start at once could listen on it together. Rejects with ListenError where that cannot be.
 */
async function holdPort({ host, port: wanted }: Pick<Settings, "host" | "port">): Promise<HeldPort> {
  const port = await freePort(host, wanted);
  const lock = await lockName(`${host}:${port}`);
  if (lock !== null) return { port, lock };
  const taken = Object.assign(new Error("Another server has taken the port"), { code: "EADDRINUSE" });
  throw await adviseOnListening(taken, { host, port });
}

async function freePort(host: string, port: number): Promise<number> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once("error", reject);
      probe.listen(port, host, resolve);
    });
  } catch (error) {
    throw await adviseOnListening(error, { host, port });
  }
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === "object" && address !== null ? address.port : port;
}
