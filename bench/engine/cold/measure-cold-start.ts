import { CONTRACT_RULES, Engine } from "../../../engine/internal.ts";
import { JournalStorage } from "../../../storage/index.ts";
import { recover } from "../../../storage/recovery/recover.ts";
import { sizeOf } from "../../content/data.ts";
import { answer, optionsOf } from "../../run/options.ts";
import { collectGarbage, milliseconds, threadMilliseconds } from "../../run/processor-time.ts";
import { kindsWith } from "../ask-all.ts";
import { SCHEMA } from "../content.ts";
import { findPosts, queryOf } from "../galley.ts";
import type { QuestionKind } from "../questions.ts";
import type { ColdTask } from "./measure-cold.ts";

/**
 * The first questions of one kind after a start, in milliseconds of the processor: of all threads, which includes V8's
 * compiler and collector in the background, or of the main thread alone.
 */
export interface ColdStart {
  readonly kind: string;
  /** Megabytes after the start, and after the questions. */
  readonly started: number;
  readonly asked: number;
  readonly first: number;
  readonly firstOfMain: number;
  readonly next: readonly number[];
}

const NEXT = 3;

// One process, over the folder of `store-snapshot.ts`. Each kind is asked after a start of its own.
const { posts, only, folder } = optionsOf<ColdTask & { readonly folder: string }>();
const size = sizeOf(posts);
const results: ColdStart[] = [];
for (const kind of kindsWith(...only)) results.push(measure(await startedEngine(), kind));
answer(results);

async function startedEngine(): Promise<Engine> {
  const storage = new JournalStorage(folder, { report: () => {} });
  const engine = new Engine(SCHEMA, CONTRACT_RULES);
  await recover(engine, storage, await storage.open(), () => {});
  await storage.close();
  return engine;
}

function measure(engine: Engine, { name, question }: QuestionKind): ColdStart {
  const started = megabytes();
  const ask = (at: number) => {
    const query = queryOf(question(at, size));
    return milliseconds(() => findPosts(engine, query));
  };
  const before = threadMilliseconds();
  const first = ask(0);
  const firstOfMain = threadMilliseconds() - before;
  const next = Array.from({ length: NEXT }, (_, at) => ask(at + 1));
  return { kind: name, started, asked: megabytes(), first, firstOfMain, next };
}

function megabytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}
