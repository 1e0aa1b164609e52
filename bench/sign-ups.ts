import { setTimeout } from "node:timers/promises";
import { figure, table } from "../transport/cli/bench/table.ts";
import { buildWorkingTree } from "./run/build.ts";
import { commandLine, wholeNumber } from "./run/command-line.ts";
import { describeMachine, machineLines } from "./run/machine.ts";
import { startServer } from "./run/server-process.ts";

const HELP = `npm run bench -- sign-ups [options]

How long reads take while people sign up or in, who have a password hashed each.

  --rounds N         Times that reads alone and beside sign-ups are measured in turn (5)
  --seconds N        Seconds of each measurement (5)
  --rate N           Sign-ups a second (20)
  --in               Sign-ins instead, of people who signed up before
  --readers N        Requests under way at once (4)
  --help             Show this help`;

const given = commandLine(HELP, {
  rounds: { type: "string", default: "5" },
  seconds: { type: "string", default: "5" },
  rate: { type: "string", default: "20" },
  in: { type: "boolean", default: false },
  readers: { type: "string", default: "4" },
});
const rounds = wholeNumber("rounds", given.rounds);
const seconds = wholeNumber("seconds", given.seconds);
const rate = wholeNumber("rate", given.rate);
const readers = wholeNumber("readers", given.readers);

const what = given.in ? "sign-ins" : "sign-ups";

const POSTS = 10_000;
/** Users who sign in, in turn. */
const PEOPLE = 20;
const PASSWORD = "a long password";

/** Latencies of the reads of one measurement, in milliseconds. */
type Reads = readonly number[];

const SHOWN = [
  (reads: Reads) => quantile(reads, 0.5),
  (reads: Reads) => quantile(reads, 0.9),
  (reads: Reads) => quantile(reads, 0.99),
  (reads: Reads) => reads.length / seconds,
];

console.log(machineLines(describeMachine()).join("\n"));
const { folder: build } = buildWorkingTree();
const server = await startServer("galley.ts", {
  build,
  posts: POSTS,
  listener: "uws",
  storage: "memory",
  users: true,
  token: "token-of-the-benchmark",
});
const url = `http://127.0.0.1:${server.port}`;
if (given.in) for (let at = 0; at < PEOPLE; at += 1) await signUp(at);
await read(1000);
const statuses = new Map<number, number>();
const alone: Reads[] = [];
const beside: Reads[] = [];
let signed = 0;
// Alternating, because a busy machine changes its pace from minute to minute.
for (let round = 0; round < rounds; round += 1) {
  alone.push(await read(seconds * 1000));
  const ended = new AbortController();
  const signing = atRate(given.in ? signIn : signUp, ended.signal);
  beside.push(await read(seconds * 1000));
  ended.abort();
  await signing;
}
await server.stop();

const ratios = (of: (reads: Reads) => number) => beside.map((reads, round) => of(reads) / of(alone[round] ?? reads));
const row = (name: string, measured: readonly Reads[]) => [
  name,
  ...SHOWN.map((of) => figure(quantile(measured.map(of), 0.5))),
];
console.log(
  `\n${table(
    [`milliseconds of a read, medians of ${rounds}`, "p50", "p90", "p99", "reads a second"],
    [
      row("alone", alone),
      row(`beside ${rate} ${what} a second`, beside),
      ["median of the ratios", ...SHOWN.map((of) => quantile(ratios(of), 0.5).toFixed(2))],
      [
        "least and largest",
        ...SHOWN.map((of) => [0, 1].map((end) => quantile(ratios(of), end).toFixed(2)).join(" to ")),
      ],
    ],
  )}`,
);
console.log(`\n${what}: ${[...statuses].map(([status, count]) => `${count} answered ${status}`).join(", ")}`);

/** Reads as fast as the readers can; returns the latencies. */
async function read(milliseconds: number): Promise<Reads> {
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

/** Sends requests at a fixed rate, whether or not earlier ones were answered, and counts their answers. */
async function atRate(send: (at: number) => Promise<number>, signal: AbortSignal): Promise<void> {
  const sent: Promise<number>[] = [];
  const started = performance.now();
  while (!signal.aborted) {
    sent.push(send(signed++));
    await setTimeout(Math.max(0, started + (sent.length * 1000) / rate - performance.now()));
  }
  for (const status of await Promise.all(sent)) statuses.set(status, (statuses.get(status) ?? 0) + 1);
}

function signUp(at: number): Promise<number> {
  const name = `user${at}`;
  return post("local/register", { username: name, email: `${name}@example.org`, password: PASSWORD });
}

function signIn(at: number): Promise<number> {
  return post("local", { identifier: `user${at % PEOPLE}`, password: PASSWORD });
}

async function post(path: string, body: object): Promise<number> {
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(`${url}/api/auth/${path}`, init);
  await answer.arrayBuffer();
  return answer.status;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
