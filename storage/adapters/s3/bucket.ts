import { setTimeout as pause } from "node:timers/promises";
import type { AwsClient } from "aws4fetch";
import { EngineError } from "../../../engine/internal.ts";
import { errorCode, StorageError } from "../../error.ts";
import type { S3Address } from "./address.ts";

/** A request to a bucket. */
export interface BucketRequest {
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  /** Key of an object, without the prefix of the address; null: the bucket itself. */
  readonly key: string | null;
  readonly query?: { readonly [name: string]: string };
  readonly headers?: { readonly [name: string]: string };
  readonly body?: Uint8Array | string;
  /** Participle for the message of a failure: `stored`. */
  readonly doing: "stored" | "read" | "removed" | "listed";
  /** Error statuses that are expected answers. */
  readonly alsoGood?: readonly number[];
}

/** Milliseconds within which a bucket must begin to answer. */
const PATIENCE = 30_000;

/** Delays in milliseconds before each retry. */
const PAUSES = [200, 600];

/** Sends signed requests to one bucket (AWS Signature Version 4). The package that signs is loaded with the first one. */
export class Bucket {
  readonly address: S3Address;
  #client: Promise<AwsClient> | null = null;

  constructor(address: S3Address) {
    this.address = address;
  }

  /**
   * The answer, whose body is still to be read. Idempotent requests are retried if the bucket is out of order.
   *
   * @throws EngineError `unavailable` (rejected) if it refuses, or does not answer; StorageError `misused` if the package
   * is not installed.
   */
  async send(request: BucketRequest): Promise<Response> {
    const { method, alsoGood = [], doing } = request;
    const pauses = method === "POST" ? [] : PAUSES;
    for (let at = 0; ; at += 1) {
      const answer = await this.#try(request);
      if (answer instanceof Response && (answer.ok || alsoGood.includes(answer.status))) return answer;
      const milliseconds = answer instanceof Response && !isPassing(answer.status) ? undefined : pauses[at];
      if (milliseconds === undefined) throw unavailable(doing, await reasonOf(answer));
      if (answer instanceof Response) await answer.body?.cancel();
      await pause(milliseconds);
    }
  }

  /** As `send`, with the answer's text, which may report a fault even with a status of success. */
  async sendWhole(request: BucketRequest): Promise<string> {
    const answer = await this.send(request);
    const text = await answer.text().catch(() => "<Code>Interrupted</Code><Error>");
    if (text.includes("<Error>")) throw unavailable(request.doing, codeIn(text) ?? "unknown");
    return text;
  }

  async #try({ method, key, query = {}, headers = {}, body }: BucketRequest): Promise<Response | Error> {
    const { url, prefix } = this.address;
    const path = key === null ? "" : `/${`${prefix}${key}`.split("/").map(encodeURIComponent).join("/")}`;
    const parameters = new URLSearchParams(query);
    const target = `${url}${path}${parameters.size > 0 ? `?${parameters}` : ""}`;
    const client = await this.#signer();
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), PATIENCE);
    try {
      const signed = await client.sign(target, { method, headers, ...(body !== undefined && { body }) });
      return await fetch(signed, { signal: patience.signal });
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    } finally {
      clearTimeout(timer);
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

export function unavailable(doing: BucketRequest["doing"], reason: string): EngineError {
  return new EngineError("unavailable", `The file could not be ${doing} in its bucket`, { reason });
}

function isPassing(status: number): boolean {
  return status >= 500 || status === 429;
}

/** Without addresses, keys and names: callers see it. */
async function reasonOf(answer: Response | Error): Promise<string> {
  if (answer instanceof Response) {
    const text = await answer.text().catch(() => "");
    return [String(answer.status), codeIn(text)].filter(Boolean).join(" ");
  }
  return errorCode(answer.cause) ?? answer.name;
}

/** `AccessDenied` and the like. */
function codeIn(xml: string): string | null {
  return /<Code>(\w{1,64})<\/Code>/.exec(xml)?.[1] ?? null;
}
