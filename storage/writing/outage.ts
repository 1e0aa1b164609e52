import { type Refusal, reasonOf } from "../error.ts";
import type { Appended, Storage } from "../port.ts";
import type { Report } from "../report.ts";
import { inBackground } from "./background-timer.ts";

/** Milliseconds between one look and the next. */
const PROBED_EVERY = 1000;

/**
 * The time in which appends fail and leave nothing in doubt, as on a full disk. It ends with the first one that succeeds or,
 * since nobody may send any meanwhile, when the storage finds that one would.
 */
export class Outage {
  readonly #storage: Storage;
  readonly #isIdle: () => boolean;
  readonly #report: Report;
  #refusal: Refusal | null = null;
  #timer: NodeJS.Timeout | null = null;
  #probing: Promise<void> = Promise.resolve();

  /** `isIdle`: whether no append is under way. */
  constructor(storage: Storage, isIdle: () => boolean, report: Report) {
    this.#storage = storage;
    this.#isIdle = isIdle;
    this.#report = report;
  }

  /** What the last append failed by, or null. */
  get refusal(): Refusal | null {
    return this.#refusal;
  }

  /** An append has failed. */
  begin({ reason, noRoom = false }: Extract<Appended, { kind: "failed" }>): Refusal {
    if (this.#refusal === null) this.#report("Writes cannot be stored at the moment", { reason });
    this.#refusal = { reason, noRoom };
    this.#timer ??= inBackground(setInterval(() => this.#look(), PROBED_EVERY));
    return this.#refusal;
  }

  /** An append has succeeded, or would. */
  end(): void {
    if (this.#refusal === null) return;
    this.#report("Writes are stored again", {});
    this.#refusal = null;
    this.#stop();
  }

  /** Resolves when it does nothing more. */
  async close(): Promise<void> {
    this.#stop();
    await this.#probing;
  }

  #look(): void {
    if (this.#isIdle()) this.#probing = this.#probing.then(() => this.#probe());
  }

  async #probe(): Promise<void> {
    if (this.#timer === null) return;
    // Where nothing can be found out, the next write does.
    const reason = (await this.#storage.probe?.().catch(reasonOf)) ?? null;
    if (reason === null) this.end();
  }

  #stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }
}
