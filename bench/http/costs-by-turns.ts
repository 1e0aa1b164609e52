import { byTurns } from "../run/by-turns.ts";
import { load } from "../run/machine.ts";
import type { Server } from "../run/server-process.ts";
import { median } from "../run/statistics.ts";
import { KeepAliveClient, requestBytes, type SentRequest } from "./load/keep-alive-client.ts";

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
interface Cost {
  /** Microseconds of CPU time of all threads. */
  readonly micros: number;
  /** Kilobytes of heap: garbage, and what the content grows by. */
  readonly kilobytes: number;
  /** Microseconds of time: a second divided by these is the rate. */
  readonly elapsed: number;
}

/**
 * Compares the median rounds of two sides, and prints their costs and the ratios. `bar`: the ratio of the CPU time that is to
 * be reached. Returns the CPU time of each.
 */
export async function compareByTurns(
  title: string,
  sides: readonly [Side, Side],
  turns: Turns,
  bar?: number,
): Promise<readonly [number, number]> {
  const senders = sides.map((side) => new Sender(side, turns));
  const rounds = { rounds: turns.rounds, warmUp: WARM_UP };
  const all = await byTurns(senders, rounds, (sender, round) => sender.costOf(round + WARM_UP));
  for (const sender of senders) sender.close();
  // There are two sides.
  const [one, other] = all.map(medianCost) as [Cost, Cost];
  console.log(`${title}, load ${load()}`);
  for (const [at, { micros, kilobytes, elapsed }] of [one, other].entries()) {
    const rate = (1e6 / elapsed).toFixed(0);
    console.log(
      `  ${sides[at]?.name}: ${micros.toFixed(1)} us of CPU, ${kilobytes.toFixed(1)} kB of heap, ${rate} a second`,
    );
  }
  const ratios = [one.micros / other.micros, one.kilobytes / other.kilobytes, other.elapsed / one.elapsed];
  const [cpu, heap, rate] = ratios.map((ratio) => ratio.toFixed(2));
  const wanted = bar === undefined ? "" : ` (bar ${bar})`;
  console.log(`  ratio: ${cpu} of the CPU${wanted}, ${heap} of the heap, ${rate} of the rate`);
  return [one.micros, other.micros];
}

/** The CPU time of a server's first requests, by rounds, with the time since the first one. */
export async function costsFromStart(side: Side, turns: Turns): Promise<readonly string[]> {
  const sender = new Sender(side, turns);
  const begun = performance.now();
  const costs: string[] = [];
  for (let round = 0; round < turns.rounds; round++) {
    const { micros } = await sender.timeOf(round);
    costs.push(`${micros.toFixed(0)} at ${((performance.now() - begun) / 1000).toFixed(1)}`);
  }
  sender.close();
  return costs;
}

/** Sends the requests of a side, round by round. */
class Sender {
  readonly #server: Server;
  readonly #client: KeepAliveClient;
  readonly #requests: readonly Buffer[];
  readonly #perRound: number;

  constructor({ server, requests }: Side, { perRound, clients, token }: Turns) {
    this.#server = server;
    this.#client = new KeepAliveClient(server.port, clients);
    this.#requests = requests.map((each) => requestBytes(each, token));
    this.#perRound = perRound;
  }

  async costOf(round: number): Promise<Cost> {
    await this.#server.allocated();
    const time = await this.timeOf(round);
    return { ...time, kilobytes: (await this.#server.allocated()) / 1000 / this.#perRound };
  }

  async timeOf(round: number): Promise<Omit<Cost, "kilobytes">> {
    const [server, perRound] = [this.#server, this.#perRound];
    const [cpu, begun] = [server.cpuSeconds() ?? 0, performance.now()];
    await this.#client.send(this.#requestsOf(round));
    const elapsed = (performance.now() - begun) * 1000;
    await server.settled();
    return { micros: (((server.cpuSeconds() ?? 0) - cpu) * 1e6) / perRound, elapsed: elapsed / perRound };
  }

  close(): void {
    this.#client.close();
  }

  #requestsOf(round: number): readonly Buffer[] {
    const [all, perRound] = [this.#requests, this.#perRound];
    return Array.from({ length: perRound }, (_, at) => all[(round * perRound + at) % all.length] as Buffer);
  }
}

function medianCost(costs: readonly Cost[]): Cost {
  const of = (name: keyof Cost) => median(costs.map((cost) => cost[name]));
  return { micros: of("micros"), elapsed: of("elapsed"), kilobytes: of("kilobytes") };
}
