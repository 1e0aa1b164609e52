/**
 * Uploaded files by name. They are bytes beside the log; the log holds their descriptions. A name is not derived from
 * the bytes: a caller that stores two files chooses two names.
 */
export interface FileStore {
  /**
   * Stores the bytes, all or nothing, and replaces a file of that name. When it resolves, they are durable within the
   * adapter's guarantee.
   *
   * @throws StorageError `misused` for an invalid name (`isFileName`), and what `bytes` throws.
   */
  put(name: string, bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void>;
  /**
   * Stores bytes before their name is known, as durably as `put`. They become a file when they are kept; if the process
   * ends before that, nothing remains.
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

/** A file as it was when it was opened. It does not have to be closed. */
export interface StoredFile {
  /** In bytes. */
  readonly size: number;
  /** When it was stored, in epoch milliseconds. */
  readonly modifiedAt: number;
  /** The bytes from `from` up to but not including `to`; by default all. */
  read(from?: number, to?: number): AsyncIterable<Uint8Array>;
}

/** Bytes that are stored but have no name yet, to be kept or discarded. */
export interface ReceivedFile {
  /** In bytes. */
  readonly size: number;
  /** Stores them under a name, as `put` does. Throws StorageError `misused`. */
  keep(name: string): Promise<void>;
  /** Removes them, unless they were kept. */
  discard(): Promise<void>;
}
