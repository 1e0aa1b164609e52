import type { Schema } from "../../engine/internal.ts";
import { ConfigError } from "../config/config-error.ts";
import { fieldsOf, type Log } from "../runtime/log.ts";
import type { ContentEvent } from "./content-event.ts";
import { eventFaults, selects } from "./event-filter.ts";

/** Is called with one event after another; the next event comes when the promise has settled. */
export type EventListener = (event: ContentEvent) => unknown;

/** Events that may wait for listeners; then the oldest ones are dropped. */
const MAX_WAITING = 10_000;

interface Registered {
  readonly listener: EventListener;
  readonly hears: (event: ContentEvent) => boolean;
}

/** Calls listeners with events, after the writers were answered. A listener that throws disturbs nobody. */
export class EventListeners {
  readonly #schema: Schema;
  readonly #log: Log;
  #registered: readonly Registered[] = [];
  #waiting: ContentEvent[] = [];
  #isRunning = false;
  #dropped = 0;

  constructor(schema: Schema, log: Log) {
    this.#schema = schema;
    this.#log = log;
  }

  get isEmpty(): boolean {
    return this.#registered.length === 0;
  }

  /** Events that were dropped since the start. */
  get dropped(): number {
    return this.#dropped;
  }

  /** @throws ConfigError for an unknown name of an event. */
  add(name: string, listener: EventListener): () => void {
    const issues = [
      ...eventFaults(name, ["event"]),
      ...(typeof listener === "function" ? [] : [{ path: ["listener"], message: "must be a function" }]),
    ];
    if (issues.length > 0) throw new ConfigError("Listener", issues);
    const types = name.startsWith("media") ? undefined : [...this.#schema.types.keys()];
    const registered = { listener, hears: selects(this.#schema, { events: [name], ...(types && { types }) }) };
    this.#registered = [...this.#registered, registered];
    return () => {
      this.#registered = this.#registered.filter((each) => each !== registered);
    };
  }

  tell(events: readonly ContentEvent[]): void {
    for (const event of events) this.#waiting.push(event);
    const surplus = this.#waiting.length - MAX_WAITING;
    if (surplus > 0) {
      this.#waiting.splice(0, surplus);
      this.#dropped += surplus;
      this.#log.warn({ dropped: this.#dropped }, "Listeners of events are too slow: the oldest events were dropped");
    }
    if (!this.#isRunning) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    // The writer goes on first.
    await Promise.resolve();
    for (let event = this.#waiting.shift(); event !== undefined; event = this.#waiting.shift()) {
      for (const { listener, hears } of this.#registered) {
        if (!hears(event)) continue;
        try {
          await listener(event);
        } catch (error) {
          this.#log.error(fieldsOf(error), `A listener of ${event.event} failed`);
        }
      }
    }
    this.#isRunning = false;
  }
}
