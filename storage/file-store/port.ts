/**
 * Uploaded files by name: bytes beside the log, which holds their descriptions. A name is not derived from its bytes; a
 * caller that puts two files chooses two names.
 */
export interface FileStore {
  /**
   * Stores the bytes, all or nothing, replacing those under the name. Durable within the adapter's guarantee when it
   * resolves.
   *
   * @throws StorageError `misused` for an invalid name (`isFileName`), and what `bytes` throws.
   */
  put(name: string, bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void>;
  /**
   * Stores bytes before their name is known, as durably as `put`: they are not a file until they are kept. A process that
   * ends before that leaves nothing behind.
   *
   * @throws what `bytes` throws.
   */
  receive(bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<ReceivedFile>;
  /** Null if no file has the name. */
  open(name: string): Promise<StoredFile | null>;
  /** Removes a file; it need not exist. */
  delete(name: string): Promise<void>;
  /** Every file's name, in any order. */
  list(): AsyncIterable<string>;
}

/** A file as it was when it was opened. It needs no closing. */
export interface StoredFile {
  /** In bytes. */
  readonly size: number;
  /** When it was put, in epoch milliseconds. */
  readonly modifiedAt: number;
  /** The bytes from `from` up to but not including `to`; by default all. */
  read(from?: number, to?: number): AsyncIterable<Uint8Array>;
}

/** Bytes stored under no name yet: to be kept or discarded. */
export interface ReceivedFile {
  /** In bytes. */
  readonly size: number;
  /** Stores them under a name, as `put` does. Throws StorageError `misused`. */
  keep(name: string): Promise<void>;
  /** Removes them, unless they were kept. */
  discard(): Promise<void>;
}
