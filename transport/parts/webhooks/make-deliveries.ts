import type { Schema } from "../../../engine/internal.ts";
import type { EventEntries } from "../../events/event-entry.ts";
import type { KnownEvent } from "../../events/events-of.ts";
import type { StoredDelivery } from "./delivery.ts";
import type { Webhook } from "./webhook.ts";

/** A larger body would not fit into every storage's marks: only the ids of its entry are sent. */
const MAX_BODY = 200_000;

export interface DeliveryMaker {
  readonly schema: Schema;
  readonly entries: EventEntries;
  readonly logId: string;
  /** As Strapi: a deletion is one delivery for each version. Otherwise it is one, with all versions as `entries`. */
  readonly perVersion: boolean;
}

/** The deliveries of an event to a webhook: one, or one for each version that was deleted. */
export function deliveriesOf(maker: DeliveryMaker, webhook: Webhook, event: KnownEvent): readonly StoredDelivery[] {
  const at = Date.parse(event.at);
  return bodiesOf(maker, event).map((body, index) => {
    const text = JSON.stringify(body);
    return {
      id: `${maker.logId}-${event.position}-${webhook.name}-${2 * event.index + index}`,
      event: body.event,
      document: `${event.uid} ${event.documentId}`,
      body: text.length > MAX_BODY ? JSON.stringify(reduced(body)) : text,
      at,
      tries: 0,
      next: at,
      hop: (event.by?.hop ?? 0) + 1,
    };
  });
}

interface Body {
  readonly event: string;
  readonly createdAt: string;
  readonly model?: string;
  readonly uid?: string;
  readonly entry?: unknown;
  readonly media?: unknown;
  readonly entries?: readonly unknown[];
}

function bodiesOf(maker: DeliveryMaker, event: KnownEvent): readonly Body[] {
  const { event: name, at: createdAt, model, uid, fact } = event;
  if (fact === null) return [{ event: name === "gap" ? "galley.gap" : name, createdAt }];
  if (name.startsWith("media.")) return [{ event: name, createdAt, media: event.entry() }];
  const body = { event: name, createdAt, model, uid };
  const type = maker.schema.types.get(uid);
  if (name !== "entry.delete" || type === undefined || fact.was === undefined)
    return [{ ...body, entry: event.entry() }];
  const entries = fact.was.map((version) => maker.entries.was(type, version, fact.locale ?? null));
  return maker.perVersion
    ? entries.map((entry) => ({ ...body, entry }))
    : [{ ...body, entry: entries.at(-1), entries }];
}

function reduced({ entry, media, entries: _, ...body }: Body): Body {
  const ids = (value: unknown) => {
    const { id, documentId } = Object(value);
    return { id, documentId };
  };
  return {
    ...body,
    ...(entry !== undefined && { entry: ids(entry) }),
    ...(media !== undefined && { media: ids(media) }),
  };
}

/** The body that stands for the dropped events of a document, whose newest ones alone are kept. */
export function gapBody({ body, at }: StoredDelivery): string {
  const { model, uid, entry, media } = JSON.parse(body) as Body;
  const createdAt = new Date(at).toISOString();
  return JSON.stringify(
    reduced({ event: "galley.gap", createdAt, ...(model && { model, uid }), entry, media } as Body),
  );
}
