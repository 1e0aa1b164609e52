import { type Commit, LruMap, type Schema } from "../../../engine/internal.ts";
import type { Store } from "../../../storage/core.ts";
import type { ContentEvents } from "../../events/content-events.ts";
import type { KnownEvent } from "../../events/events-of.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Log } from "../../runtime/log.ts";
import type { Metric } from "../operations/metrics/prometheus-text.ts";
import type { WebhookDeliveries, WebhookState } from "./deliveries.ts";
import type { Delivery, DeliveryState, StoredDelivery } from "./delivery.ts";
import { DeliveryList } from "./delivery-list.ts";
import { type DeliveryMaker, deliveriesOf } from "./make-deliveries.ts";
import { Outbox } from "./outbox.ts";
import type { Post } from "./post.ts";
import { Sender } from "./sender.ts";
import type { Webhook } from "./webhook.ts";

export interface WebhooksOptions {
  readonly store: Store;
  readonly events: ContentEvents;
  readonly schema: Schema;
  readonly clock: Clock;
  readonly log: Log;
  readonly webhooks: readonly Webhook[];
  /** Null: deliveries are recorded, and never sent. */
  readonly post: Post | null;
  readonly perVersion: boolean;
}

/** Requests under way at a time, for all webhooks. */
const MAX_RUNNING = 20;
/** Commits whose deliveries are kept until the consumer comes for them. */
const MAX_PREPARED = 1_000;

/** Makes deliveries of events and sends them, or records them. */
export class Webhooks implements WebhookDeliveries {
  readonly #options: WebhooksOptions;
  readonly #maker: DeliveryMaker;
  readonly #list = new DeliveryList();
  readonly #counts = new Map<string, Map<string, number>>();
  readonly #senders = new Map<string, Sender>();
  /** Deliveries made when their commit was applied, by position and webhook. */
  readonly #prepared = new LruMap<ReadonlyMap<string, readonly StoredDelivery[]>>(MAX_PREPARED);
  readonly #unlisten: (() => void)[];
  /** Events up to this position have no deliveries. */
  #cleared = 0;
  #isClosed = false;

  constructor(options: WebhooksOptions) {
    const { store, events, schema, clock, log, post, webhooks, perVersion } = options;
    this.#options = options;
    this.#maker = { schema, perVersion, entries: events.reader.entries, logId: store.opened.logId };
    const slots = { free: MAX_RUNNING };
    const onFree = () => this.#look();
    for (const webhook of post === null || store.marks === null ? [] : webhooks) {
      const count = (state: DeliveryState) => this.#count(webhook.name, state);
      const outbox = new Outbox(store.marks as NonNullable<typeof store.marks>, webhook.name);
      const own = { webhook, outbox, slots, clock, log, count, onFree, post: post as Post, list: this.#list };
      this.#senders.set(webhook.name, new Sender(own));
    }
    store.record();
    this.#unlisten = [
      store.onCommit((commit) => this.#prepare(commit)),
      clock.follow({ moved: async () => onFree(), replaced: onFree }),
    ];
  }

  /** Begins to send. @throws StorageError (rejected) for a storage without marks. */
  async start(): Promise<void> {
    const { webhooks, post, events } = this.#options;
    if (post === null) return;
    for (const webhook of webhooks) {
      const sender = () => this.#senders.get(webhook.name);
      await events.consume(`webhook.${webhook.name}`, {
        selects: webhook.selects,
        handle: (selected) => this.#hand(webhook, selected),
        hold: async (position) => sender()?.hold(position),
        moved: async (position) => sender()?.begin(position),
        release: () => sender()?.release(),
      });
    }
  }

  deliveries({ state }: { readonly state?: DeliveryState } = {}): readonly Delivery[] {
    return this.#list.list(state);
  }

  async settled(): Promise<void> {
    const { events } = this.#options;
    const senders = [...this.#senders.values()];
    while (!this.#isClosed && !(events.isIdle && senders.every(({ isIdle }) => isIdle))) {
      await Promise.all([events.idle(), ...senders.map((sender) => sender.idle())]);
    }
  }

  states(): readonly WebhookState[] {
    return this.#options.webhooks.map(({ name, shownUrl: url }) => {
      const sender = this.#senders.get(name);
      const state = sender === undefined ? "records" : sender.isOff ? "off" : sender.isHeld ? "sends" : "elsewhere";
      return { name, url, state, counts: Object.fromEntries(this.#counts.get(name) ?? []) };
    });
  }

  /** Sends a dead delivery again; false if this process has none of this id. */
  async redeliver(id: string): Promise<boolean> {
    for (const sender of this.#senders.values()) if (sender.isHeld && (await sender.redeliver(id))) return true;
    return false;
  }

  async clear(): Promise<void> {
    this.#cleared = this.#options.store.engine.number;
    this.#prepared.clear();
    this.#list.clear();
    for (const sender of this.#senders.values()) await sender.clear();
  }

  get metrics(): readonly Metric[] {
    const deliveries = () =>
      [...this.#counts].flatMap(([name, counts]) =>
        [...counts].map(([state, value]) => ({ labels: { name, state }, value })),
      );
    const lags = () => [...this.#senders].map(([name, { lag }]) => ({ labels: { name }, value: lag / 1000 }));
    return [
      {
        name: "galley_webhook_deliveries_total",
        help: "Deliveries of webhooks by the state that they have come to; waiting counts tries that failed.",
        type: "counter",
        read: deliveries,
      },
      {
        name: "galley_webhook_lag_seconds",
        help: "Age of the oldest event that waits for its delivery, by webhook; 0 if none waits.",
        type: "gauge",
        read: lags,
      },
    ];
  }

  close(): void {
    this.#isClosed = true;
    for (const unlisten of this.#unlisten) unlisten();
    for (const sender of this.#senders.values()) sender.release();
  }

  #look(): void {
    for (const sender of this.#senders.values()) sender.look();
  }

  #count(name: string, state: string): void {
    const counts = this.#counts.get(name) ?? new Map<string, number>();
    this.#counts.set(name, counts.set(state, (counts.get(state) ?? 0) + 1));
  }

  /** Makes the bodies while the state is still the commit's. */
  #prepare(commit: Commit): void {
    const { webhooks, events, post } = this.#options;
    if (post !== null && ![...this.#senders.values()].some(({ isHeld }) => isHeld)) return;
    const all = events.reader.eventsOf(commit, "own");
    const prepared = new Map<string, readonly StoredDelivery[]>();
    for (const webhook of webhooks) {
      const made = all.filter(webhook.selects).flatMap((event) => deliveriesOf(this.#maker, webhook, event));
      if (made.length > 0) prepared.set(webhook.name, made);
    }
    if (prepared.size === 0) return;
    if (post !== null) this.#prepared.keep(String(commit.number), prepared);
    else
      for (const [name, made] of prepared)
        for (const delivery of made) {
          this.#list.note(name, "recorded", delivery);
          this.#count(name, "recorded");
        }
  }

  /** Stores what a consumer has read: as it was made at the commit, or else of the present state. */
  async #hand(webhook: Webhook, events: readonly KnownEvent[]): Promise<void> {
    const sender = this.#senders.get(webhook.name);
    if (sender === undefined) return;
    const { outbox } = sender;
    const positions = new Map<number, KnownEvent[]>();
    for (const event of events.filter((each) => each.position > this.#cleared))
      positions.set(event.position, [...(positions.get(event.position) ?? []), event]);
    const stored = [...positions].flatMap(([position, ofCommit]) => {
      const made = this.#prepared.use(String(position))?.get(webhook.name) ?? this.#rebuilt(webhook, ofCommit);
      return made.map((delivery, index) => ({ mark: outbox.markOf(position, index), delivery }));
    });
    await sender.add(stored);
  }

  #rebuilt(webhook: Webhook, events: readonly KnownEvent[]): readonly StoredDelivery[] {
    return events.flatMap((event) => {
      const isExact = event.fact?.was !== undefined || event.fact === null;
      const made = deliveriesOf(this.#maker, webhook, event);
      return isExact ? made : made.map((delivery) => ({ ...delivery, isRebuilt: true as const }));
    });
  }
}
