import { isRecord } from "../../../../engine/internal.ts";
import type { Loose } from "../strapi-object.ts";

/** Listens to the rows of one type, or of several, or of all. */
interface Subscriber {
  /** Null: all types. */
  readonly models: ReadonlySet<string> | null;
  /** A function hears of every action. */
  readonly handlers: Loose;
}

/** An action on one row. */
export class LifecycleEvent {
  readonly params: Loose;
  result: unknown;
  readonly #subscribers: readonly Subscriber[];
  readonly #model: Loose;
  /** The state that a subscriber keeps between before and after. */
  readonly #states = new Map<Subscriber, object>();

  constructor(subscribers: readonly Subscriber[], model: Loose, params: Loose) {
    this.#subscribers = subscribers;
    this.#model = model;
    this.params = params;
  }

  /** Runs what listens to this action, one after another. Rejects with what one of them throws. */
  async run(action: string): Promise<void> {
    for (const subscriber of this.#subscribers) {
      const { handlers } = subscriber;
      const handler = typeof handlers === "function" ? handlers : handlers[action];
      if (typeof handler !== "function") continue;
      const state = this.#states.get(subscriber) ?? {};
      this.#states.set(subscriber, state);
      const event = { action, model: this.#model, state, params: this.params, result: this.result };
      await handler.call(handlers, event);
      if (event.params !== this.params) Object.assign(this.params, event.params);
      this.result = event.result;
    }
  }

  async after(action: string, result: unknown): Promise<void> {
    this.result = result;
    await this.run(action);
  }
}

/** The subscribers to the rows of a project's types, by `lifecycles` files and `strapi.db.lifecycles.subscribe`. */
export class Lifecycles {
  #subscribers: readonly Subscriber[] = [];
  readonly #modelOf: (uid: string) => Loose;
  readonly #onAdd: (models: ReadonlySet<string> | null) => void;

  /** `onAdd` is called with the types of each new subscriber, null for all. */
  constructor(modelOf: (uid: string) => Loose, onAdd: (models: ReadonlySet<string> | null) => void) {
    this.#modelOf = modelOf;
    this.#onAdd = onAdd;
  }

  /** `db.lifecycles.subscribe`: a function, or an object of functions with the uids of its `models`. */
  subscribe(given: Loose): () => void {
    if (typeof given !== "function" && !isRecord(given))
      throw new Error("A subscriber must be a function or an object");
    const models: ReadonlySet<string> | null = Array.isArray(given.models) ? new Set<string>(given.models) : null;
    const subscriber = { models, handlers: given };
    this.#subscribers = [...this.#subscribers, subscriber];
    this.#onAdd(models);
    return () => {
      this.#subscribers = this.#subscribers.filter((each) => each !== subscriber);
    };
  }

  /** An action on a row, for everything that listens to the type. */
  event(uid: string, params: Loose): LifecycleEvent {
    return new LifecycleEvent(this.#of(uid), this.#modelOf(uid), params);
  }

  hears(uid: string): boolean {
    return this.#of(uid).length > 0;
  }

  /** Whether one of these actions of a type has a listener. */
  hearsOf(uid: string, actions: readonly string[]): boolean {
    return this.#of(uid).some(
      ({ handlers }) => typeof handlers === "function" || actions.some((action) => handlers[action] !== undefined),
    );
  }

  /** Functions hear of writes alone: a read that is heard of leaves the caches. */
  hearsOfReads(uid: string): boolean {
    const names = ["FindMany", "FindOne", "Count"].flatMap((name) => [`before${name}`, `after${name}`]);
    return this.#of(uid).some(({ handlers }) => names.some((name) => typeof handlers[name] === "function"));
  }

  #of(uid: string): readonly Subscriber[] {
    return this.#subscribers.filter(({ models }) => models === null || models.has(uid));
  }
}
