import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { NewEntry } from "../../../transport/strapi/archive/write/new-entry.ts";
import { extensionOf, pack } from "../../../transport/strapi/archive/write/pack.ts";

/**
 * The contents of an archive made by hand: a list is JSON lines, bytes are as they are, anything else is one JSON
 * value.
 */
export type Contents = readonly (readonly [name: string, value: unknown])[];

export interface MadeOptions {
  readonly compress?: boolean;
  readonly key?: string;
}

/** Writes an archive, whatever is in it, and gives its path. */
export async function makeArchive(folder: string, contents: Contents, options: MadeOptions = {}): Promise<string> {
  const { compress = true, key } = options;
  const path = `${folder}/made${extensionOf({ compress, key })}`;
  await pipeline(pack(entriesOf(contents), { compress, key, createdAt: 0 }), createWriteStream(path));
  return path;
}

async function* entriesOf(contents: Contents): AsyncGenerator<NewEntry> {
  for (const [name, value] of contents) {
    const bytes = bytesOf(value);
    yield { name, size: bytes.length, bytes: [bytes] };
  }
}

function bytesOf(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  if (!Array.isArray(value)) return Buffer.from(JSON.stringify(value));
  return Buffer.from(value.map((line) => `${JSON.stringify(line)}\n`).join(""));
}
