import { createHash } from "node:crypto";
import type { Question } from "../../transport/cli/bench/question.ts";
import { sizeOf } from "../data.ts";
import type { EngineContestant } from "./contestant.ts";
import { GALLEY } from "./galley.ts";
import { LOKI } from "./loki.ts";
import { measureMemory } from "./memory.ts";
import { MINGO } from "./mingo.ts";
import { QUESTION_KINDS } from "./questions.ts";
import type { Asked, Job, Result } from "./result.ts";
import { SQLITE } from "./sqlite.ts";

const WARM_UP = 100;

/** Answers that are compared with those of others. */
const COMPARED = 5;

const CONTESTANTS: readonly EngineContestant[] = [GALLEY, SQLITE, LOKI, MINGO];

// A process of its own for each contestant and size: one argument, a Job as JSON, and a Result on the standard output.
const job: Job = JSON.parse(process.argv[2] ?? "{}");
const contestant = CONTESTANTS.find(({ name }) => name === job.contestant);
if (contestant === undefined) throw new Error(`There is no contestant ${job.contestant}`);
const size = sizeOf(job.posts);
const { find } = await contestant.open(size);

// Every kind once before any is timed, so that none pays for what all share.
for (const { question } of QUESTION_KINDS) for (let at = 0; at < WARM_UP; at++) find(question(at, size));

const asked = QUESTION_KINDS.map(({ name, question }): Asked => {
  const questions = Array.from({ length: job.times }, (_, at) => question(at, size));
  const answers = questions.slice(0, COMPARED).map(find);
  const digest = createHash("sha256").update(JSON.stringify(answers)).digest("hex");
  const times = questions.map((each) => milliseconds(each)).sort((left, right) => left - right);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { kind: name, p50: at(0.5), p99: at(0.99), digest };
});
const result: Result = { ...job, asked, memory: contestant === GALLEY ? measureMemory(size) : null };
process.stdout.write(JSON.stringify(result));

function milliseconds(question: Question): number {
  const start = performance.now();
  find(question);
  return performance.now() - start;
}
