import { LruMap } from "../../../engine/internal.ts";
import type { Delivery, DeliveryState, StoredDelivery } from "./delivery.ts";

/** Deliveries that are remembered for tests and Studio; the newest are kept. */
const MAX_REMEMBERED = 1_000;

interface Remembered {
  readonly webhook: string;
  readonly state: DeliveryState;
  readonly stored: StoredDelivery;
}

/** The outcomes of the newest deliveries, in the order of their events. */
export class DeliveryList {
  readonly #byId = new LruMap<Remembered>(MAX_REMEMBERED);

  note(webhook: string, state: DeliveryState, stored: StoredDelivery): void {
    this.#byId.keep(stored.id, { webhook, state, stored });
  }

  list(state?: DeliveryState): readonly Delivery[] {
    const all = Array.from(this.#byId.entries(), ([, each]) => each);
    return all.filter((each) => state === undefined || each.state === state).map(shown);
  }

  clear(): void {
    this.#byId.clear();
  }
}

function shown({ webhook, state, stored }: Remembered): Delivery {
  const { id, event, tries, at, body, next, reason } = stored;
  return {
    id,
    webhook,
    event,
    state,
    tries,
    at: new Date(at).toISOString(),
    body: JSON.parse(body),
    ...(state === "waiting" && tries > 0 && { next: new Date(next).toISOString() }),
    ...(reason !== undefined && { reason }),
  };
}
