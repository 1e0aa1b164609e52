import { createCipheriv } from "node:crypto";
import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { isError } from "../../../../storage/core.ts";
import { archiveKey, buffersOf, CIPHER, through } from "../entries/archive-bytes.ts";
import type { NewEntry } from "./new-entry.ts";

export interface Packing {
  /** gzip. */
  readonly compress: boolean;
  /** Encrypts. */
  readonly key?: string | undefined;
  /** Time of every entry, in epoch milliseconds. */
  readonly createdAt: number;
}

/** The bytes of an archive: tar, then gzip, then AES, as configured. Produced while they are read. */
export async function* pack(entries: AsyncIterable<NewEntry>, { compress, key, createdAt }: Packing) {
  let bytes: AsyncIterable<Buffer> = tarOf(entries, new Date(createdAt));
  if (compress) bytes = through(bytes, createGzip());
  if (key !== undefined) bytes = through(bytes, createCipheriv(CIPHER, archiveKey(key), null));
  yield* bytes;
}

/** The extensions of an archive's name that describe its packing. */
export function extensionOf({ compress, key }: Pick<Packing, "compress" | "key">): string {
  return `.tar${compress ? ".gz" : ""}${key === undefined ? "" : ".enc"}`;
}

async function* tarOf(entries: AsyncIterable<NewEntry>, mtime: Date): AsyncGenerator<Buffer> {
  const { pack: packTar } = await import("tar-stream");
  const tar = packTar();
  const filled = fill(entries, async ({ name, size, bytes }) => {
    const sink = tar.entry({ name, size, mtime, mode: 0o644 });
    await new Promise<void>((resolve, reject) => {
      pipeline(Readable.from(bytes), sink, (error) => (error ? reject(error) : resolve()));
    });
  }).then(
    () => tar.finalize(),
    (error: unknown) => tar.destroy(isError(error) ? error : new Error(String(error))),
  );
  yield* buffersOf(tar);
  await filled;
}

async function fill(entries: AsyncIterable<NewEntry>, add: (entry: NewEntry) => Promise<void>): Promise<void> {
  for await (const entry of entries) await add(entry);
}
