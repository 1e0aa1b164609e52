import { setTimeout as sleep } from "node:timers/promises";
import { type Commit, unknownKeys } from "../../engine/internal.ts";
import type { CommitOrigin, Consumer, Gap, Store } from "../../storage/core.ts";
import { ConfigError } from "../config/config-error.ts";
import type { Log } from "../runtime/log.ts";
import type { ContentEvent } from "./content-event.ts";
import { type EventFilter, filterFaults, selects } from "./event-filter.ts";
import { type EventListener, EventListeners } from "./event-listeners.ts";
import { EventReader, type KnownEvent } from "./events-of.ts";

export interface ConsumerFilter extends EventFilter {
  /** Where a new consumer begins: with the next write, by default, or with the oldest one in the log. */
  readonly from?: "now" | "start";
}

/** Handles a batch of events; if it rejects, the batch comes again. */
export type EventHandler = (events: readonly ContentEvent[]) => unknown;

/** Events that a handler gets at a time, at most. */
const MAX_EVENTS = 100;
/** Commits from which on a consumer counts as far behind. */
const FAR_BEHIND = 100_000;

/** A consumer's handling of its events. */
export interface ConsumerWork {
  readonly from?: "now" | "start";
  handle(events: readonly KnownEvent[], signal: AbortSignal): Promise<unknown>;
  readonly selects: (event: ContentEvent) => boolean;
  /** As in `ConsumerOptions`. */
  hold?(position: number): Promise<void>;
  moved?(position: number): Promise<void>;
  release?(): void;
}

export interface EventOptions {
  /** Tokens of positions that do not tell the number of writes. */
  readonly tokens: { tokenOf(position: number): string };
  /** Consumers of a fork are never called. */
  readonly isFork: boolean;
}

/** The events of one galley: for listeners, at once, and for consumers, who read them from the log. */
export class ContentEvents {
  readonly reader: EventReader;
  readonly #store: Store;
  readonly #log: Log;
  readonly #isFork: boolean;
  readonly #listeners: EventListeners;
  readonly #consumers = new Map<string, Consumer>();
  #starting: Promise<void>[] = [];
  #unlisten: (() => void)[] = [];

  constructor(store: Store, log: Log, { tokens, isFork }: EventOptions) {
    this.#store = store;
    this.#log = log;
    this.#isFork = isFork;
    this.reader = new EventReader(store.engine, (position) => tokens.tokenOf(position));
    this.#listeners = new EventListeners(store.engine.schema, log);
  }

  /** Events that listeners were too slow for, since the start. */
  get dropped(): number {
    return this.#listeners.dropped;
  }

  /** @throws ConfigError */
  on(name: string, listener: EventListener): () => void {
    const remove = this.#listeners.add(name, listener);
    this.#listen();
    return remove;
  }

  /**
   * Begins a durable consumer. Resolves when no later write is missed.
   *
   * @throws ConfigError, and StorageError where the storage keeps no marks.
   */
  consumer(name: string, given: readonly [EventHandler] | readonly [ConsumerFilter, EventHandler]): Promise<void> {
    const [filter, handler] = given.length === 1 ? [{}, given[0]] : given;
    this.#check(name, filter, handler);
    const { from } = filter;
    return this.consume(name, {
      ...(from !== undefined && { from }),
      selects: selects(this.#store.engine.schema, filter),
      handle: async (events) => {
        for (let at = 0; at < events.length; at += MAX_EVENTS) await handler(events.slice(at, at + MAX_EVENTS));
      },
    });
  }

  /** The same for a part, which has checked its options. */
  consume(name: string, work: ConsumerWork): Promise<void> {
    if (this.#isFork) return Promise.resolve();
    const consumer = this.#store.consumer({
      name,
      from: work.from ?? "now",
      hold: async (position) => work.hold?.(position),
      moved: async (position) => work.moved?.(position),
      release: () => work.release?.(),
      sleep: (ms, signal) => sleep(ms, undefined, { signal, ref: false }).catch(() => {}),
      handle: (commits, gap, signal) => this.#handle(name, work, commits, gap, signal),
    });
    this.#consumers.set(name, consumer);
    const started = consumer.start();
    // Whoever called may not wait for it; `ready` does.
    started.catch(() => {});
    this.#starting.push(started);
    return started;
  }

  /** Resolves when all consumers that were begun have their place in the log. */
  async ready(): Promise<void> {
    await Promise.all(this.#starting);
    this.#starting = [];
  }

  /** Whether every consumer has handled every write. */
  get isIdle(): boolean {
    return [...this.#consumers.values()].every(({ isIdle }) => isIdle);
  }

  /** Resolves when every consumer has handled every write so far, or ends. */
  async idle(): Promise<void> {
    await Promise.all([...this.#consumers.values()].map((consumer) => consumer.idle()));
  }

  async close(): Promise<void> {
    for (const unlisten of this.#unlisten.splice(0)) unlisten();
    await Promise.all([...this.#consumers.values()].map((consumer) => consumer.end()));
    this.#consumers.clear();
  }

  async #handle(
    name: string,
    { handle, selects: isSelected }: ConsumerWork,
    commits: readonly Commit[],
    gap: Gap | null,
    signal: AbortSignal,
  ): Promise<boolean> {
    this.#warnOfLag(name, commits);
    const missed = gap === null ? [] : [this.reader.whole("gap", gap.to, Date.now(), "others")];
    const events = [...missed, ...commits.flatMap((commit) => this.reader.eventsOf(commit, "own"))];
    const selected = events.filter(isSelected);
    if (selected.length > 0) await handle(selected, signal);
    return selected.length > 0;
  }

  #warnOfLag(name: string, [first]: readonly Commit[]): void {
    if (first === undefined) return;
    const lag = this.#store.engine.number - first.number;
    if (lag < FAR_BEHIND || first.number % FAR_BEHIND >= 100) return;
    const events = lag.toLocaleString("en-US");
    this.#log.warn(
      {},
      `Consumer ${name} lags behind by ${events} events; the log keeps ${daysIn(this.#store.consumerKeep)}`,
    );
  }

  #check(name: unknown, filter: ConsumerFilter, handler: unknown): void {
    const { from = "now", types, events } = filter;
    const issues = [
      ...(typeof name === "string" && NAME.test(name) ? [] : [{ path: ["name"], message: NAMED }]),
      ...unknownKeys(filter, ["from", "types", "events"]),
      ...(from === "now" || from === "start" ? [] : [{ path: ["from"], message: 'must be "now" or "start"' }]),
      ...filterFaults(this.#store.engine.schema, { ...(types && { types }), ...(events && { events }) }),
      ...(typeof handler === "function" ? [] : [{ path: ["handler"], message: "must be a function" }]),
      ...(this.#consumers.has(String(name)) ? [{ path: ["name"], message: "is the name of another consumer" }] : []),
    ];
    if (issues.length > 0) throw new ConfigError(`Consumer ${String(name)}`, issues);
  }

  /** Begins to hear of commits with the first listener. */
  #listen(): void {
    if (this.#unlisten.length > 0) return;
    this.#store.record();
    const tell = (commit: Commit, origin: CommitOrigin) => {
      if (!this.#listeners.isEmpty) this.#listeners.tell(this.reader.eventsOf(commit, origin));
    };
    const { engine } = this.#store;
    const reload = () =>
      this.#listeners.tell([this.reader.whole("content.replaced", engine.number, Date.now(), "others")]);
    this.#unlisten = [this.#store.onCommit(tell), this.#store.onReload(reload)];
  }
}

function daysIn(milliseconds: number): string {
  const days = milliseconds / DAY;
  return days === 1 ? "1 day" : `${days.toLocaleString("en-US", { maximumSignificantDigits: 3 })} days`;
}

const DAY = 86_400_000;

const NAME = /^[\w.-]{1,100}$/;
const NAMED = "must have up to 100 letters, digits, dots, dashes or underscores";
