import { setTimeout } from "node:timers/promises";
import { figure, table } from "../transport/cli/bench/table.ts";
import { buildWorkingTree } from "./run/build.ts";
import { commandLine, wholeNumber } from "./run/command-line.ts";
import { describeMachine, machineLines } from "./run/machine.ts";
import { startServer } from "./run/server-process.ts";

const HELP = `npm run bench:sign-ups -- [options]

How long reads take while people sign up or in, who have a password hashed each.

  --seconds N        Seconds of each measurement (10)
  --rate N           Sign-ups a second (20)
  --in               Sign-ins instead, of people who signed up before
  --readers N        Requests under way at once (4)
  --help             Show this help`;

const given = commandLine(HELP, {
  seconds: { type: "string", default: "10" },
  rate: { type: "string", default: "20" },
  in: { type: "boolean", default: false },
  readers: { type: "string", default: "4" },
});
const seconds = wholeNumber("seconds", given.seconds);
const rate = wholeNumber("rate", given.rate);
const readers = wholeNumber("readers", given.readers);

const what = given.in ? "sign-ins" : "sign-ups";

const POSTS = 10_000;
/** People who sign in, in turn. */
const PEOPLE = 20;
const PASSWORD = "a long password";

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
const alone = await read(seconds * 1000);
const ended = new AbortController();
const signing = atRate(given.in ? signIn : signUp, ended.signal);
const beside = await read(seconds * 1000);
ended.abort();
const statuses = await signing;
await server.stop();

const row = (name: string, latencies: readonly number[]) => [
  name,
  ...[0.5, 0.9, 0.99].map((share) => figure(quantile(latencies, share))),
  figure(latencies.length / seconds),
];
const ratio = (share: number) => (quantile(beside, share) / quantile(alone, share)).toFixed(2);
console.log(
  `\n${table(
    ["milliseconds of a read", "p50", "p90", "p99", "reads a second"],
    [
      row("alone", alone),
      row(`beside ${rate} ${what} a second`, beside),
      ["ratio", ratio(0.5), ratio(0.9), ratio(0.99), (beside.length / alone.length).toFixed(2)],
    ],
  )}`,
);
console.log(`\n${what}: ${[...statuses].map(([status, count]) => `${count} answered ${status}`).join(", ")}`);

/** Reads as fast as the readers can; gives what each took. */
async function read(milliseconds: number): Promise<number[]> {
  const latencies: number[] = [];
  const end = performance.now() + milliseconds;
  const reader = async (): Promise<void> => {
    while (performance.now() < end) {
      const started = performance.now();
      const page = 1 + ((latencies.length * 7919) % (POSTS / 25));
      const answer = await fetch(`${url}/api/posts?pagination[page]=${page}&populate=author`);
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`A read was answered ${answer.status}`);
      latencies.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: readers }, reader));
  return latencies.sort((one, other) => one - other);
}

/** Sends requests at the rate, whether or not those before were answered; gives how many were answered how. */
async function atRate(
  send: (at: number) => Promise<number>,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, number>> {
  const sent: Promise<number>[] = [];
  const started = performance.now();
  while (!signal.aborted) {
    sent.push(send(sent.length));
    await setTimeout(Math.max(0, started + (sent.length * 1000) / rate - performance.now()));
  }
  const statuses = new Map<number, number>();
  for (const status of await Promise.all(sent)) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  return statuses;
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

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}
