import { kindsWith } from "./engine/ask-all.ts";
import type { ColdResult } from "./engine/cold/measure-beside.ts";
import type { Cold } from "./engine/cold/measure-cold.ts";
import type { ColdStart } from "./engine/cold/measure-cold-start.ts";
import { besideTable, coldStartTable, coldTable } from "./engine/cold-report.ts";
import { CONTESTANTS } from "./engine/contestants.ts";
import { engineTables } from "./engine/engine-report.ts";
import type { Job, Result } from "./engine/result.ts";
import { runProgram } from "./run/build.ts";
import { commandLine, flag, oneOf, seconds, whole, wholes, withinNames } from "./run/command-line.ts";
import { printMachine } from "./run/machine.ts";
import { installPeers } from "./run/peers.ts";
import { Progress } from "./run/progress.ts";
import { save } from "./run/report.ts";
import { withFolder } from "./run/with-folder.ts";

/**
 * The kinds of questions by turns, or the first question of each kind: as no index exists yet and while its indexes are built
 * in slices, over HTTP with what requests by id wait meanwhile on another connection, or after a start from a snapshot.
 */
const PARTS = ["questions", "cold", "cold-beside", "cold-start"] as const;

const KINDS = kindsWith("").map(({ name }) => name);

const given = commandLine("engine", {
  part: oneOf("All questions, or first ones: alone, beside requests by id over HTTP, after a start", PARTS),
  size: wholes("POSTS", "Posts in the content (1000, 10000, 100000 and 1000000; first questions 1000000)"),
  kind: withinNames("Only questions of the kinds that have this in their name", KINDS),
  alone: flag("questions: without the others"),
  contestant: withinNames(
    "questions: only contestants that have this in their name; what they answer is compared with each other",
    CONTESTANTS.map(({ name }) => name),
  ),
  times: whole("NUMBER", "questions: most of each kind", 500),
  duration: seconds("questions: most time for those of each kind (3)", undefined),
  clock: oneOf(
    "questions: cpu leaves out what the main thread waits for a processor, and answers during which another process got it, for a busy machine; Linux only",
    ["wall", "cpu"],
  ),
  quick: flag("questions: 1,000 and 10,000 posts, one second for each kind"),
});
const { part, kind: only, clock, times } = given;

const machine = printMachine();
if (part === "questions") await measureQuestions();
else for (const posts of sizesOr([1_000_000])) await measureCold(posts);

async function measureQuestions(): Promise<void> {
  if (!given.alone) installPeers();
  const contestants = given.alone
    ? CONTESTANTS.slice(0, 1)
    : CONTESTANTS.filter(({ name }) => given.contestant.some((text) => name.includes(text)));
  const seconds = given.duration ?? (given.quick ? 1 : 3);
  const sizes = sizesOr(given.quick ? [1_000, 10_000] : [1_000, 10_000, 100_000, 1_000_000]);
  const jobs = sizes.flatMap((posts) =>
    contestants
      .filter(({ mostPosts }) => posts <= mostPosts)
      .map(({ name }): Job => ({ contestant: name, posts, times, seconds, clock, only })),
  );
  const progress = new Progress(jobs.length);
  const results: Result[] = [];
  for (const job of jobs) {
    progress.begin(`${job.posts} posts: ${job.contestant}`);
    results.push(runProgram("bench/engine/measure-one.ts", job));
    compare(results.filter(({ posts }) => posts === job.posts));
  }
  progress.end();
  console.log(`\n${engineTables(results)}\n`);
  await save("engine", { machine, results });
}

async function measureCold(posts: number): Promise<void> {
  const run = <R>(program: string, more = {}): readonly R[] =>
    runProgram(`bench/engine/cold/${program}.ts`, { posts, only, ...more });
  const show = async (title: string, results: object, table: string) => {
    console.log(`\n${posts} posts${title}\n\n${table}\n`);
    await save(part, { machine, posts, results });
  };
  if (part === "cold") {
    const results = run<Cold>("measure-cold");
    return show("", results, coldTable(results));
  }
  if (part === "cold-beside") {
    const results = run<ColdResult>("measure-beside");
    return show(", over HTTP, milliseconds", results, besideTable(results));
  }
  const results = await withFolder(async (folder) => {
    run("store-snapshot", { folder });
    return run<ColdStart>("measure-cold-start", { folder });
  });
  await show(", after a start from a snapshot", results, coldStartTable(results));
}

function sizesOr(standard: readonly number[]): readonly number[] {
  return given.size.length > 0 ? given.size : standard;
}

/** Throws unless all contestants gave the same answers: otherwise their times would be meaningless. */
function compare([first, ...others]: readonly Result[]): void {
  for (const other of others) {
    for (const [at, { kind, digest }] of other.asked.entries()) {
      if (digest === first?.asked[at]?.digest) continue;
      throw new Error(`${other.contestant} answers "${kind}" of ${other.posts} posts in another way than galley`);
    }
  }
}
