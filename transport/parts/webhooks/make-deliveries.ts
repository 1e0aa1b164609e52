import type { Schema } from "../../../engine/internal.ts";
import type { EventEntries } from "../../events/event-entry.ts";
import { type KnownEvent, statusShown } from "../../events/events-of.ts";
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
  return bodiesOf(maker, event).map((body, index) => ({
    id: `${maker.logId}-${event.position}-${webhook.name}-${2 * event.index + index}`,
    event: nameOf(event),
    document: `${event.uid} ${event.documentId}`,
    body: body.length > MAX_BODY ? JSON.stringify(reduced(JSON.parse(body))) : body,
    at,
    tries: 0,
    next: at,
    hop: (event.by?.hop ?? 0) + 1,
  }));
}

function nameOf({ event }: KnownEvent): string {
  return event === "gap" ? "galley.gap" : event;
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

/** As JSON texts. */
function bodiesOf(maker: DeliveryMaker, event: KnownEvent): readonly string[] {
  const { at: createdAt, model, uid, documentId, fact } = event;
  const name = nameOf(event);
  const { entries, schema } = maker;
  const type = schema.types.get(uid);
  if (fact === null || type === undefined) return [JSON.stringify({ event: name, createdAt })];
  if (name.startsWith("media.")) return [JSON.stringify({ event: name, createdAt, media: event.entry() })];
  const body = { event: name, createdAt, model, uid };
  const locale = fact.locale ?? null;
  const status = name.startsWith("entry.") ? statusShown(type, fact) : null;
  if (status !== null) {
    const entry = entries.text(type, documentId, status, locale);
    return [`${JSON.stringify(body).slice(0, -1)},"entry":${entry}}`];
  }
  if (name !== "entry.delete" || fact.was === undefined) return [JSON.stringify({ ...body, entry: event.entry() })];
  const gone = fact.was.map((version) => entries.was(type, version, locale));
  const bodies = maker.perVersion
    ? gone.map((entry) => ({ ...body, entry }))
    : [{ ...body, entry: gone.at(-1), entries: gone }];
  return bodies.map((each) => JSON.stringify(each));
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
