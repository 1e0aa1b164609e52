import { inBackground } from "../../engine/internal.ts";
import { type Refusal, reasonOf } from "../error.ts";
import type { Appended, Storage } from "../port.ts";
import type { Report } from "../report.ts";
import { OutageLines } from "./outage-lines.ts";

/** Milliseconds between two probes of the storage. */
const PROBED_EVERY = 1000;

/**
 * A period in which appends fail with a known outcome, for example because the disk is full. It ends with the first
 * append that succeeds. Since writes are refused in the meantime, it also ends when a probe of the storage finds that
 * an append would succeed.
 */
export class Outage {
  readonly #storage: Storage;
  readonly #isIdle: () => boolean;
  readonly #lines: OutageLines;
  #refusal: Refusal | null = null;
  #timer: NodeJS.Timeout | null = null;
  #probing: Promise<void> = Promise.resolve();

  /** `isIdle`: whether no append is under way. */
  constructor(storage: Storage, isIdle: () => boolean, report: Report) {
    this.#storage = storage;
    this.#isIdle = isIdle;
    this.#lines = new OutageLines(storage.tellsOutages ? () => {} : report);
  }

  /** Why the last append failed, or null. */
  get refusal(): Refusal | null {
    return this.#refusal;
  }

  /** An append has failed. */
  begin({ reason, noRoom = false }: Extract<Appended, { kind: "failed" }>): Refusal {
    this.#lines.tell(reason);
    this.#refusal = { reason, noRoom };
    this.#timer ??= inBackground(setInterval(() => this.#look(), PROBED_EVERY));
    return this.#refusal;
  }

  /** An append has succeeded, or would succeed. */
  end(): void {
    if (this.#refusal === null) return;
    this.#lines.tell(null);
    this.#refusal = null;
    this.#stop();
  }

  /** Resolves when no probe is under way any more. */
  async close(): Promise<void> {
    this.#stop();
    await this.#probing;
  }

  #look(): void {
    if (this.#isIdle()) this.#probing = this.#probing.then(() => this.#probe());
  }

  async #probe(): Promise<void> {
    if (this.#timer === null) return;
    // If the storage cannot probe, writes are allowed again: the next one finds out.
    const reason = (await this.#storage.probe?.().catch(reasonOf)) ?? null;
    if (reason === null) this.end();
  }

  #stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }
}
