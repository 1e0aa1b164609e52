import type { WriteRate } from "./programs.ts";
import { Times } from "./times.ts";

/** Writes with some clients, each beginning the next write when one is done, for a while and at least a few times. */
export async function writeRate(
  clients: number,
  seconds: number,
  write: (count: number) => void | Promise<void>,
): Promise<WriteRate> {
  const times: number[] = [];
  let count = 0;
  const cpu = process.cpuUsage();
  const started = performance.now();
  const client = async (): Promise<void> => {
    do {
      count += 1;
      const begun = performance.now();
      await write(count);
      times.push(performance.now() - begun);
    } while (times.length < FEWEST || performance.now() < started + seconds * 1000);
  };
  await Promise.all(Array.from({ length: clients }, client));
  const { user, system } = process.cpuUsage(cpu);
  const sorted = new Times(times);
  return {
    rate: (times.length * 1000) / (performance.now() - started),
    p50: sorted.at(0.5),
    p99: sorted.at(0.99),
    cpuMicros: (user + system) / times.length,
  };
}

const FEWEST = 3;
