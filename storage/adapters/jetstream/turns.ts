import { randomUUID } from "node:crypto";
import type { Msg, Subscription } from "@nats-io/transport-node";
import { StorageError } from "../../error.ts";
import type { GivenTurn } from "../shared-log/server.ts";
import type { Appender } from "./appender.ts";
import type { Site } from "./connection.ts";
import { type LogTail, recordIn } from "./messages.ts";
import { isUnheard } from "./nats.ts";
import type { News } from "./news.ts";
import type { BatchReader } from "./reader.ts";

/** Milliseconds after which the next node has its turn, whatever became of the last one. */
const MAX_HOLD = 250;

interface TurnRequest {
  readonly turn: string;
  readonly isOver?: true;
}

/**
 * Gives out turns to all nodes: the oldest node grants them in the order of the requests. Correctness does not depend
 * on there being only one such node.
 */
export class Turns {
  readonly #site: Site;
  readonly #news: News;
  readonly #reader: BatchReader;
  readonly #appender: Appender;
  readonly #waiting: { readonly turn: string; readonly message: Msg }[] = [];
  #holder: string | null = null;
  #timer: NodeJS.Timeout | undefined;
  #subscription: Subscription | null = null;
  /** Ends the turn that this node has. */
  #release = async () => {};

  constructor(site: Site, news: News, reader: BatchReader, appender: Appender) {
    this.#site = site;
    this.#news = news;
    this.#reader = reader;
    this.#appender = appender;
  }

  open(): void {
    const { connection, log } = this.#site;
    this.#subscription = connection.nc.subscribe(this.#subjectOf(log.node), {
      callback: (error, message) => {
        const request = error ? null : recordIn(message);
        if (typeof request?.turn === "string") this.#hear(request as unknown as TurnRequest, message);
      },
    });
  }

  async close(): Promise<void> {
    await this.#release();
    this.#subscription?.unsubscribe();
    this.#subscription = null;
    clearTimeout(this.#timer);
  }

  /** Null if the turn does not come in time; throws StorageError `diverged` or `trimmed`. */
  async turn(after: LogTail, patience: number): Promise<GivenTurn<LogTail> | null> {
    const release = await this.#ask(patience);
    if (release === null) return null;
    this.#release = release;
    const { address, connection } = this.#site;
    try {
      const { state } = await connection.jsm.streams.info(address.stream);
      const behind = await this.#reader.through(after, state.last_seq);
      return { behind, append: (before, batch) => this.#appender.append(before, batch), release };
    } catch (error) {
      await release();
      if (error instanceof StorageError) throw error;
      return null;
    }
  }

  /** Returns the function that ends the turn, or null. */
  async #ask(patience: number): Promise<(() => Promise<void>) | null> {
    const { nc } = this.#site.connection;
    const request: TurnRequest = { turn: randomUUID() };
    const until = performance.now() + patience;
    for (const keeper of this.#news.nodes) {
      const subject = this.#subjectOf(keeper);
      const end = async () => {
        if (!nc.isClosed()) nc.publish(subject, JSON.stringify({ ...request, isOver: true } satisfies TurnRequest));
      };
      try {
        await nc.request(subject, JSON.stringify(request), { timeout: Math.max(1, until - performance.now()) });
        return end;
      } catch (error) {
        // If the turn is granted later, it is given back.
        await end();
        if (!isUnheard(error)) return null;
        this.#news.forget(keeper);
      }
    }
    return null;
  }

  #hear({ turn, isOver }: TurnRequest, message: Msg): void {
    if (isOver) return void this.#end(turn);
    this.#waiting.push({ turn, message });
    this.#next();
  }

  #end(turn: string): void {
    const at = this.#waiting.findIndex((waiting) => waiting.turn === turn);
    if (at >= 0) this.#waiting.splice(at, 1);
    if (this.#holder !== turn) return;
    this.#holder = null;
    this.#next();
  }

  #next(): void {
    const next = this.#holder === null ? this.#waiting.shift() : undefined;
    if (next === undefined) return;
    this.#holder = next.turn;
    next.message.respond();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(next.turn), MAX_HOLD);
  }

  #subjectOf(node: string): string {
    return `${this.#site.address.subjects.turn}.${node}`;
  }
}
