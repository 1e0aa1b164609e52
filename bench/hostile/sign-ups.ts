import { setTimeout } from "node:timers/promises";
import { figure, table } from "../../transport/cli/bench/table.ts";
import { sizeOf } from "../content/data.ts";
import { galley } from "../http/contestants.ts";
import { Servers } from "../http/servers.ts";
import { buildWorkingTree } from "../run/build.ts";
import { byTurns } from "../run/by-turns.ts";
import { median, quantile } from "../run/statistics.ts";

const POSTS = 10_000;
/** Users who sign in, in turn. */
const PEOPLE = 20;
const PASSWORD = "a long password";

export interface SignUpOptions {
  readonly rounds: number;
  /** Seconds of each measurement. */
  readonly duration: number;
  /** Sign-ups a second. */
  readonly rate: number;
  /** Sign-ins instead, of people who signed up before. */
  readonly isIn: boolean;
  /** Requests under way at once. */
  readonly readers: number;
}

/** Latencies of the reads of one measurement, in milliseconds. */
type Reads = readonly number[];

/** Prints how long reads take while people sign up or in, who have a password hashed each. */
export async function measureSignUps({ rounds, duration, rate, isIn, readers }: SignUpOptions): Promise<void> {
  await using servers = new Servers(sizeOf(POSTS));
  const { port } = await servers.start(galley(buildWorkingTree(), "", { listener: "uws", users: true }));
  const url = `http://127.0.0.1:${port}`;
  if (isIn) for (let at = 0; at < PEOPLE; at += 1) await signUp(url, at);
  await read(url, readers, 1000);
  const statuses = new Map<number, number>();
  let signed = 0;
  const alone = () => read(url, readers, duration * 1000);
  const beside = async (): Promise<Reads> => {
    const ended = new AbortController();
    const signing = atRate(rate, ended.signal, () => (isIn ? signIn : signUp)(url, signed++));
    const reads = await alone();
    ended.abort();
    for (const status of await signing) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    return reads;
  };
  const [one = [], other = []] = await byTurns([alone, beside], { rounds }, (measure) => measure());

  const shown = [
    (reads: Reads) => quantile(reads, 0.5),
    (reads: Reads) => quantile(reads, 0.9),
    (reads: Reads) => quantile(reads, 0.99),
    (reads: Reads) => reads.length / duration,
  ];
  const ratios = (of: (reads: Reads) => number) => other.map((reads, round) => of(reads) / of(one[round] ?? reads));
  const row = (name: string, measured: readonly Reads[]) => [
    name,
    ...shown.map((of) => figure(median(measured.map(of)))),
  ];
  const what = isIn ? "sign-ins" : "sign-ups";
  const rows = [
    row("alone", one),
    row(`beside ${rate} ${what} a second`, other),
    ["median of the ratios", ...shown.map((of) => median(ratios(of)).toFixed(2))],
    ["least and largest", ...shown.map((of) => [0, 1].map((end) => quantile(ratios(of), end).toFixed(2)).join(" to "))],
  ];
  console.log(
    `\n${table([`milliseconds of a read, medians of ${rounds}`, "p50", "p90", "p99", "reads a second"], rows)}`,
  );
  console.log(`\n${what}: ${[...statuses].map(([status, count]) => `${count} answered ${status}`).join(", ")}`);
}

/** Reads as fast as the readers can; returns the latencies. */
async function read(url: string, readers: number, milliseconds: number): Promise<Reads> {
  const latencies: number[] = [];
  const end = performance.now() + milliseconds;
  const reader = async (): Promise<void> => {
    while (performance.now() < end) {
      const started = performance.now();
      const page = 1 + ((latencies.length * 7919) % (POSTS / 25));
      const answer = await fetch(`${url}/api/posts?pagination%5Bpage%5D=${page}&populate=author`);
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`A read was answered ${answer.status}`);
      latencies.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: readers }, reader));
  return latencies;
}

/** Sends requests at a fixed rate, whether or not earlier ones were answered; returns the statuses of their answers. */
async function atRate(rate: number, signal: AbortSignal, send: () => Promise<number>): Promise<readonly number[]> {
  const sent: Promise<number>[] = [];
  const started = performance.now();
  while (!signal.aborted) {
    sent.push(send());
    await setTimeout(Math.max(0, started + (sent.length * 1000) / rate - performance.now()));
  }
  return Promise.all(sent);
}

function signUp(url: string, at: number): Promise<number> {
  const name = `user${at}`;
  return post(url, "local/register", { username: name, email: `${name}@example.org`, password: PASSWORD });
}

function signIn(url: string, at: number): Promise<number> {
  return post(url, "local", { identifier: `user${at % PEOPLE}`, password: PASSWORD });
}

async function post(url: string, path: string, body: object): Promise<number> {
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(`${url}/api/auth/${path}`, init);
  await answer.arrayBuffer();
  return answer.status;
}
