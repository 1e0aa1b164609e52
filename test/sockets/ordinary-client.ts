/** Ordinary clients in a separate process. Each message says for how many seconds they send requests. */
import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

export interface Load {
  /** All answers, and the ones that were not good. */
  readonly answers: number;
  readonly bad: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

const PATH = "/api/posts?pagination[pageSize]=10&populate=author";
const CLIENTS = 4;
/** Milliseconds between an answer and the next request of a client. */
const PAUSE = 10;

const [, , url = ""] = process.argv;
const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });

process.on("message", async (seconds) => process.send?.(await ask(Number(seconds))));
process.send?.("started");

async function ask(seconds: number): Promise<Load> {
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  let bad = 0;
  const client = async (): Promise<void> => {
    do {
      const begun = performance.now();
      if ((await statusOf(`${url}${PATH}`)) !== 200) bad += 1;
      times.push(performance.now() - begun);
      await sleep(PAUSE);
    } while (performance.now() < end);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  times.sort((one, other) => one - other);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { answers: times.length, bad, p50: at(0.5), p99: at(0.99) };
}

/** Once it is answered whole; 0 where it is not. */
function statusOf(target: string): Promise<number> {
  return new Promise((resolve) => {
    const request = get(target, { agent }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
    });
    request.on("error", () => resolve(0));
  });
}
