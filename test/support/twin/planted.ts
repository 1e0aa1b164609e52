import { isRecord } from "../../../engine/internal.ts";
import type { Answered, Read, Side } from "../../../transport/twin/verify/read.ts";

/** Alters what a server answers. */
export interface Plant {
  /** The cause by which it should be found, and the place. */
  readonly found: string;
  /** Alters the request, encoded. */
  readonly asks?: (path: string) => string;
  /** Alters a parsed answer in place, entry by entry. */
  readonly entry?: (entry: { [key: string]: unknown }) => void;
  readonly answer?: (body: { [key: string]: unknown }, path: string) => void;
}

/** A side whose answers have these differences. */
export function planted(side: Side, plants: readonly Plant[]): Side {
  return {
    origin: side.origin,
    prefix: side.prefix,
    async ask(read: Read): Promise<Answered> {
      const path = plants.reduce((text, plant) => plant.asks?.(text) ?? text, read.path);
      const answered = await side.ask({ ...read, path });
      const body = structuredClone(answered.body);
      if (isRecord(body)) for (const { answer } of plants) answer?.(body, read.path);
      for (const { entry } of plants) if (entry !== undefined) walk(body, entry);
      return { ...answered, body, text: JSON.stringify(body) };
    },
  };
}

function walk(value: unknown, change: (entry: { [key: string]: unknown }) => void): void {
  if (typeof value !== "object" || value === null) return;
  if (isRecord(value) && "documentId" in value) change(value);
  for (const inner of Object.values(value)) walk(inner, change);
}
