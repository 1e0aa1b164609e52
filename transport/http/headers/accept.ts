import { essence } from "./media-type.ts";

/** One member of an `Accept` header. */
export interface MediaRange {
  readonly type: string;
  /** Quality value, from 0 (not acceptable) to 1. */
  readonly quality: number;
}

/** Quality of a media type. */
export interface Preference {
  readonly quality: number;
  /** Position in the header of the deciding range. */
  readonly at: number;
}

export function parseAccept(accept: string): readonly MediaRange[] {
  return accept.split(",").map((text) => {
    const quality = /;\s*q=([\d.]+)/i.exec(text)?.[1];
    return { type: essence(text), quality: quality === undefined ? 1 : Number(quality) || 0 };
  });
}

/** Quality of a type by the most specific range that matches it; null if none does. */
export function preferenceFor(type: string, ranges: readonly MediaRange[]): Preference | null {
  for (const pattern of [type, `${type.slice(0, type.indexOf("/"))}/*`, "*/*"]) {
    const at = ranges.findIndex((range) => range.type === pattern);
    const range = ranges[at];
    if (range !== undefined) return { quality: range.quality, at };
  }
  return null;
}

/** Whether HTML is preferred over each of the types that programs read. */
export function prefersPage(accept: string | undefined, others: readonly string[]): boolean {
  const ranges = parseAccept(accept ?? "");
  const page = preferenceFor("text/html", ranges);
  if (page === null || page.quality === 0) return false;
  return others
    .map((type) => preferenceFor(essence(type), ranges))
    .every(
      (other) =>
        other === null || other.quality < page.quality || (other.quality === page.quality && page.at < other.at),
    );
}
