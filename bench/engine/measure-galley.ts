import {
  type Change,
  CONTRACT_RULES,
  type Engine,
  FULL_ACCESS,
  findMany,
  readContextOf,
  TEXT,
} from "../../engine/internal.ts";
import { type Size, sizeOf } from "../content/data.ts";
import { median } from "../run/statistics.ts";
import { askAll, kindsWith } from "./ask-all.ts";
import { contentChanges } from "./content.ts";
import { loadedEngine, opened, queryOf } from "./galley.ts";
import type { Garbage, Job, Memory, Result } from "./result.ts";

const FORKS = 1_000;
const CHANGES = 500;

/** Galley's answers, and the memory of the content, alone and with the indexes of all questions. */
export function measureGalley(size: Size, job: Job): Pick<Result, "asked" | "control" | "memory" | "garbage"> {
  warmUp();
  const before = bytesUsed();
  const engine = loadedEngine(size);
  const content = bytesUsed() - before;
  const answers = askAll(opened(engine), size, job);
  const garbage = measureGarbage(engine, size, job.only);
  const withIndexes = bytesUsed() - before;
  let json = 0;
  for (const change of engine.dump()) json += JSON.stringify(change).length;
  const documents = size.posts + size.authors + size.categories + size.tags;
  const memory = {
    json,
    content,
    withIndexes,
    documents,
    change: measureChange(engine, size),
    ...measureForks(engine),
  };
  return { ...answers, memory, garbage };
}

/**
 * Gets all measured code compiled. Compilation and other one-time costs take as much memory as a thousand posts, and
 * none of them grows with the content.
 */
function warmUp(): void {
  const size = sizeOf(1_000);
  const engine = loadedEngine(size);
  const job = { contestant: "", posts: size.posts, times: 200, seconds: 1, clock: "wall", only: [""] } as const;
  askAll(opened(engine), size, job);
}

/** The median time to change one post, with every index of the questions being updated. */
function measureChange(engine: Engine, size: Size): number {
  const times: number[] = [];
  for (const change of contentChanges(size)) {
    if (change.kind !== "put" || change.type !== "api::post.post" || change.status !== "published") continue;
    const { version } = change;
    const values = { ...version.values, title: `changed ${version.id}`, views: version.id % 1_000 };
    const start = performance.now();
    engine.apply({ number: engine.number + 1, at: 0, changes: [{ ...change, version: { ...version, values } }] });
    times.push(performance.now() - start);
    if (times.length === CHANGES) break;
  }
  return median(times);
}

/** Each fork is written to, because an unused fork takes no memory. */
function measureForks(engine: Engine): Pick<Memory, "fork" | "thousandForks"> {
  const before = bytesUsed();
  const forks: Engine[] = [];
  const start = performance.now();
  for (let at = 0; at < FORKS; at++) forks.push(engine.fork());
  const fork = (performance.now() - start) / FORKS;
  const change = firstPost(engine);
  for (const each of forks) each.apply({ number: each.number + 1, at: 0, changes: [change] });
  const thousandForks = bytesUsed() - before;
  return { fork, thousandForks: forks.length === 0 ? 0 : thousandForks };
}

function firstPost(engine: Engine): Change {
  for (const change of engine.dump()) if (change.kind === "put" && change.type === "api::author.author") return change;
  throw new Error("There is no author to be written again");
}

function bytesUsed(): number {
  // Only available if the process was started with --expose-gc.
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/**
 * The median of so many batches counts, with so many answers in each: few enough that a collection of the young
 * generation, of 16 MB, falls into one batch of thirty or less often. That batch seems to make less garbage than the
 * others, which the median does not see. Collections are not forced: each takes a second with a million posts.
 */
const BATCHES = 15;
const ANSWERS = 30;

/**
 * The garbage of answers on the heap, from the checked query to the texts of its entries, for each kind of question.
 */
function measureGarbage({ state }: Engine, size: Size, only: readonly string[]): readonly Garbage[] {
  // Only available if the process was started with --expose-gc. The old generation is swept from here on.
  globalThis.gc?.();
  return kindsWith(...only).map(({ name, question }) => {
    const queries = Array.from({ length: ANSWERS }, (_, at) => queryOf(question(at, size)));
    const answerAll = (): number => {
      const before = process.memoryUsage().heapUsed;
      for (const query of queries) {
        findMany(readContextOf(state, CONTRACT_RULES, query, FULL_ACCESS, "caller"), TEXT, query);
      }
      return (process.memoryUsage().heapUsed - before) / ANSWERS;
    };
    answerAll();
    return { kind: name, bytes: median(Array.from({ length: BATCHES }, answerAll)) };
  });
}
