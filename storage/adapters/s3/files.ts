import { randomUUID } from "node:crypto";
import { assertFileName, isFileName } from "../../file-store/file-name.ts";
import { inParts } from "../../file-store/in-parts.ts";
import type { FileStore, ReceivedFile, StoredFile } from "../../file-store/port.ts";
import { parseS3Address, type S3Credentials } from "./address.ts";
import { type BucketAnswer, unavailable } from "./answer.ts";
import { Bucket } from "./bucket.ts";
import { type ListedKey, type ListedKeys, listedKeys, textOf } from "./listed-keys.ts";

/** Bytes held of each arriving file, and sent at a time: S3 requires at least 5 MiB. */
const PART = 8 << 20;

/** Prefix of large files that have no name yet. No valid file name begins like this. */
const RECEIVED = ".received/";

/** Milliseconds after which nobody is still receiving a file. */
const ABANDONED = 24 * 60 * 60 * 1000;

/** Status of an answer to a request for a range. */
const PARTIAL = 206;

/** When a file was put, in epoch milliseconds: the bucket itself counts in seconds. */
const MODIFIED = "x-amz-meta-modified";

/** @internal */
export interface BucketOptions {
  /** Milliseconds of silence after which a bucket counts as gone. */
  readonly patience?: number;
}

/**
 * Files in a bucket of S3, or of a compatible server, under their names. A file of up to 8 MiB is one request; a larger
 * one is uploaded in parts under a temporary name, and then copied to its own inside the bucket. A bucket that refuses or
 * does not answer is EngineError `unavailable` (503).
 */
export class S3FileStore implements FileStore {
  readonly #bucket: Bucket;

  /**
   * `address`: `s3://BUCKET[/FOLDER][?region=…&endpoint=…]`. Default credentials: the AWS variables of the environment.
   *
   * @throws StorageError `misused`
   */
  constructor(address: string, credentials?: S3Credentials, { patience }: BucketOptions = {}) {
    this.#bucket = new Bucket(parseS3Address(address, credentials, process.env), patience);
  }

  async put(name: string, bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> {
    assertFileName(name);
    const received = await this.receive(bytes);
    await received.keep(name).catch(async (error: unknown) => {
      // A part that cannot be removed is swept in a day; that failure does not explain why the file was not kept.
      await received.discard().catch(() => {});
      throw error;
    });
  }

  async receive(bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<ReceivedFile> {
    const parts = inParts(bytes, PART);
    const { value: first = Buffer.alloc(0), done } = await parts.next();
    const second = done || first.length < PART ? undefined : (await parts.next()).value;
    return second === undefined ? this.#small(first) : this.#large(first, second, parts);
  }

  async open(name: string): Promise<StoredFile | null> {
    if (!isFileName(name)) return null;
    const head = await this.#bucket.send({ method: "HEAD", key: name, doing: "read", alsoGood: [404] });
    if (head.status === 404) return null;
    const length = head.header("content-length");
    if (length === null) throw unavailable("read", "no Content-Length");
    const size = Number(length);
    const modifiedAt = Number(head.header(MODIFIED) ?? Date.parse(head.header("last-modified") ?? "")) || 0;
    const tag = head.header("etag");
    if (tag === null) throw unavailable("read", "no ETag");
    return { size, modifiedAt, read: (from = 0, to = size) => this.#read(name, tag, from, Math.min(to, size)) };
  }

  async delete(name: string): Promise<void> {
    if (!isFileName(name)) return;
    await this.#remove(name);
  }

  async *list(): AsyncGenerator<string> {
    const { prefix } = this.#bucket.address;
    for await (const { key } of this.#keys()) {
      const name = key.slice(prefix.length);
      if (isFileName(name)) yield name;
    }
  }

  /** Held until it has its name: one request stores all of it, or nothing. */
  #small(body: Buffer): ReceivedFile {
    const keep = async (name: string): Promise<void> => {
      assertFileName(name);
      const headers = { [MODIFIED]: String(Date.now()) };
      await this.#bucket.store({ method: "PUT", key: name, headers, body, doing: "stored" });
    };
    return { size: body.length, keep, discard: async () => {} };
  }

  async #large(first: Buffer, second: Buffer, more: AsyncIterable<Buffer>): Promise<ReceivedFile> {
    await this.#sweep();
    const key = `${RECEIVED}${randomUUID()}`;
    const size = await this.#upload(key, startingWith([first, second], more));
    const { bucket, prefix } = this.#bucket.address;
    const keep = async (name: string): Promise<void> => {
      assertFileName(name);
      const headers = {
        "x-amz-copy-source": `/${bucket}/${`${prefix}${key}`.split("/").map(encodeURIComponent).join("/")}`,
        "x-amz-metadata-directive": "REPLACE",
        [MODIFIED]: String(Date.now()),
      };
      await this.#bucket.sendWhole({ method: "PUT", key: name, headers, doing: "stored" }, "CopyObjectResult");
      // Kept is kept: what cannot be removed now is swept in a day.
      await this.#remove(key).catch(() => {});
    };
    return { size, keep, discard: () => this.#remove(key) };
  }

  /** Sends a file in parts; returns its size. If it rejects, nothing of the file is stored. */
  async #upload(key: string, parts: AsyncIterable<Buffer>): Promise<number> {
    const bucket = this.#bucket;
    const begin = { method: "POST", key, query: { uploads: "" }, doing: "stored" } as const;
    const begun = await bucket.sendWhole(begin, "InitiateMultipartUploadResult");
    const uploadId = textOf(begun, "UploadId");
    if (uploadId === null) throw unavailable("stored", "no UploadId");
    try {
      let size = 0;
      const sent: string[] = [];
      for await (const body of parts) {
        const partNumber = sent.length + 1;
        const query = { partNumber: String(partNumber), uploadId };
        const tag = await bucket.store({ method: "PUT", key, query, body, doing: "stored" });
        sent.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${tag}</ETag></Part>`);
        size += body.length;
      }
      const body = `<CompleteMultipartUpload>${sent.join("")}</CompleteMultipartUpload>`;
      const complete = { method: "POST", key, query: { uploadId }, body, doing: "stored" } as const;
      await bucket.sendWhole(complete, "CompleteMultipartUploadResult");
      return size;
    } catch (error) {
      await bucket.send({ method: "DELETE", key, query: { uploadId }, doing: "removed" }).catch(() => {});
      throw error;
    }
  }

  async *#read(name: string, tag: string, from: number, to: number): AsyncGenerator<Uint8Array> {
    if (to <= from) return;
    // Another file under the name is not the one that was opened.
    const headers = { range: `bytes=${from}-${to - 1}`, "if-match": tag };
    const answer = await this.#bucket.send({ method: "GET", key: name, headers, doing: "read" });
    const fault = faultOf(answer, tag, from, to);
    if (fault === null) return yield* exactly(answer, to - from);
    await answer.discard();
    throw unavailable("read", fault);
  }

  async #remove(key: string): Promise<void> {
    const answer = await this.#bucket.send({ method: "DELETE", key, doing: "removed", alsoGood: [404] });
    await answer.discard();
    // A bucket has nothing to say there: this is a page of someone in its place.
    if (answer.ok && answer.header("content-type")?.startsWith("text/html")) throw unavailable("removed", "a page");
  }

  /** Removes what processes left behind that ended while they were receiving; of very many some, since an upload waits. */
  async #sweep(): Promise<void> {
    const { prefix } = this.#bucket.address;
    for (const { key, modifiedAt } of (await this.#page(RECEIVED, null)).keys) {
      if (modifiedAt < Date.now() - ABANDONED) await this.#remove(key.slice(prefix.length));
    }
  }

  /** Keys that begin with the prefix of the address, and have no further slash. */
  async *#keys(): AsyncGenerator<ListedKey> {
    let token: string | null = null;
    do {
      const { keys, next }: ListedKeys = await this.#page("", token);
      yield* keys;
      if (next !== null && next === token) throw unavailable("listed", "the same page again");
      token = next;
    } while (token !== null);
  }

  /** Some of the keys that begin with the prefix of the address and this text, from a token on. */
  async #page(beginning: string, token: string | null): Promise<ListedKeys> {
    const query = {
      "list-type": "2",
      "encoding-type": "url",
      delimiter: "/",
      prefix: this.#bucket.address.prefix + beginning,
      ...(token !== null && { "continuation-token": token }),
    };
    const text = await this.#bucket.sendWhole({ method: "GET", key: null, query, doing: "listed" }, "ListBucketResult");
    const page = listedKeys(text);
    if (page === null) throw unavailable("listed", "a list that cannot be read");
    return page;
  }
}

/** Why an answer is not these bytes of the file with this tag; null if it says that it is. */
function faultOf(answer: BucketAnswer, tag: string, from: number, to: number): string | null {
  const now = answer.header("etag");
  if (now !== null && bare(now) !== bare(tag)) return "another file";
  if (answer.status !== PARTIAL) return from === 0 ? null : "no partial content";
  return answer.header("content-range")?.startsWith(`bytes ${from}-${to - 1}/`) ? null : "another range";
}

/** A tag without the signs that servers between add or take. */
function bare(tag: string): string {
  return tag.replace(/^W\//, "").replaceAll('"', "");
}

/** @throws EngineError `unavailable` if the answer has another number of bytes. */
async function* exactly(answer: BucketAnswer, size: number): AsyncGenerator<Uint8Array> {
  let left = size;
  for await (const piece of answer.bytes()) {
    left -= piece.byteLength;
    if (left < 0) break;
    yield piece;
  }
  if (left !== 0) throw unavailable("read", "another length");
}

async function* startingWith(first: readonly Buffer[], more: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* first;
  yield* more;
}
