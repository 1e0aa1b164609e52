import { once } from "node:events";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import type { Change, RawParams } from "../../../engine/internal.ts";
import { createGalley } from "../../../transport/galley.ts";
import { documentId, type Size, sizeOf } from "../../content/data.ts";
import { KeepAliveClient, requestBytes } from "../../http/load/keep-alive-client.ts";
import { answer, optionsOf } from "../../run/options.ts";
import { collectGarbage, ThreadClock, threadMilliseconds } from "../../run/processor-time.ts";
import { kindsWith } from "../ask-all.ts";
import { DEFINITION, firstOfEach } from "../content.ts";
import { load, paramsOf, writeToAll } from "../galley.ts";
import type { QuestionKind } from "../questions.ts";
import type { ColdTask } from "./measure-cold.ts";

/** The first question of one kind over HTTP, and what requests by id wait beside it. */
export interface ColdResult {
  readonly kind: string;
  /** Milliseconds until the question was answered, and the processor's milliseconds for the server's longest turn. */
  readonly answered: number;
  readonly longestTurn: number;
  /** Answers by id meanwhile, and the longest wait for one, in milliseconds. */
  readonly answers: number;
  readonly longestWait: number;
  /** The longest one without the time in which a thread of server or client was ready, but had no processor. */
  readonly longestOwnWait: number;
}

interface Task {
  readonly port: number;
  readonly question: string;
  readonly byId: string;
}

type Waited = Pick<ColdResult, "answered" | "answers" | "longestWait" | "longestOwnWait">;

/** More posts than indexes are built over at once. */
const WARM_UP = 30_000;

// One process, whose clients have a thread of their own.
if (isMainThread) {
  const { posts, only } = optionsOf<ColdTask>();
  const client = new Worker(new URL(import.meta.url));
  await measureAll(client, sizeOf(WARM_UP), only);
  answer(await measureAll(client, sizeOf(posts), only));
  await client.terminate();
} else {
  parentPort?.on("message", async (task: Task) => parentPort?.postMessage(await waitBeside(task)));
}

async function measureAll(client: Worker, size: Size, only: readonly string[]): Promise<readonly ColdResult[]> {
  const galley = await createGalley({ schema: DEFINITION, open: true, cacheBytes: 0 });
  load(galley.engine, size);
  const firsts = firstOfEach(size);
  const results: ColdResult[] = [];
  for (const kind of kindsWith(...only)) results.push(await measure(client, galley.fork(), firsts, size, kind));
  await galley.close();
  return results;
}

async function measure(
  client: Worker,
  galley: Awaited<ReturnType<typeof createGalley>>,
  firsts: readonly Change[],
  size: Size,
  { name, question }: QuestionKind,
): Promise<ColdResult> {
  writeToAll(galley.engine, firsts);
  collectGarbage();
  const { port } = await galley.listen({ port: 0 });
  const turns = watchTurns();
  client.postMessage({
    port,
    question: `/api/posts?${queryText(paramsOf(question(0, size)))}`,
    byId: `/api/posts/${documentId("p", 1)}`,
  } satisfies Task);
  // The worker answers each task with this.
  const [waited] = (await once(client, "message")) as [Waited];
  const longestTurn = turns.end();
  await galley.close();
  return { kind: name, ...waited, longestTurn };
}

/** Measures the time of the processor from each turn of the event loop to the next. */
function watchTurns(): { end(): number } {
  let [longest, last] = [0, threadMilliseconds()];
  let isEnded = false;
  const look = (): void => {
    const now = threadMilliseconds();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isEnded) setImmediate(look);
  };
  setImmediate(look);
  return {
    end: () => {
      isEnded = true;
      return longest;
    },
  };
}

/** Asks a question, and by id over and over on another connection until the question is answered. */
async function waitBeside({ port, question, byId }: Task): Promise<Waited> {
  const [asker, reader] = [new KeepAliveClient(port, 1), new KeepAliveClient(port, 1)];
  const entry = [requestBytes({ method: "GET", path: byId, body: "" }, null)];
  for (let at = 0; at < WARM; at++) await reader.send(entry);
  let isAnswered = false;
  const start = performance.now();
  const answer = asker.send([requestBytes({ method: "GET", path: question, body: "" }, null)]).then(() => {
    isAnswered = true;
    return performance.now() - start;
  });
  const clocks = [ThreadClock.ofMain(), ThreadClock.ofCaller()];
  const readyTime = () => clocks.reduce((sum, { times }) => sum + times.ready, 0);
  let [answers, longestWait, longestOwnWait] = [0, 0, 0];
  for (; !isAnswered; answers++) {
    const [sent, ready] = [performance.now(), readyTime()];
    await reader.send(entry);
    const wait = performance.now() - sent;
    longestWait = Math.max(longestWait, wait);
    longestOwnWait = Math.max(longestOwnWait, wait - (readyTime() - ready));
  }
  asker.close();
  reader.close();
  return { answered: await answer, answers, longestWait, longestOwnWait };
}

const WARM = 200;

/** Parameters as the query string of a URL. */
function queryText(params: RawParams): string {
  return Object.entries(params)
    .flatMap(([name, value]) => pairsOf(name, value))
    .join("&");
}

function pairsOf(name: string, value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [`${name}=${encodeURIComponent(String(value))}`];
  return Object.entries(value).flatMap(([key, below]) => pairsOf(`${name}[${key}]`, below));
}
