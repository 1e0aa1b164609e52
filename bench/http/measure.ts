import type { HttpRequest } from "../../transport/cli/bench/http-request.ts";
import type { Load, LoadGenerator } from "../../transport/cli/bench/load.ts";
import { type Workload, wishesOf } from "../../transport/cli/bench/workloads.ts";
import type { Size } from "../content/data.ts";
import { postsSubject } from "../content/subject.ts";
import type { Server } from "../run/server-process.ts";
import type { Contestant } from "./contestant.ts";
import type { Servers } from "./servers.ts";

/** The conditions of a measurement. */
export interface Conditions {
  readonly size: Size;
  /** Seconds to measure, after a warm-up of half that time, or of at least six seconds for writes. */
  readonly seconds: number;
  readonly generator: LoadGenerator;
  readonly servers: Servers;
}

/** The result of one contestant in one workload, in one run. Times in milliseconds. */
export interface Measurement extends Pick<Load, "rate" | "p50" | "p99" | "bytes"> {
  readonly workload: string;
  readonly contestant: string;
  readonly kind: Contestant["kind"];
  /** CPU time of the server per answer in microseconds; null if the system does not report it. */
  readonly cpuMicros: number | null;
  /** The share of its core that the server used; well below 1, the load generator was the limit. */
  readonly busy: number | null;
}

/** Measures a process of the contestant. Rejects if it answers with errors: failing fast is not being fast. */
export function measure(
  contestant: Contestant,
  workload: Workload,
  conditions: Conditions,
  answer: Uint8Array,
): Promise<Measurement> {
  return conditions.servers.use(contestant, { answer, writes: workload.writes }, (server) =>
    measureServer(server, contestant, workload, conditions),
  );
}

/**
 * The least number of clients in a warm-up. V8 compiles code that has run some thousand times, and with a single client
 * that would happen during the measurement.
 */
const WARMING = 32;
/** The least duration of a warm-up of writes in seconds: they run through more code than reads, and more slowly. */
const WARMING_WRITES = 6;

/** Factor on the duration for a slow server. */
const SLOW = 5;

async function measureServer(
  server: Server,
  contestant: Contestant,
  workload: Workload,
  { size, seconds, generator }: Conditions,
): Promise<Measurement> {
  const requests = requestsOf(contestant, workload, size);
  const { clients, name, writes } = workload;
  const token = writes ? contestant.token : null;
  const origin = `http://127.0.0.1:${server.port}`;
  const load = (options: { readonly clients: number; readonly seconds: number }) =>
    generator.run({ origin, requests, token, ...options });
  const warming = Math.max(writes ? WARMING_WRITES : 1, Math.round(seconds / 2));
  const warmUp = await load({ clients: Math.max(clients, WARMING), seconds: warming });
  // Warms up the code paths of a server with few clients as well.
  if (writes && clients < WARMING) await load({ clients, seconds: warming });
  // A server that answered no one in that time needs a longer measurement.
  const span = warmUp.answers < clients ? seconds * SLOW : seconds;
  const before = server.cpuSeconds();
  const { rate, p50, p99, bytes, answers, failures } = await load({ clients, seconds: span });
  const after = server.cpuSeconds();
  if (failures > 0 || answers === 0) throw new Error(`${contestant.name}, ${name}: ${failures} failed requests`);
  const used = before === null || after === null ? null : after - before;
  const cpu = { cpuMicros: used && (used * 1e6) / answers, busy: used && (used * rate) / answers };
  return { workload: name, contestant: contestant.name, kind: contestant.kind, rate, p50, p99, bytes, ...cpu };
}

/** A workload as requests to a contestant. */
function requestsOf(contestant: Contestant, workload: Workload, size: Size): readonly HttpRequest[] {
  return wishesOf(workload, postsSubject(size)).flatMap((wish) => contestant.request(wish) ?? []);
}
