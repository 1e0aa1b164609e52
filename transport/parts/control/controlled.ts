import type { SignedIn, UserName } from "../../access/signed-in.ts";
import type { Handler } from "../../http/port.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Outbox } from "../../runtime/mail/outbox.ts";
import type { Snapshot } from "../../runtime/snapshot.ts";
import type { WebhookDeliveries } from "../webhooks/deliveries.ts";
import type { Faults } from "./faults/faults.ts";
import type { RequestJournal } from "./requests/request-journal.ts";

/** The part of a galley that can be controlled over HTTP. */
export interface Controlled {
  readonly handler: Handler;
  readonly requests: RequestJournal;
  readonly faults: Faults;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly webhooks: WebhookDeliveries;
  signIn(user: UserName): Promise<SignedIn>;
  fork(): Controlled;
  snapshot(): Snapshot;
  restore(snapshot: Snapshot): Promise<void>;
  reset(): Promise<void>;
  close(): Promise<void>;
}
