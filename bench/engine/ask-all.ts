import { createHash } from "node:crypto";
import type { Size } from "../content/data.ts";
import { collectGarbage } from "../run/processor-time.ts";
import { quantile } from "../run/statistics.ts";
import type { Opened } from "./contestants.ts";
import type { Question } from "./question.ts";
import { QUESTION_KINDS, type QuestionKind } from "./questions.ts";
import type { Answers, Job, QuestionTimes, Spread } from "./result.ts";
import { Times } from "./times.ts";

/** Questions of each kind before any is measured: the first ones build the indexes. */
const FIRST = 20;

/** This many are asked however long they take: with a million posts, some contestants need seconds for each. */
const LEAST = 3;

/** Answers that are compared with other contestants' answers. */
const COMPARED = 5;

/**
 * Asks questions of each kind and measures the time of each answer. Every question is asked once before any is measured:
 * indexes and entries that are cached on first use exist then, as they soon do with few posts, and V8 has marked them.
 * A contestant may rest between two questions, as a server does between two requests.
 */
export function askAll({ find, rest = () => 0 }: Opened, size: Size, { times, seconds, clock, only }: Job): Answers {
  const kinds = kindsWith(...only);
  const askAndRest = (question: Question): number => {
    find(question);
    return rest();
  };
  const askEach = (most: number, often: number): readonly number[] =>
    kinds.map(({ question }) => askFor(most, often, (at) => askAndRest(question(at, size))));
  askEach(seconds / 4, FIRST);
  // Twice: the first time, searches of texts that nobody has joined leave time for three questions of their kinds.
  askEach(seconds, times);
  const counts = askEach(seconds, times);
  // Marking a heap that grows by indexes takes 4 to 8 ms of every tenth answer, for five seconds with a million posts.
  collectGarbage();
  // V8 compiles anew what a full collection discards: its threads would have a processor while the first kinds are measured.
  askEach(seconds, times);
  const asked = kinds.map(({ name, question }, kind): QuestionTimes => {
    const answers = Array.from({ length: COMPARED }, (_, at) => find(question(at, size)));
    const digest = createHash("sha256").update(JSON.stringify(answers)).digest("hex");
    const taken = new Times(clock);
    askFor(seconds, counts[kind] ?? 0, (at) => {
      const asking = question(at, size);
      taken.measure(() => find(asking));
      return rest();
    });
    return { kind: name, ...spreadOf(taken.counted), times: taken.counted.length, digest };
  });
  const loops = new Times(clock);
  for (let at = 0; at < LOOPS; at++) loops.measure(addUp);
  return { asked, control: spreadOf(loops.counted) };
}

/** Iterations of a control loop, which shows the variation of the machine itself. */
const LOOPS = 2_000;

/** About as much work as an answer, as pure arithmetic: anything that delays it delays answers too. */
function addUp(): number {
  let sum = 0;
  for (let at = 0; at < 300_000; at++) sum += at & 7;
  return sum;
}

function spreadOf(taken: readonly number[]): Spread {
  return { p50: quantile(taken, 0.5), p99: quantile(taken, 0.99) };
}

/** The kinds whose name contains one of these texts. */
export function kindsWith(...names: readonly string[]): readonly QuestionKind[] {
  return QUESTION_KINDS.filter((kind) => names.some((name) => kind.name.includes(name)));
}

/**
 * Asks until it has asked often enough, or for too long; returns how often. `askOnce` returns the milliseconds of its time
 * that do not count.
 */
function askFor(seconds: number, times: number, askOnce: (at: number) => number): number {
  let end = performance.now() + seconds * 1000;
  let at = 0;
  while (at < times && (at < LEAST || performance.now() < end)) end += askOnce(at++);
  return at;
}
