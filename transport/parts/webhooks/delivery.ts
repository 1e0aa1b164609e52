/**
 * `waiting` for its first or next try, `delivered`, `dead` after the last try, or `recorded`: it is never sent.
 */
export type DeliveryState = "waiting" | "delivered" | "dead" | "recorded";

/** One event on its way to one webhook. */
export interface Delivery {
  /** The header `webhook-id`: the same at every try. */
  readonly id: string;
  /** Name of the webhook. */
  readonly webhook: string;
  readonly event: string;
  readonly state: DeliveryState;
  readonly tries: number;
  /** Time of the event, ISO 8601. */
  readonly at: string;
  /** The sent body, parsed. */
  readonly body: unknown;
  /** When it is tried again, ISO 8601. */
  readonly next?: string;
  /** Why the last try failed. */
  readonly reason?: string;
}

/** A delivery as the outbox stores it: the bytes that are sent at every try. */
export interface StoredDelivery {
  readonly id: string;
  readonly event: string;
  /** The document: its deliveries are sent in order. */
  readonly document: string;
  readonly body: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly tries: number;
  /** Epoch milliseconds. */
  readonly next: number;
  /** How many webhooks in a row have led to it. */
  readonly hop: number;
  /** The body was made later than the event, from the state of that time. */
  readonly isRebuilt?: true;
  readonly isDead?: true;
  readonly reason?: string;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds from a failed try to the next one. */
const PAUSES: readonly number[] = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];

/** The longest time that a `Retry-After` is obeyed. */
const MAX_RETRY_AFTER = HOUR;
/** Share by which pauses differ, so that deliveries that failed together are not tried together. */
const SPREAD = 0.2;

/** Milliseconds until the next try after so many; null: there is none. `asked`: what the receiver asks for. */
export function pauseAfter(tries: number, asked: number | null): number | null {
  const pause = PAUSES[tries - 1];
  if (pause === undefined) return null;
  if (asked !== null) return Math.min(asked, MAX_RETRY_AFTER);
  return Math.round(pause * (1 - SPREAD + 2 * SPREAD * Math.random()));
}
