import { pathOf } from "../../twin/verify/read.ts";
import type { Skipped } from "../../twin/verify/read-of-request.ts";
import { repeatedReads } from "../../twin/verify/recorded-reads.ts";
import { BenchError } from "./bench-error.ts";
import type { HttpRequest } from "./http-request.ts";

/** The reads of a file in their order, as often as they were asked. */
export interface Recorded {
  readonly requests: readonly HttpRequest[];
  /** Requests that are not sent, by reason. */
  readonly skipped: Skipped;
}

/**
 * The reads of a HAR, a journal or a list of URLs, for a server with this prefix.
 *
 * @throws BenchError if it holds none; TwinError for a file that is neither.
 */
export async function recorded(file: string, prefix: string): Promise<Recorded> {
  const skipped: Skipped = new Map();
  const requests: HttpRequest[] = [];
  for await (const read of repeatedReads(file, [...new Set([prefix, "/api"])], skipped))
    requests.push({ method: read.method, path: pathOf(read, prefix), body: "" });
  if (requests.length === 0) throw new BenchError(`${file} holds no read that could be sent`);
  return { requests, skipped };
}
