import type { Delivery, DeliveryState } from "./delivery.ts";

/** A webhook, as its owner sees it. */
export interface WebhookState {
  readonly name: string;
  /** Without credentials. */
  readonly url: string;
  /** `off`: its receiver has answered 410. `elsewhere`: another process sends. `records`: nothing is sent. */
  readonly state: "sends" | "off" | "elsewhere" | "records";
  /** How often deliveries have come to each state since the start. */
  readonly counts: { readonly [state: string]: number };
}

/** The webhooks of a galley, and the outcomes of their deliveries. */
export interface WebhookDeliveries {
  /** The newest 1,000 deliveries that this process knows, in the order of their events. */
  deliveries(match?: { readonly state?: DeliveryState }): readonly Delivery[];
  /** Resolves when every event is with its webhooks, and nothing is under way or due. */
  settled(): Promise<void>;
  states(): readonly WebhookState[];
  /** Sends a dead delivery again; false if this process has none of this id. */
  redeliver(id: string): Promise<boolean>;
  /** Forgets all deliveries of events so far, waiting and stored ones too. */
  clear(): Promise<void>;
}

export const NO_WEBHOOKS: WebhookDeliveries = {
  deliveries: () => [],
  settled: async () => {},
  states: () => [],
  redeliver: async () => false,
  clear: async () => {},
};
