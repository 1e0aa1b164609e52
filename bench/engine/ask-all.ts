import { createHash } from "node:crypto";
import type { Size } from "../data.ts";
import type { Opened } from "./contestant.ts";
import { QUESTION_KINDS, type QuestionKind } from "./questions.ts";
import type { Answers, Asked, Clock, Job, Spread } from "./result.ts";

/** Questions of each kind before those of any: indexes are built by the first. */
const FIRST = 20;

/** So many are asked however long they take: with a million posts some contestants answer in seconds. */
const LEAST = 3;

/** Answers that are compared with those of others. */
const COMPARED = 5;

/**
 * Asks questions of each kind, and takes the time of each answer. Every question has been asked once before it is timed:
 * what is made of a post when it is first shown is there, as it soon is where posts are few.
 */
export function askAll({ find }: Opened, size: Size, { times, seconds, clock, only }: Job): Answers {
  const kinds = kindsWith(only);
  // Every kind once before any is timed, so that none pays for what all share.
  for (const { question } of kinds) askFor(seconds / 4, FIRST, (at) => find(question(at, size)));
  const asked = kinds.map(({ name, question }): Asked => {
    const answers = Array.from({ length: COMPARED }, (_, at) => find(question(at, size)));
    const digest = createHash("sha256").update(JSON.stringify(answers)).digest("hex");
    const taken: number[] = [];
    const asked = askFor(seconds, times, (at) => find(question(at, size)));
    askFor(seconds, asked, (at) => {
      const asking = question(at, size);
      taken.push(milliseconds(() => find(asking), clock));
    });
    return { kind: name, ...spreadOf(taken), times: taken.length, digest };
  });
  const loops = Array.from({ length: LOOPS }, () => milliseconds(addUp, clock));
  return { asked, control: spreadOf(loops) };
}

/** Loops that tell what the machine itself adds to an answer. */
const LOOPS = 2_000;

/** About as much work as an answer, on nothing but numbers: whoever makes it wait makes answers wait too. */
function addUp(): number {
  let sum = 0;
  for (let at = 0; at < 300_000; at++) sum += at & 7;
  return sum;
}

function spreadOf(taken: readonly number[]): Spread {
  const inOrder = taken.toSorted((left, right) => left - right);
  const share = (part: number) => inOrder[Math.min(taken.length - 1, Math.floor(taken.length * part))] ?? Number.NaN;
  return { p50: share(0.5), p99: share(0.99) };
}

export function kindsWith(name: string): readonly QuestionKind[] {
  return QUESTION_KINDS.filter((kind) => kind.name.includes(name));
}

/** Asks until it has been often enough, or has taken too long; answers how often. */
function askFor(seconds: number, times: number, askOnce: (at: number) => void): number {
  const end = performance.now() + seconds * 1000;
  let at = 0;
  while (at < times && (at < LEAST || performance.now() < end)) askOnce(at++);
  return at;
}

function milliseconds(work: () => unknown, clock: Clock): number {
  const start = now(clock);
  work();
  return now(clock) - start;
}

function now(clock: Clock): number {
  if (clock === "wall") return performance.now();
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
