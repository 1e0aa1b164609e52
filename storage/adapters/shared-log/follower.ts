import type { Sink } from "../../port.ts";
import { isPermanent } from "../../sharing/is-permanent.ts";
import { type BatchRow, StoredEntries } from "./batch.ts";
import { BEAT } from "./heartbeat.ts";
import type { LogServer } from "./server.ts";
import type { Following, LogState } from "./state.ts";
import type { Tail } from "./tails.ts";

/** Milliseconds to wait after a failure: the first pause and the longest one. */
const FIRST_PAUSE = 50;
const MAX_PAUSE = 1000;

/**
 * Passes every batch appended after a given one to a sink, whichever node wrote it, until it is ended or the log cannot
 * be followed.
 */
export class Follower<T extends Tail> implements Following {
  readonly #log: LogState<T>;
  readonly #reader: LogServer<T>["reader"];
  readonly #sink: Sink;
  #tail: Tail;
  #isEnded = false;
  #wake = () => {};
  #isWoken = false;
  #heardAt = Number.NEGATIVE_INFINITY;
  #running: Promise<void> = Promise.resolve();

  constructor(log: LogState<T>, reader: LogServer<T>["reader"], tail: Tail, sink: Sink) {
    this.#log = log;
    this.#reader = reader;
    this.#tail = tail;
    this.#sink = sink;
  }

  start(): void {
    this.#log.followers.add(this);
    this.#running = this.#run();
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    this.#log.followers.delete(this);
    this.wake();
    await this.#running;
  }

  wake(): void {
    this.#isWoken = true;
    this.#wake();
  }

  /** This node or another one has announced the position of the log's head. */
  notified(head: number): void {
    this.#heardAt = performance.now();
    if (!(head <= this.#tail.last)) this.wake();
  }

  /** Takes the batches that continue from its last one; the others are read from the log. */
  bring(rows: readonly BatchRow[]): void {
    for (const row of rows) {
      if (this.#isEnded || row.last <= this.#tail.last) continue;
      if (row.first !== this.#tail.last + 1 || row.prev !== this.#tail.id) {
        this.wake();
        return;
      }
      this.#tail = { first: row.first, last: row.last, id: row.id, digest: row.digest };
      this.#log.applied = row.last;
      this.#log.due.grow(row.last - row.first + 1, row.body?.length ?? 0);
      this.#sink.entries(new StoredEntries(row));
    }
  }

  async #run(): Promise<void> {
    let pause = FIRST_PAUSE;
    this.#log.applied = this.#tail.last;
    while (!this.#isEnded) {
      try {
        this.#isWoken = false;
        const rows = await this.#reader.after(this.#tail);
        pause = FIRST_PAUSE;
        if (rows.length > 0) this.bring(rows);
        else await this.#wait(this.#untilNextLook());
      } catch (error) {
        if (this.#isEnded) return;
        if (isPermanent(error)) {
          this.#log.followers.delete(this);
          this.#isEnded = true;
          return this.#sink.ended(error);
        }
        await this.#wait(pause * (0.5 + Math.random()));
        pause = Math.min(2 * pause, MAX_PAUSE);
      }
    }
  }

  #untilNextLook(): number {
    const { listen, poll } = this.#log.looks;
    return listen && performance.now() - this.#heardAt < 2 * BEAT ? BEAT : Math.min(poll, BEAT);
  }

  #wait(milliseconds: number): Promise<void> {
    if (this.#isWoken || this.#isEnded) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
