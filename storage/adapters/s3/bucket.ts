import { setTimeout as pause } from "node:timers/promises";
import type { AwsClient } from "aws4fetch";
import { errorCode, isError, StorageError } from "../../error.ts";
import type { S3Address } from "./address.ts";
import { BucketAnswer, codeOf, type FileAction, Patience, unavailable } from "./answer.ts";

/** A request to a bucket. */
export interface BucketRequest {
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  /** Key of an object, without the prefix of the address; null: the bucket itself. */
  readonly key: string | null;
  readonly query?: { readonly [name: string]: string };
  readonly headers?: { readonly [name: string]: string };
  readonly body?: Uint8Array | string;
  readonly doing: FileAction;
  /** Error statuses that are expected answers. */
  readonly alsoGood?: readonly number[];
}

/** Milliseconds within which a bucket must begin to answer, and then send each piece of its answer. */
const PIECE_TIMEOUT = 30_000;

/** Delays in milliseconds before each retry. */
const PAUSES = [200, 600];

/** Sends signed requests to one bucket (AWS Signature Version 4). The package that signs is loaded with the first one. */
export class Bucket {
  readonly address: S3Address;
  readonly #patience: number;
  #client: Promise<AwsClient> | null = null;

  /** `patience`: milliseconds. */
  constructor(address: S3Address, patience = PIECE_TIMEOUT) {
    this.address = address;
    this.#patience = patience;
  }

  /**
   * The answer, whose body is still to be read. Idempotent requests are retried if the bucket is out of order.
   *
   * @throws EngineError `unavailable` (rejected) if it refuses, or does not answer; StorageError `misused` if the package
   * is not installed.
   */
  async send(request: BucketRequest): Promise<BucketAnswer> {
    const { method, alsoGood = [], doing } = request;
    const pauses = method === "POST" ? [] : PAUSES;
    for (let at = 0; ; at += 1) {
      const answer = await this.#try(request);
      const isAnswer = answer instanceof BucketAnswer;
      if (isAnswer && (answer.ok || alsoGood.includes(answer.status))) return answer;
      const milliseconds = isAnswer && !isPassing(answer.status) ? undefined : pauses[at];
      if (milliseconds === undefined) throw unavailable(doing, await reasonOf(answer));
      if (isAnswer) await answer.discard();
      await pause(milliseconds);
    }
  }

  /**
   * As `send`, with the answer's text, which may report a fault even with a status of success. `element`: the one that the
   * text has to hold from its beginning to its end, since what answers may not be the bucket.
   */
  async sendWhole(request: BucketRequest, element: string): Promise<string> {
    const text = await (await this.send(request)).text();
    if (text.includes("<Error>")) throw unavailable(request.doing, codeIn(text) ?? "unknown");
    if (text.includes(`<${element}`) && text.includes(`</${element}>`)) return text;
    throw unavailable(request.doing, `no ${element}`);
  }

  /** As `send`, for bytes that the bucket is to store: gives the tag with which it says that it has. */
  async store(request: BucketRequest): Promise<string> {
    const answer = await this.send(request);
    await answer.discard();
    const tag = answer.header("etag");
    if (tag === null) throw unavailable(request.doing, "no ETag");
    return tag;
  }

  async #try({ method, key, query = {}, headers = {}, body, doing }: BucketRequest): Promise<BucketAnswer | Error> {
    const { url, prefix } = this.address;
    const path = key === null ? "" : `/${`${prefix}${key}`.split("/").map(encodeURIComponent).join("/")}`;
    const parameters = new URLSearchParams(query);
    const target = `${url}${path}${parameters.size > 0 ? `?${parameters}` : ""}`;
    const client = await this.#signer();
    const patience = new Patience(this.#patience);
    try {
      const signed = await client.sign(target, { method, headers, ...(body !== undefined && { body }) });
      // A bucket of another region redirects: the signature does not hold there, and the answer says why.
      const { signal } = patience;
      const response = await patience.within(fetch(signed, { signal, redirect: "manual" }));
      return new BucketAnswer(response, doing, patience);
    } catch (error) {
      return isError(error) ? error : new Error(String(error));
    }
  }

  #signer(): Promise<AwsClient> {
    this.#client ??= newClient(this.address);
    return this.#client;
  }
}

async function newClient({ accessKeyId, secretAccessKey, sessionToken, region }: S3Address): Promise<AwsClient> {
  try {
    const aws = await import("aws4fetch");
    return new aws.AwsClient({
      accessKeyId,
      secretAccessKey,
      region,
      service: "s3",
      ...(sessionToken !== undefined && { sessionToken }),
    });
  } catch (error) {
    const code = errorCode(error);
    if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") throw error;
    throw new StorageError(
      "misused",
      "A bucket needs the package aws4fetch, which is not installed: npm install aws4fetch",
    );
  }
}

function isPassing(status: number): boolean {
  return status >= 500 || status === 429;
}

async function reasonOf(answer: BucketAnswer | Error): Promise<string> {
  if (!(answer instanceof BucketAnswer)) return codeOf(answer);
  const text = await answer.text().catch(() => "");
  return [String(answer.status), codeIn(text)].filter(Boolean).join(" ");
}

/** `AccessDenied` and the like. */
function codeIn(xml: string): string | null {
  return /<Code>(\w{1,64})<\/Code>/.exec(xml)?.[1] ?? null;
}
