import type { Change, Engine } from "../../engine/index.ts";
import type { Size } from "../data.ts";
import { askAll } from "./ask-all.ts";
import { findPosts, loadedEngine, queryOf } from "./galley.ts";
import type { Job, Memory, Result } from "./result.ts";

const FORKS = 1_000;

/** Galley's answers, and what the content takes in memory, alone and with the indexes of all questions. */
export function measureGalley(size: Size, job: Job): Pick<Result, "asked" | "memory"> {
  const before = bytesUsed();
  const engine = loadedEngine(size);
  const content = bytesUsed() - before;
  const asked = askAll({ find: (question) => findPosts(engine, queryOf(question)) }, size, job);
  const withIndexes = bytesUsed() - before;
  let json = 0;
  for (const change of engine.dump()) json += JSON.stringify(change).length;
  const documents = size.posts + size.authors + size.categories + size.tags;
  return { asked, memory: { json, content, withIndexes, documents, ...measureForks(engine) } };
}

/** Each fork is written to: one that is not takes nothing. */
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
  // Only where the process was started so that it can.
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
