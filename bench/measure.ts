import type { HttpRequest } from "../transport/cli/bench/http-request.ts";
import type { LoadGenerator } from "../transport/cli/bench/load.ts";
import { type Workload, wishesOf } from "../transport/cli/bench/workloads.ts";
import type { Contestant } from "./contestant.ts";
import type { Size } from "./data.ts";
import type { Server } from "./run/server-process.ts";
import type { Servers } from "./run/servers.ts";
import { postsSubject } from "./subject.ts";

/** How long and on what. */
export interface Conditions {
  readonly size: Size;
  /** Seconds that are measured, after a warm-up of half as many, and of six at least where there are writes. */
  readonly seconds: number;
  readonly generator: LoadGenerator;
  readonly servers: Servers;
}

/** What one contestant did in one workload, in one run. Times in milliseconds. */
export interface Measurement {
  readonly workload: string;
  readonly contestant: string;
  readonly kind: Contestant["kind"];
  /** Answers a second. */
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  /** Mean bytes of an answer, its head included. */
  readonly bytes: number;
  /** Microseconds of the server's CPU for an answer; null where the system does not tell. */
  readonly cpuMicros: number | null;
  /** Share of its core that the server was busy; well below 1 the load generator was what limited it. */
  readonly busy: number | null;
}

/** Measures a process of the contestant. Rejects when it answers with errors: what fails fast is not fast. */
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
 * Clients of a warm-up, at least: V8 compiles what has run some thousand times, and one client alone would be measured
 * while it does.
 */
const WARMING = 32;
/** Seconds of a warm-up of writes, at least: they run through more code, and slower, than reads. */
const WARMING_WRITES = 6;

/** How many times as long a slow server is measured. */
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
  // What runs differently when nobody else is there is to be compiled as well.
  if (writes && clients < WARMING) await load({ clients, seconds: warming });
  // What answers nobody in that time needs more of it to be measured at all.
  const span = warmUp.answers < clients ? seconds * SLOW : seconds;
  const before = server.cpuSeconds();
  const { rate, p50, p99, bytes, answers, failures } = await load({ clients, seconds: span });
  const after = server.cpuSeconds();
  if (failures > 0 || answers === 0) throw new Error(`${contestant.name}, ${name}: ${failures} failed requests`);
  const used = before === null || after === null ? null : after - before;
  const cpu = { cpuMicros: used && (used * 1e6) / answers, busy: used && (used * rate) / answers };
  return { workload: name, contestant: contestant.name, kind: contestant.kind, rate, p50, p99, bytes, ...cpu };
}

/** A workload in the words of a contestant. */
function requestsOf(contestant: Contestant, workload: Workload, size: Size): readonly HttpRequest[] {
  return wishesOf(workload, postsSubject(size)).flatMap((wish) => contestant.request(wish) ?? []);
}
