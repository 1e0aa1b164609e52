import { loadavg } from "node:os";
import { KeepAliveClient, requestBytes, type SentRequest } from "../load/keep-alive-client.ts";
import { median } from "../median.ts";
import type { Server } from "./server-process.ts";

/** Rounds that are not counted: they fill caches, and have code compiled. */
const WARM_UP = 5;

export interface Turns {
  /** Rounds of each side. */
  readonly rounds: number;
  /** Requests in a round. */
  readonly perRound: number;
  readonly clients: number;
  /** Authorizes the requests; null for none. */
  readonly token: string | null;
}

/** One of the two ways to answer that are compared. */
export interface Side {
  readonly name: string;
  readonly server: Server;
  readonly requests: readonly SentRequest[];
}

/** The cost of one round, for each of its requests. */
export interface Cost {
  /** Microseconds of CPU time of all threads. */
  readonly micros: number;
  /** Kilobytes of heap: garbage, and what the content grows by. */
  readonly kilobytes: number;
  /** Microseconds of time: a second divided by these is the rate. */
  readonly elapsed: number;
}

/** The median round of each side. The sides take turns, so that all neighbours disturb them alike. */
export async function costsByTurns(sides: readonly [Side, Side], turns: Turns): Promise<readonly [Cost, Cost]> {
  const [one, other] = [measured(sides[0], turns), measured(sides[1], turns)];
  for (let round = -WARM_UP; round < turns.rounds; round++) {
    for (const { server, send, costs } of [one, other]) {
      const cost = await costOf(server, turns, () => send(round + WARM_UP));
      if (round >= 0) costs.push(cost);
    }
  }
  for (const { close } of [one, other]) close();
  return [medianCost(one.costs), medianCost(other.costs)];
}

/** Compares two sides, and prints both costs and their ratios. */
export async function compareByTurns(title: string, sides: readonly [Side, Side], turns: Turns): Promise<void> {
  const [one, other] = await costsByTurns(sides, turns);
  console.log(`${title}, load ${loadavg()[0]?.toFixed(1)}`);
  for (const [at, cost] of [one, other].entries()) console.log(`  ${sides[at]?.name}: ${costText(cost)}`);
  const ratios = [one.micros / other.micros, one.kilobytes / other.kilobytes, other.elapsed / one.elapsed];
  const [cpu, heap, rate] = ratios.map((ratio) => ratio.toFixed(2));
  console.log(`  ratio: ${cpu} of the CPU, ${heap} of the heap, ${rate} of the rate`);
}

/** The CPU time of a server's first requests, by rounds, with the time since the first one. */
export async function costsFromStart(side: Side, turns: Turns): Promise<readonly string[]> {
  const { send, close } = measured(side, turns);
  const begun = performance.now();
  const costs: string[] = [];
  for (let round = 0; round < turns.rounds; round++) {
    const { micros } = await timeOf(side.server, turns, () => send(round));
    costs.push(`${micros.toFixed(0)} at ${((performance.now() - begun) / 1000).toFixed(1)}`);
  }
  close();
  return costs;
}

export function costText({ micros, kilobytes, elapsed }: Cost): string {
  return `${micros.toFixed(1)} us of CPU, ${kilobytes.toFixed(1)} kB of heap, ${(1e6 / elapsed).toFixed(0)} a second`;
}

function measured({ server, requests }: Side, { perRound, clients, token }: Turns) {
  const bytes = requests.map((each) => requestBytes(each, token));
  const client = new KeepAliveClient(server.port, clients);
  const ofRound = (round: number) =>
    Array.from({ length: perRound }, (_, at) => bytes[(round * perRound + at) % bytes.length] as Buffer);
  const send = (round: number) => client.send(ofRound(round));
  return { server, send, close: () => client.close(), costs: [] as Cost[] };
}

async function costOf(server: Server, turns: Turns, work: () => Promise<void>): Promise<Cost> {
  await server.allocated();
  const time = await timeOf(server, turns, work);
  return { ...time, kilobytes: (await server.allocated()) / 1000 / turns.perRound };
}

async function timeOf(
  server: Server,
  { perRound }: Turns,
  work: () => Promise<void>,
): Promise<Omit<Cost, "kilobytes">> {
  const [cpu, begun] = [server.cpuSeconds() ?? 0, performance.now()];
  await work();
  const elapsed = (performance.now() - begun) * 1000;
  await server.settled();
  return { micros: (((server.cpuSeconds() ?? 0) - cpu) * 1e6) / perRound, elapsed: elapsed / perRound };
}

function medianCost(costs: readonly Cost[]): Cost {
  const of = (name: keyof Cost) => median(costs.map((cost) => cost[name]));
  return { micros: of("micros"), elapsed: of("elapsed"), kilobytes: of("kilobytes") };
}
