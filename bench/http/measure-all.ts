import { type Workload, wishesOf } from "../../transport/cli/bench/workloads.ts";
import { postsSubject } from "../content/subject.ts";
import { byTurns } from "../run/by-turns.ts";
import { Progress } from "../run/progress.ts";
import type { Server } from "../run/server-process.ts";
import { compareAnswers } from "./compare-answers.ts";
import type { Contestant } from "./contestant.ts";
import { type Conditions, type Measurement, measure } from "./measure.ts";

/**
 * Measures each workload with each contestant, in several turns with alternating order; the best turn counts. Before
 * that, the answers of peers are compared with the reference's, and the reference's answer is given to the floors.
 */
export async function measureAll(
  workloads: readonly Workload[],
  contestants: readonly Contestant[],
  reference: Contestant,
  conditions: Conditions,
  turns: number,
): Promise<readonly Measurement[]> {
  const rounds = workloads.map((workload) => ({
    workload,
    all: contestants.filter((each) => each.takes(workload) && canBeAsked(each, workload, conditions)),
  }));
  const progress = new Progress(rounds.reduce((sum, { all }) => sum + 1 + turns * all.length, 0));
  const results: Measurement[] = [];
  for (const { workload, all } of rounds) {
    progress.begin(`${workload.name}: comparing answers`);
    const answer = await compareAll(workload, all, reference, conditions);
    const measured = await byTurns(all, { rounds: turns, isReversing: true }, (contestant) => {
      progress.begin(`${workload.name}: ${contestant.name}`);
      return measure(contestant, workload, conditions, answer);
    });
    results.push(...measured.map((each) => each.reduce((best, turn) => (best.rate < turn.rate ? turn : best))));
    await conditions.servers.endWorkload();
  }
  progress.end();
  return results;
}

/** A contestant that can express only part of a workload would be measured with different traffic. */
function canBeAsked(contestant: Contestant, workload: Workload, { size }: Conditions): boolean {
  return wishesOf(workload, postsSubject(size)).every((wish) => contestant.request(wish) !== null);
}

/** Compares every peer's answers with the reference's; returns the answer to the first request. */
function compareAll(
  workload: Workload,
  contestants: readonly Contestant[],
  reference: Contestant,
  conditions: Conditions,
): Promise<Uint8Array> {
  return withStarted(reference, conditions, async (server) => {
    for (const contestant of contestants.filter(({ kind }) => kind === "peer")) {
      await withStarted(contestant, conditions, (other) =>
        compareAnswers({ contestant: reference, server }, { contestant, server: other }, workload, conditions.size),
      );
    }
    return firstAnswer(reference, server, workload, conditions);
  });
}

/** Empty for a workload that begins with a write. */
async function firstAnswer(
  reference: Contestant,
  server: Server,
  workload: Workload,
  { size }: Conditions,
): Promise<Uint8Array> {
  const wish = workload.wish(0, postsSubject(size));
  const request = wish === null ? null : reference.request(wish);
  if (request?.method !== "GET") return new Uint8Array();
  const response = await fetch(`http://127.0.0.1:${server.port}${request.path}`);
  if (!response.ok) throw new Error(`${workload.name}: ${response.status} ${await response.text()}`);
  return new Uint8Array(await response.arrayBuffer());
}

function withStarted<T>(
  contestant: Contestant,
  { servers }: Conditions,
  use: (server: Server) => Promise<T>,
): Promise<T> {
  return servers.use(contestant, { answer: new Uint8Array(), writes: false }, use);
}
