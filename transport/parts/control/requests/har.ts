import { Buffer, isUtf8 } from "node:buffer";
import type { Json } from "../../../../engine/internal.ts";
import { encodeReadably } from "../../../http/params/encode-readably.ts";
import { flatParams } from "../../../http/params/flat-params.ts";
import { withoutSecrets } from "../../../http/params/without-secrets.ts";
import { version } from "../../../runtime/version.ts";
import type { RecordedBody } from "./recorded-body.ts";
import type { RecordedRequest } from "./recorded-request.ts";
import type { RequestMatch } from "./request-match.ts";

/** An HTTP archive of version 1.2, as browsers save and replay it. */
export interface Har {
  readonly log: {
    readonly version: "1.2";
    readonly creator: { readonly name: string; readonly version: string };
    readonly entries: readonly HarEntry[];
  };
}

interface Named {
  readonly name: string;
  readonly value: string;
}

export interface HarEntry {
  readonly startedDateTime: string;
  /** Milliseconds. */
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly httpVersion: string;
    readonly cookies: readonly [];
    readonly headers: readonly Named[];
    readonly queryString: readonly Named[];
    readonly postData?: { readonly mimeType: string; readonly text: string; readonly comment?: string };
    readonly headersSize: -1;
    readonly bodySize: number;
    readonly comment?: string;
  };
  readonly response: {
    readonly status: number;
    readonly statusText: string;
    readonly httpVersion: string;
    readonly cookies: readonly [];
    readonly headers: readonly Named[];
    readonly content: {
      readonly size: number;
      readonly mimeType: string;
      readonly text?: string;
      readonly encoding?: "base64";
      readonly comment?: string;
    };
    readonly redirectURL: string;
    readonly headersSize: -1;
    readonly bodySize: number;
  };
  readonly cache: Readonly<Record<string, never>>;
  readonly timings: { readonly send: 0; readonly wait: number; readonly receive: 0 };
  readonly _galley: { readonly fork: string | null; readonly answer: "local" };
}

export interface HarOptions {
  readonly match?: RequestMatch | undefined;
  /** Begins the URLs: `https://cms.example.com`. Default: where each request was sent. */
  readonly base?: string | undefined;
  /** Replace what could name somebody by stand-ins. Default: false. */
  readonly scrub?: boolean | undefined;
}

/** A request with what its journal keeps of it. */
export interface HarSource {
  readonly recorded: RecordedRequest;
  readonly body: RecordedBody;
  readonly answer: RecordedBody;
  /** Epoch milliseconds. */
  readonly started: number;
  /** Milliseconds. */
  readonly took: number;
}

/** Of equal requests with equal answers the first is kept: a replay takes the first that fits. */
export async function harOf(sources: readonly HarSource[], { base, scrub = false }: HarOptions): Promise<Har> {
  const change = scrub ? await scrubbing() : null;
  const seen = new Set<string>();
  const entries: HarEntry[] = [];
  for (const source of sources) {
    // A connection that was dropped has no answer.
    if (source.recorded.status === 0) continue;
    const entry = entryOf(source, base, change);
    const { request, response } = entry;
    const key = JSON.stringify([
      request.method,
      request.url,
      request.postData?.text,
      response.status,
      response.content,
    ]);
    if (!seen.has(key)) entries.push(entry);
    seen.add(key);
  }
  return { log: { version: "1.2", creator: { name: "galley", version: version() }, entries } };
}

/** Changes a text that users wrote: a JSON text by its names, else what is found in it. */
type Change = (text: string) => string;

async function scrubbing(): Promise<Change> {
  const { randomBytes } = await import("node:crypto");
  const { Scrubber } = await import("../../../twin/scrub/scrubber.ts");
  const { StandIns } = await import("../../../twin/scrub/stand-ins.ts");
  const scrubber = new Scrubber(new StandIns(randomBytes(32)));
  return (text) => {
    try {
      return JSON.stringify(scrubber.json(JSON.parse(text) as Json));
    } catch {
      return scrubber.text(text);
    }
  };
}

const CREDENTIALS: ReadonlySet<string> = new Set(["authorization", "proxy-authorization", "cookie", "set-cookie"]);

function entryOf(source: HarSource, base: string | undefined, change: Change | null): HarEntry {
  const { recorded, body, answer, started, took } = source;
  const { method, headers, status, response } = recorded;
  const query = changedQuery(withoutSecrets(recorded.query) ?? "", change);
  const origin = base?.replace(/(?<!\/)\/+$/, "") ?? `http://${headers.host ?? "127.0.0.1"}`;
  const url = `${origin}${encodeURI(changed(recorded.path, change))}${query === "" ? "" : `?${query}`}`;
  const sent = contentOf(body, change);
  const mimeType = headers["content-type"] ?? "application/octet-stream";
  const postData =
    sent.text === undefined || sent.encoding !== undefined
      ? {}
      : { postData: { mimeType, text: sent.text, ...(sent.comment !== undefined && { comment: sent.comment }) } };
  return {
    startedDateTime: new Date(started).toISOString(),
    time: took,
    request: {
      method,
      url,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: headersOf(headers, change),
      queryString: [...flatParams(query)].flatMap(([name, values]) => values.map((value) => ({ name, value }))),
      ...postData,
      headersSize: -1,
      bodySize: body.bytes,
      ...(Object.keys(postData).length === 0 && sent.comment !== undefined && { comment: sent.comment }),
    },
    response: {
      status,
      statusText: "",
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: headersOf(response.headers, change),
      content: { ...contentOf(answer, change), mimeType: response.headers["content-type"] ?? "" },
      redirectURL: response.headers.location ?? "",
      headersSize: -1,
      bodySize: answer.bytes,
    },
    cache: {},
    timings: { send: 0, wait: took, receive: 0 },
    _galley: { fork: headers["x-galley-fork"] ?? null, answer: "local" },
  };
}

function headersOf(headers: { readonly [name: string]: string }, change: Change | null): readonly Named[] {
  return Object.entries(headers)
    .filter(([name]) => !CREDENTIALS.has(name) && (change === null || name !== "etag"))
    .map(([name, value]) => ({ name, value }));
}

interface Content {
  readonly size: number;
  readonly text?: string;
  readonly encoding?: "base64";
  readonly comment?: string;
}

function contentOf(body: RecordedBody, change: Change | null): Content {
  const whole = body.whole();
  if (whole === null || body.isLost === true) {
    return { size: body.bytes, ...(body.isLost === true && { comment: "the body was not kept" }) };
  }
  const comment = body.isCut ? { comment: `the body is cut after ${body.bytes} bytes` } : {};
  if (typeof whole === "string" || isUtf8(whole)) {
    const text = changed(typeof whole === "string" ? whole : Buffer.from(whole).toString("utf8"), change);
    return { size: Buffer.byteLength(text), text, ...comment };
  }
  return { size: whole.length, text: Buffer.from(whole).toString("base64"), encoding: "base64", ...comment };
}

/** Changes the value of each parameter as the value of a member of its name. */
function changedQuery(query: string, change: Change | null): string {
  if (change === null || query === "") return query;
  const pairs = [...new URLSearchParams(query)].map(([name, value]) => {
    const [[, inner] = []] = Object.entries(JSON.parse(change(JSON.stringify({ [name]: value }))) as object);
    return `${encodeReadably(name)}=${encodeReadably(String(inner))}`;
  });
  return pairs.join("&");
}

function changed(text: string, change: Change | null): string {
  return change === null || text === "" ? text : change(text);
}
