import type { Change, Engine } from "../../../engine/internal.ts";
import { type Size, sizeOf } from "../../data.ts";
import { kindsWith } from "../ask-all.ts";
import { firstOfEach } from "../content.ts";
import { findPosts, loadedEngine, queryOf } from "../galley.ts";
import { milliseconds } from "../processor-time.ts";
import type { QuestionKind } from "../questions.ts";

/** The first questions of one kind, in milliseconds of the processor. */
export interface Cold {
  readonly kind: string;
  /** The first question of its kind. */
  readonly first: number;
  /** The next three, before and after which nothing is built but what they build themselves. */
  readonly next: readonly number[];
  /** How many steps were made after these, the longest of them, and all together. */
  readonly steps: number;
  readonly longest: number;
  readonly building: number;
  /** Once all is built: the longest of some questions, which may build sets, and the last of them. */
  readonly longestBuilt: number;
  readonly built: number;
}

/** More posts than indexes are built over at once. */
const WARM_UP = 30_000;
const NEXT = 3;
const LATER = 12;

// One process: the arguments are the number of posts and a part of the kinds' names; the result is written as JSON to
// the standard output.
const size = sizeOf(Number(process.argv[2]));
const only = process.argv[3] ?? "";
measureAll(sizeOf(WARM_UP), only);
process.stdout.write(JSON.stringify(measureAll(size, only)));

function measureAll(content: Size, kinds: string): readonly Cold[] {
  const engine = loadedEngine(content);
  const firsts = firstOfEach(content);
  return kindsWith(kinds).map((kind) => measure(withoutIndexes(engine, firsts), content, kind));
}

/** A fork that shares no space with the engine, which has no index: it was written to. */
function withoutIndexes(engine: Engine, changes: readonly Change[]): Engine {
  const fork = engine.fork();
  fork.apply({ number: fork.number + 1, at: 0, changes });
  return fork;
}

function measure(engine: Engine, content: Size, { name, question }: QuestionKind): Cold {
  // Only available if the process was started with --expose-gc.
  globalThis.gc?.();
  const ask = (at: number) => {
    const query = queryOf(question(at, content));
    return milliseconds(() => findPosts(engine, query));
  };
  const first = ask(0);
  const next = Array.from({ length: NEXT }, (_, at) => ask(at + 1));
  let [steps, longest, building] = [0, 0, 0];
  for (let isBuilding = true; isBuilding; steps++) {
    const taken = milliseconds(() => {
      isBuilding = engine.buildStep();
    });
    longest = Math.max(longest, taken);
    building += taken;
  }
  const later = Array.from({ length: LATER }, (_, at) => ask(NEXT + 1 + at));
  const built = { longestBuilt: Math.max(...later), built: later.at(-1) ?? Number.NaN };
  return { kind: name, first, next, steps: steps - 1, longest, building, ...built };
}
