import type { Schema } from "../../../engine/internal.ts";
import { sourceTypes } from "../../twin/source/source-types.ts";
import { Upstream } from "../../twin/source/upstream.ts";
import { TwinError } from "../../twin/twin-error.ts";
import type { Cause, Mask } from "../../twin/verify/masks.ts";
import type { Read } from "../../twin/verify/read.ts";
import {
  type AskedRequest,
  type RequestLike,
  readsAmong,
  requestOfJournal,
  type Skipped,
} from "../../twin/verify/read-of-request.ts";
import { recordedReads } from "../../twin/verify/recorded-reads.ts";
import { galleySide, serverSide } from "../../twin/verify/sides.ts";
import { verify } from "../../twin/verify/verify.ts";
import { verifyLines } from "../../twin/verify/verify-report.ts";
import type { MatcherResult } from "./matcher-result.ts";

export interface ServerMatchOptions {
  /**
   * The requests: paths such as `/api/posts?sort=title`, records of `galley.requests`, or the name of a file: a HAR, a saved
   * `GET /__galley/requests`, or a list of URLs. Default: what the galley was asked so far. Those that could write are not sent.
   */
  readonly requests?: string | Iterable<string | AskedRequest>;
  /** Of the server. */
  readonly token?: string;
  /** Of the galley. */
  readonly galleyToken?: string;
  /** Masks that are switched off. */
  readonly exact?: readonly Mask[];
  /** Causes that are no difference. */
  readonly allow?: readonly Cause[];
  /** Names of headers to compare too. */
  readonly headers?: readonly string[];
}

/** A galley in this process. */
interface Asked {
  readonly fetch: (input: string, init?: RequestInit) => Promise<Response>;
  readonly requests?: Iterable<AskedRequest>;
}

/** Whether a galley answers requests as a server at a URL does. Nothing but GET and HEAD is sent to it. */
export async function matchServer(
  received: unknown,
  url: string | URL,
  options: ServerMatchOptions,
): Promise<MatcherResult> {
  if (!isAsked(received)) return { pass: false, message: () => "expected a galley, to compare it with a server" };
  const upstream = new Upstream(String(url), { token: options.token });
  const [real, here] = [serverSide(upstream), galleySide(received, "/api", options.galleyToken ?? null)];
  const skipped: Skipped = new Map();
  const reads = await readsOf(options.requests ?? [...(received.requests ?? [])], [upstream.prefix, "/api"], skipped);
  const began = performance.now();
  const { exact, allow, headers = [] } = options;
  const verified = await verify({
    real,
    here,
    reads,
    schema: await schemaOf(upstream),
    exact: new Set(exact),
    allow: new Set(allow),
    headers: headers.map((name) => name.toLowerCase()),
  });
  const reported = {
    real,
    here,
    seconds: (performance.now() - began) / 1000,
    skipped,
    tokens: { real: undefined, here: undefined },
    code: [],
  };
  const lines = verifyLines(
    verified,
    reported,
    (words) => `curl ${words.map((word) => JSON.stringify(word)).join(" ")}`,
  );
  return {
    pass: verified.reads > 0 && verified.groups.length === 0 && verified.failed === 0,
    message: () => (verified.reads === 0 ? "expected something to have been asked" : lines.join("\n")),
  };
}

function isAsked(value: unknown): value is Asked {
  return typeof value === "object" && value !== null && "fetch" in value && typeof value.fetch === "function";
}

async function readsOf(
  requests: string | Iterable<string | AskedRequest>,
  prefixes: readonly string[],
  skipped: Skipped,
): Promise<readonly Read[]> {
  const found =
    typeof requests === "string"
      ? recordedReads(requests, prefixes, skipped)
      : readsAmong([...requests].map(requestOf), prefixes, skipped);
  const reads: Read[] = [];
  for await (const read of found) reads.push(read);
  return reads;
}

function requestOf(request: string | AskedRequest): RequestLike {
  return typeof request === "string" ? { method: "GET", url: request } : requestOfJournal(request);
}

/** Content types make requests smaller, if the token may read them. */
async function schemaOf(upstream: Upstream): Promise<Schema | null> {
  try {
    return (await sourceTypes(upstream)).schema;
  } catch (error) {
    if (error instanceof TwinError) return null;
    throw error;
  }
}
