import type { Json } from "./value.ts";

export type Status = "draft" | "published";

export function otherStatus(status: Status): Status {
  return status === "draft" ? "published" : "draft";
}

/**
 * Identifies one of a document's versions: its status, and its locale unless that is the default one (`draft`,
 * `published:fr`). Links are kept in layers of the same names.
 */
export type Layer = Status | `${Status}:${string}`;

/** `locale`: null is the default one. */
export function layerOf(status: Status, locale: string | null): Layer {
  return locale === null ? status : `${status}:${locale}`;
}

export function statusOf(layer: Layer): Status {
  if (layer === "draft" || layer === "published") return layer;
  return layer.startsWith("draft") ? "draft" : "published";
}

/** Code of the locale of a layer; null for the default one. */
export function localeOf(layer: Layer): string | null {
  if (layer === "draft" || layer === "published") return null;
  return layer.slice(layer.indexOf(":") + 1);
}

/** The layer of the same locale in this status. */
export function inStatus(layer: Layer, status: Status): Layer {
  return layer === "draft" || layer === "published" ? status : layerOf(status, localeOf(layer));
}

/** The layer of the same locale in the other status. */
export function inOtherStatus(layer: Layer): Layer {
  return inStatus(layer, otherStatus(statusOf(layer)));
}

/**
 * One version of a document as plain data: what commits, snapshots and storages hold.
 *
 * `values` has the stored attributes by name: scalars in their normal form, components as objects with their numeric
 * `id`, dynamic zone items with `__component` too. Relations and media are not among them: they are stored as links.
 * Times are ISO 8601 in UTC with milliseconds. `publishedAt` is null on drafts.
 */
export interface VersionRecord {
  readonly id: number;
  readonly documentId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly publishedAt: string | null;
  readonly values: { readonly [attribute: string]: Json };
}
