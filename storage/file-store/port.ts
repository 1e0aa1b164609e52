/**
 * Uploaded files by name: bytes beside the log, which holds their descriptions. A name says nothing of its bytes;
 * a caller that puts two files makes two names.
 */
export interface FileStore {
  /**
   * Stores the bytes, whole or not at all, in the place of those that had the name. Durable within the adapter's
   * guarantee when it resolves.
   *
   * @throws StorageError `misused` for a name that no file can have (`isFileName`), and what `bytes` throws.
   */
  put(name: string, bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void>;
  /**
   * Takes bytes in before their name is known, as durably as `put`: they are no file until they are kept. A process that
   * ends before that leaves none of them behind.
   *
   * @throws what `bytes` throws.
   */
  receive(bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<ReceivedFile>;
  /** Null when no file has the name. */
  open(name: string): Promise<StoredFile | null>;
  /** Removes a file; one that is not there is gone already. */
  delete(name: string): Promise<void>;
  /** Every file's name, in no order. */
  list(): AsyncIterable<string>;
}

/** A file as it was when it was opened. It needs no closing. */
export interface StoredFile {
  /** In bytes. */
  readonly size: number;
  /** When it was put, in epoch milliseconds. */
  readonly modifiedAt: number;
  /** The bytes from `from` up to but not including `to`, all when absent. */
  read(from?: number, to?: number): AsyncIterable<Uint8Array>;
}

/** Bytes that are stored under no name yet: to be kept or discarded. */
export interface ReceivedFile {
  /** In bytes. */
  readonly size: number;
  /** Puts them under a name, as `put` does. Throws StorageError `misused`. */
  keep(name: string): Promise<void>;
  /** Removes them, unless they were kept. */
  discard(): Promise<void>;
}
