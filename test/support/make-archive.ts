import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { jsonEntry, linesEntries, type NewEntry } from "../../transport/archive/new-entry.ts";
import { extensionOf, pack } from "../../transport/archive/pack.ts";

/** What is in an archive made by hand: a list is JSON lines, bytes are as they are, anything else is one JSON value. */
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
    if (value instanceof Uint8Array) yield { name, size: value.length, bytes: [value] };
    else if (Array.isArray(value)) for (const entry of linesEntries("lines", value)) yield { ...entry, name };
    else yield jsonEntry(name, value);
  }
}
