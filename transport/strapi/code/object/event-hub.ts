import type { ContentEvent } from "../../../events/content-event.ts";
import { fieldsOf, type Log } from "../../../runtime/log.ts";
import type { Loose } from "../strapi-object.ts";

type Listener = (...given: Loose[]) => unknown;

interface Parts {
  readonly log: Log;
  /** Begins to hear of what happens to content. */
  readonly hear: (listener: (event: ContentEvent) => Promise<void>) => void;
  readonly run: <T>(work: () => T) => T;
}

/**
 * `strapi.eventHub`: what happens to content, once it is durable, and events of the project's own. Listeners run one after
 * another; what one throws is logged.
 */
export class EventHub {
  readonly #parts: Parts;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #subscribers = new Set<Listener>();
  #isHearing = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  readonly emit = async (name: string, ...given: Loose[]): Promise<void> => {
    for (const subscriber of [...this.#subscribers]) await this.#call(name, () => subscriber(name, ...given));
    for (const listener of [...(this.#listeners.get(name) ?? [])]) await this.#call(name, () => listener(...given));
  };

  readonly on = (name: string, listener: Listener): (() => void) => {
    const known = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, known.add(listener));
    this.#hear();
    return () => this.off(name, listener);
  };

  readonly addListener = this.on;

  readonly once = (name: string, listener: Listener): (() => void) => {
    const first: Listener = (...given) => {
      this.off(name, first);
      return listener(...given);
    };
    return this.on(name, first);
  };

  readonly off = (name: string, listener: Listener): void => {
    this.#listeners.get(name)?.delete(listener);
  };

  readonly removeListener = this.off;

  readonly subscribe = (subscriber: Listener): (() => void) => {
    this.#subscribers.add(subscriber);
    this.#hear();
    return () => this.unsubscribe(subscriber);
  };

  readonly unsubscribe = (subscriber: Listener): void => {
    this.#subscribers.delete(subscriber);
  };

  readonly removeAllListeners = (): void => this.#listeners.clear();
  readonly removeAllSubscribers = (): void => this.#subscribers.clear();

  readonly destroy = (): void => {
    this.removeAllListeners();
    this.removeAllSubscribers();
  };

  #hear(): void {
    if (this.#isHearing) return;
    this.#isHearing = true;
    this.#parts.hear((event) => this.#tell(event));
  }

  /** As Strapi tells it, for the writes of this process. */
  async #tell(event: ContentEvent): Promise<void> {
    const { event: name, uid, model, origin } = event;
    if (origin !== "own" || uid === "") return;
    const entry = event.entry();
    await this.emit(name, name.startsWith("media.") ? { media: entry } : { model, uid, entry });
  }

  async #call(name: string, work: () => unknown): Promise<void> {
    try {
      await this.#parts.run(work);
    } catch (error) {
      this.#parts.log.error(fieldsOf(error), `A listener of ${name} failed`);
    }
  }
}
