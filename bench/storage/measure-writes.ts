import type { LoadGenerator } from "../../transport/cli/bench/load.ts";
import { WRITES } from "../../transport/cli/bench/workloads.ts";
import { galleysByStorage } from "../contestants.ts";
import { sizeOf } from "../data.ts";
import { measure } from "../measure.ts";
import type { Build } from "../run/build.ts";
import type { Progress } from "../run/progress.ts";
import { Servers } from "../run/servers.ts";
import { withFolder } from "../run/with-folder.ts";
import { alone } from "./alone.ts";
import type { WriteRate } from "./programs.ts";

export const CLIENTS = [1, 8, 64] as const;

export const FLUSHES = "bare write and flush, no server";
const LOWDB = "lowdb, no server";

/** One contestant's writes with a number of clients, in its best turn. */
export interface Writes extends Omit<WriteRate, "cpuMicros"> {
  readonly contestant: string;
  readonly clients: number;
  /** The rates of all turns in order; rates of one turn were measured directly after each other. */
  readonly rates: readonly number[];
  /** Null if the system does not report it. */
  readonly cpuMicros: number | null;
}

type Contender = {
  readonly name: string;
  writes(clients: number): Promise<Omit<Writes, "contestant" | "clients" | "rates">>;
};

/**
 * Creates posts with 1, 8 and 64 clients: over HTTP with each storage and, for comparison, by the disk and lowdb
 * without any server. Several turns with alternating order; the best turn counts.
 */
export async function measureWrites(
  build: Build,
  generator: LoadGenerator,
  seconds: number,
  turns: number,
  progress: Progress,
): Promise<readonly Writes[]> {
  const contenders = [...serverless(seconds), ...overHttp(build, generator, seconds)];
  const best = new Map<string, Writes>();
  for (const clients of CLIENTS) {
    for (let turn = 0; turn < turns; turn++) {
      for (const { name, writes } of turn % 2 === 0 ? contenders : contenders.toReversed()) {
        progress.begin(`${name}, ${clients} clients`);
        const key = `${name} ${clients}`;
        const before = best.get(key);
        const result = await writes(clients);
        const rates = [...(before?.rates ?? []), result.rate];
        const better = before !== undefined && before.rate > result.rate ? before : result;
        best.set(key, { ...better, contestant: name, clients, rates });
      }
    }
  }
  return CLIENTS.flatMap((clients) => contenders.flatMap(({ name }) => best.get(`${name} ${clients}`) ?? []));
}

/** How many steps of progress `measureWrites` makes. */
export function stepsOfWrites(build: Build, turns: number): number {
  return CLIENTS.length * turns * (galleysByStorage(build).length + 2);
}

function serverless(seconds: number): readonly Contender[] {
  return [
    { name: FLUSHES, writes: () => withFolder((folder) => alone("flushes", { folder, seconds })) },
    { name: LOWDB, writes: (clients) => withFolder((folder) => alone("lowdb", { folder, seconds, clients })) },
  ];
}

function overHttp(build: Build, generator: LoadGenerator, seconds: number): readonly Contender[] {
  const workload = WRITES.find(({ name }) => name === "writes");
  if (workload === undefined) throw new Error("There is no workload of writes");
  const size = sizeOf(0);
  const conditions = { size, seconds, generator, servers: new Servers(size, "use") };
  return galleysByStorage(build).map((contestant) => ({
    name: contestant.name,
    writes: async (clients) => {
      const measured = await measure(contestant, { ...workload, clients }, conditions, new Uint8Array());
      const { rate, p50, p99, cpuMicros } = measured;
      return { rate, p50, p99, cpuMicros };
    },
  }));
}
