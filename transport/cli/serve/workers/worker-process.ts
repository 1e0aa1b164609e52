import cluster, { type Worker } from "node:cluster";
import type { Channel } from "../../../../storage/adapters/workers/index.ts";
import { type FromWorker, messageOf, type ToWorker, type WorkerStart } from "./messages.ts";

/** How a worker has ended. */
export interface WorkerEnd {
  /** Milliseconds that it listened; 0 if it never did. */
  readonly listened: number;
  readonly code: number | null;
  readonly signal: string | null;
  /** Why the system started no process. */
  readonly reason?: string;
}

/** A worker, in the process that has started it. */
export class WorkerProcess {
  readonly name: string;
  /** The banner once it listens, null if it ends before. */
  readonly ready: Promise<string | null>;
  readonly ended: Promise<WorkerEnd>;
  readonly #worker: Worker;
  /** Whether the worker receives messages. */
  #isGreeted = false;

  constructor(number: number, start: WorkerStart) {
    this.name = String(number);
    const worker = cluster.fork({ GALLEY_WORKER: this.name });
    this.#worker = worker;
    let readyAt: number | null = null;
    const listening = new Promise<string>((resolve) => {
      this.onMessage((message) => {
        const received = messageOf<FromWorker>(["hello", "ready"], message);
        if (received?.galley === "hello") {
          this.#isGreeted = true;
          this.tell({ galley: "start", start });
        }
        if (received?.galley !== "ready") return;
        readyAt = performance.now();
        resolve(received.banner);
      });
    });
    this.ended = new Promise((resolve) => {
      const end = (how: Omit<WorkerEnd, "listened">): void =>
        resolve({ listened: readyAt === null ? 0 : performance.now() - readyAt, ...how });
      worker.on("exit", (code, signal) => end({ code, signal }));
      worker.on("error", ({ message }) => {
        if (worker.process.pid === undefined) end({ code: null, signal: null, reason: message });
      });
    });
    this.ready = Promise.race([listening, this.ended.then(() => null)]);
  }

  /** Its questions about the journal. */
  get channel(): Channel {
    return {
      send: (message) => this.#send(message as object),
      onMessage: (listener) => this.onMessage(listener),
      onClose: (listener) => void this.#worker.on("disconnect", listener),
    };
  }

  onMessage(listener: (message: unknown) => void): void {
    this.#worker.on("message", listener);
  }

  tell(message: ToWorker): void {
    this.#send(message);
  }

  hangUp(): void {
    this.#worker.process.kill("SIGHUP");
  }

  /** Has it answer requests under way and end; ends it at once if it has not begun. */
  end(): void {
    if (this.#isGreeted) this.tell({ galley: "end" });
    else this.#worker.process.kill("SIGKILL");
  }

  /** A worker that was killed a moment ago still counts as connected: `ended` reports it, and no error that nobody handles. */
  #send(message: object): void {
    if (this.#worker.isConnected()) this.#worker.send(message, () => {});
  }
}
