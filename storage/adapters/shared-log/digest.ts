import { crc32 } from "node:zlib";
import { StorageError } from "../../error.ts";
import type { BatchRow } from "./batch.ts";
import type { Tail } from "./tails.ts";

/** Digest of a log in which nothing is. */
export const EMPTY_DIGEST = 0;

/**
 * A hash chain: the digest of a log up to and including a batch, made of the digest before it and of what the batch holds.
 * Nodes that come to the same digest have read the same. Null where the one before is not known.
 */
export function chainDigest(
  before: number | null,
  { first, last, id, crc }: Omit<Tail, "digest"> & { readonly crc: number },
): number | null {
  return before === null ? null : crc32(`${first} ${last} ${id} ${crc}\n`, before >>> 0) | 0;
}

/** Entries written or read by an earlier version have no digest, and are compared with nothing. */
export function isOtherDigest(one: number | null, other: number | null): boolean {
  return one !== null && other !== null && one !== other;
}

/**
 * The batch with its digest, computed from the previous batch's; if that is unknown, the batch as it is stored.
 *
 * @throws StorageError `damaged` if its writer computed another one.
 */
export function digested<T extends BatchRow>(before: Tail | null, row: T): T {
  const digest = chainDigest(before?.digest ?? null, row) ?? row.digest;
  if (!isOtherDigest(digest, row.digest)) return digest === row.digest ? row : { ...row, digest };
  const message = `The log is damaged at position ${row.first}: its entries differ from those that its writer stored`;
  throw new StorageError("damaged", message, { position: row.first });
}
