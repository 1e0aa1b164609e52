import { setTimeout } from "node:timers/promises";
import { figure, table } from "../transport/cli/bench/table.ts";
import { buildWorkingTree } from "./run/build.ts";
import { commandLine, wholeNumber } from "./run/command-line.ts";
import { describeMachine, machineLines } from "./run/machine.ts";
import { startServer } from "./run/server-process.ts";

const HELP = `npm run bench:sign-ups -- [options]

How long reads take while people sign up, who have a password hashed each.

  --seconds N        Seconds of each measurement (10)
  --rate N           Sign-ups a second (20)
  --readers N        Requests under way at once (4)
  --help             Show this help`;

const given = commandLine(HELP, {
  seconds: { type: "string", default: "10" },
  rate: { type: "string", default: "20" },
  readers: { type: "string", default: "4" },
});
const seconds = wholeNumber("seconds", given.seconds);
const rate = wholeNumber("rate", given.rate);
const readers = wholeNumber("readers", given.readers);

const POSTS = 10_000;

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
await read(1000);
const alone = await read(seconds * 1000);
const ended = new AbortController();
const signingUp = signUp(ended.signal);
const beside = await read(seconds * 1000);
ended.abort();
const statuses = await signingUp;
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
      row(`beside ${rate} sign-ups a second`, beside),
      ["ratio", ratio(0.5), ratio(0.9), ratio(0.99), (beside.length / alone.length).toFixed(2)],
    ],
  )}`,
);
console.log(`\nSign-ups: ${[...statuses].map(([status, count]) => `${count} answered ${status}`).join(", ")}`);

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

/** Sends sign-ups at the rate, whether or not those before were answered; gives how many were answered how. */
async function signUp(signal: AbortSignal): Promise<ReadonlyMap<number, number>> {
  const sent: Promise<number>[] = [];
  while (!signal.aborted) {
    const name = `user${sent.length}`;
    const body = JSON.stringify({ username: name, email: `${name}@example.org`, password: "a long password" });
    const init = { method: "POST", headers: { "content-type": "application/json" }, body };
    sent.push(fetch(`${url}/api/auth/local/register`, init).then(({ status }) => status));
    await setTimeout(1000 / rate);
  }
  const statuses = new Map<number, number>();
  for (const status of await Promise.all(sent)) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  return statuses;
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}
