import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { ownRequire } from "../../../engine/internal.ts";

/** The jobs of a thread. */
export type BcryptJob =
  | { readonly kind: "hash"; readonly plain: string; readonly rounds: number }
  | { readonly kind: "compare"; readonly plain: string; readonly hashed: string };

interface Waiting {
  readonly job: BcryptJob;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Leaves one core to the event loop. More than a few threads would only answer password guesses faster. */
const THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));

/**
 * The program of a thread, as text because a bundle has no file for it. On Linux each thread has its own priority; it
 * is lowered so that reads come before sign-ins when cores are scarce.
 */
const PROGRAM = `
const { parentPort, workerData } = require("node:worker_threads");
const bcrypt = require(workerData);
try {
  const { getPriority, setPriority } = require("node:os");
  if (process.platform === "linux") setPriority(Math.max(10, getPriority()));
} catch {}
parentPort.on("message", ({ kind, plain, rounds, hashed }) => {
  try {
    const result = kind === "hash" ? bcrypt.hashSync(plain, rounds) : bcrypt.compareSync(plain, hashed);
    parentPort.postMessage({ result });
  } catch (error) {
    parentPort.postMessage({ error: String(error) });
  }
});
`;

/**
 * A thread pool that hashes and compares passwords; each operation takes about a tenth of a second by design. Threads
 * start with the first jobs and take jobs in the order of the calls. An idle thread does not keep the process alive.
 */
export class BcryptThreads {
  readonly #line: Waiting[] = [];
  readonly #idle: Worker[] = [];
  readonly #working = new Map<Worker, Waiting>();

  /** Jobs that are not finished, also under way. */
  get waiting(): number {
    return this.#line.length + this.#working.size;
  }

  /** Rejects if the thread fails. */
  run(job: BcryptJob): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#line.push({ job, resolve, reject });
      this.#next();
    });
  }

  #next(): void {
    if (this.#line.length === 0) return;
    const thread = this.#idle.pop() ?? (this.#working.size < THREADS ? this.#start() : null);
    const waiting = thread === null ? undefined : this.#line.shift();
    if (thread === null || waiting === undefined) return;
    this.#working.set(thread, waiting);
    thread.ref();
    thread.postMessage(waiting.job);
  }

  #start(): Worker {
    const bcryptjs = ownRequire().resolve("bcryptjs");
    // Without the loader flags of this process, which the program does not need.
    const thread = new Worker(PROGRAM, { eval: true, workerData: bcryptjs, execArgv: [] });
    thread.on("message", ({ result, error }: { readonly result?: unknown; readonly error?: string }) => {
      const done = this.#working.get(thread);
      this.#working.delete(thread);
      this.#idle.push(thread);
      thread.unref();
      if (error === undefined) done?.resolve(result);
      else done?.reject(new Error(error));
      this.#next();
    });
    thread.on("error", (error) => this.#drop(thread, error));
    thread.on("exit", () => this.#drop(thread, new Error("A thread for passwords has ended")));
    return thread;
  }

  /** The thread's job fails with it; another thread starts for the next job. */
  #drop(thread: Worker, error: Error): void {
    const lost = this.#working.get(thread);
    this.#working.delete(thread);
    const at = this.#idle.indexOf(thread);
    if (at !== -1) this.#idle.splice(at, 1);
    lost?.reject(error);
    this.#next();
  }
}
