import type { Engine } from "../../../engine/internal.ts";
import { type Size, sizeOf } from "../../content/data.ts";
import { answer, optionsOf } from "../../run/options.ts";
import { milliseconds } from "../../run/processor-time.ts";
import { kindsWith } from "../ask-all.ts";
import { firstOfEach } from "../content.ts";
import { findPosts, loadedEngine, queryOf, writeToAll } from "../galley.ts";
import type { QuestionKind } from "../questions.ts";

/** The task of a process: so many posts, and only the kinds whose name has one of these texts. */
export interface ColdTask {
  readonly posts: number;
  readonly only: readonly string[];
}

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

// One process.
const { posts, only } = optionsOf<ColdTask>();
measureAll(sizeOf(WARM_UP), only);
answer(measureAll(sizeOf(posts), only));

function measureAll(content: Size, kinds: readonly string[]): readonly Cold[] {
  const engine = loadedEngine(content);
  const firsts = firstOfEach(content);
  return kindsWith(...kinds).map((kind) => {
    const fork = engine.fork();
    writeToAll(fork, firsts);
    return measure(fork, content, kind);
  });
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
