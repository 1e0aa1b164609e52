import { HEAD_BYTES } from "../../transport/adapters/shared/limits.ts";
import { controlRequest } from "../arbitraries/hostile/hostile-control.ts";
import { graphqlRequest } from "../arbitraries/hostile/hostile-graphql.ts";
import { localeRequest } from "../arbitraries/hostile/hostile-locales.ts";
import { pageRequest } from "../arbitraries/hostile/hostile-pages.ts";
import { type HostileRequest, hostileRequest } from "../arbitraries/hostile/hostile-request.ts";
import { sessionRequest } from "../arbitraries/hostile/hostile-sessions.ts";
import { uploadRequest } from "../arbitraries/hostile/hostile-upload.ts";
import { userRequest } from "../arbitraries/hostile/hostile-users.ts";
import { type Pipelined, pipelined } from "../arbitraries/hostile/pipelined.ts";
import { fc } from "../support/fast-check.ts";
import { startOpenid } from "../support/peers/openid-server.ts";
import { checkErrorAnswer } from "../support/requests/check-error-answer.ts";
import type { Answer, Exchange } from "../support/vectors/play/exchange.ts";
import { FuzzedServer } from "./fuzzed-server.ts";
import { FUZZED_TYPES } from "./fuzzed-types.ts";
import { Kept } from "./kept.ts";
import { LATE, Latencies } from "./latencies.ts";
import { Pipelines } from "./pipelines.ts";
import { type FuzzSettings, settingsOf } from "./settings.ts";
import { Wire } from "./wire.ts";

export interface FuzzOptions {
  readonly requests: number;
  readonly seed: number;
  /** Told now and then how far it is. */
  readonly progress?: (sofar: FuzzReport) => void;
}

/** The findings. An empty list of faults is the goal. */
export interface FuzzReport {
  readonly requests: number;
  readonly byStatus: ReadonlyMap<number, number>;
  /** How many answers took how long, with others under way and whatever else the machine does. */
  readonly latencies: Readonly<Record<string, number>>;
  /** The late request that took the most processor time when it was sent again alone. */
  readonly dearestAlone: Dearest;
  /** Bytes of the largest answer. */
  readonly largest: number;
  /** Most resident memory of any server, in bytes. */
  readonly memory: number;
  /** Seconds of processor time of this process, and of all servers that have ended. */
  readonly worked: { readonly client: number; readonly servers: number };
  /** Each with the request, and the seed and number to send it again. */
  readonly faults: readonly string[];
}

interface Dearest {
  readonly milliseconds: number;
  readonly request: string;
}

/** Every family of routes that a server may have, and what does not keep to the form of requests at all. */
const REQUESTS = fc.oneof(
  { weight: 4, arbitrary: pipelined },
  { weight: 22, arbitrary: hostileRequest(FUZZED_TYPES) },
  { weight: 14, arbitrary: graphqlRequest(FUZZED_TYPES) },
  { weight: 10, arbitrary: uploadRequest() },
  { weight: 8, arbitrary: userRequest() },
  { weight: 12, arbitrary: sessionRequest() },
  { weight: 8, arbitrary: controlRequest() },
  { weight: 4, arbitrary: pageRequest() },
  { weight: 1, arbitrary: localeRequest() },
);

/** Requests that are under way at the same time. */
const AT_ONCE = 8;

/** Packets of several requests that are under way: a connection is listened to until it is quiet, which costs time alone. */
const PACKETS = 64;

/** Requests that are drawn together. */
const BATCH = 500;

/** Milliseconds of processor time that no answer takes: well above `LATE`, since a busy machine lengthens that too. */
const STUCK = 2 * LATE;

/** Bytes of a body from which its transfer takes most of the time. */
const LARGE = 1_048_576;

/** More faults give no new information. */
const FAULTS = 20;

/**
 * Sends made requests to real servers and looks at every answer: none of them is a fault of the server's, none is late,
 * and the servers live on. The same seed sends the same requests, but for what a server has issued itself.
 */
export async function fuzz({ requests, seed, progress }: FuzzOptions): Promise<FuzzReport> {
  const seen = new Seen();
  const { issuer } = await startOpenid();
  for (let done = 0, server = 0; done < requests && seen.faults.length < FAULTS; server++) {
    const settings = settingsOf(server, requests);
    const count = Math.min(settings.requests, requests - done);
    await fuzzOne({ ...settings, issuer }, seed + server, count, seen);
    done += count;
    progress?.(seen.report());
  }
  return seen.report();
}

async function fuzzOne(settings: FuzzSettings, seed: number, count: number, seen: Seen): Promise<void> {
  const server = await FuzzedServer.start(settings);
  const wire = new Wire(server.url);
  const pipelines = new Pipelines(settings.listener);
  const kept = new Kept(settings.issuer);
  const packets = new Set<Promise<void>>();
  const source = drawn(seed, count);

  const sendOne = async (at: number, request: HostileRequest | Pipelined): Promise<void> => {
    try {
      if ("requests" in request) await pipelines.send(server.url, request);
      else await send({ server, wire, kept, profile: settings.profile, seen }, request);
      seen.requests += 1;
    } catch (error) {
      seen.fault(`${String(error)}\n  seed ${seed}, request ${at}: ${describe(request)}`);
    }
  };
  const sendAll = async (): Promise<void> => {
    for (const [at, request] of source) {
      if (seen.faults.length >= FAULTS || !server.alive) return;
      const sending = sendOne(at, request);
      if ("requests" in request) {
        packets.add(sending);
        sending.then(() => packets.delete(sending));
        if (packets.size >= PACKETS) await Promise.race(packets);
      } else await sending;
      if (at % BATCH === 0) seen.memory = Math.max(seen.memory, server.memory());
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendAll));
  await Promise.all(packets);
  for (const request of seen.latencies.takeLate()) {
    const milliseconds = server.alive ? await leastAlone(server, wire, request) : null;
    if (milliseconds === null) continue;
    seen.alone(milliseconds, request);
    if (milliseconds > STUCK && sizeOf(request) < LARGE)
      seen.fault(`seed ${seed}: took ${milliseconds} ms of the processor alone: ${describe(request)}`);
  }

  if (server.alive) for (const fault of await pipelines.faults(server.url)) seen.fault(`seed ${seed}: ${fault}`);
  wire.close();
  seen.worked += server.worked();
  const code = await server.stop();
  for (const fault of server.faults) seen.fault(`seed ${seed}: inside the server: ${fault}`);
  if (code !== 0) seen.fault(`seed ${seed}: the server ended with ${code}`);
}

/** The requests of one server with their numbers, drawn a batch at a time: a long run keeps no more of them. */
function* drawn(seed: number, count: number): Generator<readonly [at: number, request: HostileRequest | Pipelined]> {
  for (let at = 0; at < count; ) {
    const numRuns = Math.min(BATCH, count - at);
    for (const request of fc.sample(REQUESTS, { seed: (seed + Math.imul(at, GOLDEN)) | 0, numRuns }))
      yield [at++, request];
  }
}

/** Keeps the seeds of batches apart from the ones of the servers that follow. */
const GOLDEN = 0x9e3779b1;

/**
 * Milliseconds of processor time: the least of three, for collecting garbage falls on any of them. A quick one is not asked again. Null for
 * a request that the server hangs up on before it is all sent, as it may.
 */
async function leastAlone(server: FuzzedServer, wire: Wire, request: HostileRequest): Promise<number | null> {
  const times: number[] = [];
  for (let time = 0; time < 3 && Math.min(...times) > LATE / 2; time++) {
    const before = server.worked();
    const answer = await wire.send(wireForm(request)).catch(() => null);
    if (answer !== null) times.push(server.worked() - before);
  }
  return times.length === 0 ? null : Math.min(...times);
}

function wireForm({ method, path, headers, body }: HostileRequest): Exchange {
  return { method, path, headers, body: body === null ? null : Buffer.from(body) };
}

/** The server that is asked, and what is kept of its answers. */
interface Asked {
  readonly server: FuzzedServer;
  readonly wire: Wire;
  readonly kept: Kept;
  readonly profile: "contract" | "strapi";
  readonly seen: Seen;
}

async function send({ server, wire, kept, profile, seen }: Asked, drawn: HostileRequest): Promise<void> {
  const request = kept.filled(drawn);
  const { method, path } = request;
  const started = performance.now();
  const answer = await insistently(server, wire, request);
  seen.answer(answer.status, performance.now() - started, answer.text.length, request);
  await kept.keep(answer);
  if (isRefusedByParser(answer, request) || isProviderGone(answer, request)) return;
  // In a Strapi 501 says that a method is not one of HTTP's usual ones.
  if (answer.status >= 500 && !(profile === "strapi" && answer.status === 501))
    throw new Error(`answered ${answer.status} ${answer.text}`);
  if (isFaultOfGraphql(answer)) throw new Error(`answered ${answer.status} ${answer.text}`);
  checkErrorAnswer(answer, method, path, profile);
}

/** The native parser may take a target over its limit for an old version (SECURITY.md, Two listeners). */
function isRefusedByParser({ status }: Answer, { path }: HostileRequest): boolean {
  return status === 505 && path.length > HEAD_BYTES;
}

/** One of the providers is not there. The answer to a HEAD cannot say so. */
function isProviderGone({ status, text }: Answer, { method, path }: HostileRequest): boolean {
  const says = method === "HEAD" ? /\/connect\/gone\b/.test(path) : text.includes("The provider cannot be asked");
  return status === 503 && says;
}

/** Bytes of a head, or of a body, that may have been refused and answered before they were all sent. */
const EARLY_ANSWER = 16_000;

/** How often such an answer may be lost. */
const LOST = 5;

/**
 * A server that has answered early closes the connection, and a client that writes on finds that out before it reads the
 * answer, or after, as it happens: then it is sent again.
 */
async function insistently(server: FuzzedServer, wire: Wire, request: HostileRequest): Promise<Answer> {
  for (let lost = 0; ; lost++) {
    try {
      return await wire.send(wireForm(request));
    } catch (error) {
      if (!isLong(request) || lost === LOST || !server.alive || !isClosed(error)) throw error;
    }
  }
}

function isLong({ path, headers, body }: HostileRequest): boolean {
  return path.length + JSON.stringify(headers).length + (body?.length ?? 0) > EARLY_ANSWER;
}

function isClosed(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
  return cause?.code === "EPIPE" || cause?.code === "ECONNRESET";
}

/** GraphQL reports a server's fault in an ordinary answer. */
function isFaultOfGraphql({ text, body }: Answer): boolean {
  return /Internal server error/i.test(text) && typeof body === "object" && body !== null && "errors" in body;
}

function sizeOf({ body }: HostileRequest): number {
  return body === null ? 0 : Buffer.byteLength(body);
}

class Seen {
  requests = 0;
  readonly byStatus = new Map<number, number>();
  readonly latencies = new Latencies();
  dearestAlone: Dearest = { milliseconds: 0, request: "" };
  largest = 0;
  memory = 0;
  /** Milliseconds of the servers. */
  worked = 0;
  readonly faults: string[] = [];

  answer(status: number, milliseconds: number, bytes: number, request: HostileRequest): void {
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1);
    this.largest = Math.max(this.largest, bytes);
    this.latencies.add(milliseconds, request);
  }

  alone(milliseconds: number, request: HostileRequest): void {
    if (milliseconds > this.dearestAlone.milliseconds) this.dearestAlone = { milliseconds, request: describe(request) };
  }

  fault(text: string): void {
    if (this.faults.length < FAULTS) this.faults.push(shortened(text, 1500));
  }

  report(): FuzzReport {
    const { requests, byStatus, dearestAlone, largest, memory, faults } = this;
    const { user, system } = process.cpuUsage();
    const worked = { client: (user + system) / 1e6, servers: this.worked / 1e3 };
    const latencies = this.latencies.distribution();
    return { requests, byStatus, latencies, dearestAlone, largest, memory, worked, faults };
  }
}

function describe(request: HostileRequest | Pipelined): string {
  if ("requests" in request) return shortened(JSON.stringify(request.requests), 500);
  const { method, path, headers, body } = request;
  return shortened(
    `${method} ${path} ${JSON.stringify(headers)} ${typeof body === "string" ? body : Buffer.from(body ?? []).toString("latin1")}`,
    500,
  );
}

function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}… (${text.length} characters)` : text;
}
