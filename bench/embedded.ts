import { execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import { freePort } from "../test/support/free-port.ts";
import { heldBytes } from "../test/support/run/held-bytes.ts";
import { compile, SOURCES } from "../test/support/typescript/compile.ts";
import { programOfTypes } from "../test/support/typescript/program-of-types.ts";
import { figure, table } from "../transport/cli/bench/table.ts";
import { createGalley, type Galley } from "../transport/galley.ts";
import { openBlog } from "./content/open-blog.ts";
import { byTurns } from "./run/by-turns.ts";
import { commandLine, someOf, whole } from "./run/command-line.ts";
import { ROOT } from "./run/folders.ts";
import { printMachine } from "./run/machine.ts";
import { runPinned, SERVER_CORE } from "./run/pinned.ts";
import { tableOf } from "./run/report.ts";
import { runParts } from "./run/run-parts.ts";
import { median, quantile } from "./run/statistics.ts";
import { withFolder } from "./run/with-folder.ts";

const PARTS = ["start", "forks", "types"] as const;

const given = commandLine("embedded", {
  part: someOf("Only this one", PARTS, PARTS),
  times: whole("NUMBER", "start: how often everything is started", 15),
  posts: whole("NUMBER", "forks: posts in the content, each with a draft", 100_000),
});

await runParts(given.part, { start: measureStarts, forks: measureForks, types: measureTypes });

/** Prints the time of each start, and the time that it may take, in milliseconds. */
async function measureStarts(): Promise<void> {
  const starts = [
    { name: "process to the first 200 of the demo", bar: 300, measure: firstAnswer },
    { name: 'import "galley"', bar: 60, measure: () => fromScript("import") },
    { name: "createGalley with 20 content types", bar: 20, measure: () => fromScript("create") },
  ];
  printMachine();
  execFileSync("npm", ["run", "--silent", "build"], { cwd: ROOT, stdio: "inherit" });
  const measured = await byTurns(starts, { rounds: given.times }, ({ measure }) => measure());
  const rows = starts.map(({ name, bar }, at) => ({ name, bar, times: measured[at] ?? [] }));
  const shown = tableOf(rows, {
    milliseconds: ({ name }) => name,
    least: ({ times }) => figure(quantile(times, 0)),
    median: ({ times }) => figure(median(times)),
    most: ({ times }) => figure(quantile(times, 1)),
    bar: ({ bar }) => figure(bar),
  });
  console.log(`\n${shown}`);
}

/** Time from starting the built command until a polling client has an answer. */
function firstAnswer(): Promise<number> {
  return withFolder(async (folder) => {
    const port = String(await freePort());
    const main = join(ROOT, "dist/transport/cli/main.js");
    const started = performance.now();
    const server = spawn(process.execPath, [main, "--port", port, "--data", "memory", "--quiet"], { cwd: folder });
    try {
      return await untilAnswered(`http://127.0.0.1:${port}/api/posts`, started);
    } finally {
      server.kill();
      await new Promise((resolve) => server.once("close", resolve));
    }
  });
}

async function untilAnswered(url: string, started: number): Promise<number> {
  const [timeout, pause] = [20_000, 3];
  for (let now = started; now < started + timeout; now = performance.now()) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.status === 200) return performance.now() - started;
    // Polling more often would take CPU time away from the server.
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  throw new Error(`${url} does not answer 200 within ${timeout} ms`);
}

/** Time of one phase in a new process that imports the package as a test does. */
async function fromScript(phase: "import" | "create"): Promise<number> {
  const galley = join(ROOT, "dist/transport/galley.js");
  const script = `
    const started = performance.now();
    const { createGalley } = await import(${JSON.stringify(galley)});
    const imported = performance.now();
    const attributes = { title: { type: "string", required: true }, slug: { type: "uid" }, views: { type: "integer" } };
    const types = Array.from({ length: 20 }, (_, at) => ["api::t" + at + ".t" + at, {
      info: { singularName: "t" + at, pluralName: "t" + at + "s", displayName: "T" + at },
      options: { draftAndPublish: true },
      attributes: {
        ...attributes,
        next: { type: "relation", relation: "manyToOne", target: "api::t" + ((at + 1) % 20) + ".t" + ((at + 1) % 20) },
      },
    }]);
    const begun = performance.now();
    const galley = await createGalley({ schema: { contentTypes: Object.fromEntries(types) } });
    const opened = performance.now();
    await galley.close();
    console.log(JSON.stringify({ import: imported - started, create: opened - begun }));`;
  const out = await runPinned(SERVER_CORE, process.execPath, ["--input-type=module", "--eval", script]);
  const told: { readonly import: number; readonly create: number } = JSON.parse(out);
  return told[phase];
}

/** Prints the time of a fork, and the memory of a thousand. */
async function measureForks(): Promise<void> {
  printMachine();
  const [forks, headers] = [1_000, { authorization: "Bearer bench", "content-type": "application/json" }];
  const bars = { milliseconds: 1, mebibytes: 50 };
  const list = async (of: Galley) => (await of.fetch("/api/posts?sort=title&populate=author", { headers })).text();
  const write = (fork: Galley) => fork.documents("api::post.post").create({ data: { title: "A post of the fork" } });
  /** The uses that a test makes of its fork; each includes the ones before it. */
  const uses: { readonly [name: string]: (fork: Galley) => Promise<unknown> } = {
    "left alone": async () => {},
    "a document written": write,
    "a document written and a list read over HTTP": async (fork) => [await write(fork), await list(fork)],
  };
  const tokens = [{ name: "bench", token: "bench", access: "full-access" }] as const;
  await using galley = await openBlog(createGalley, given.posts, { tokens });
  // Builds the indexes of the base, which its forks share.
  await list(galley);
  const times = Array.from({ length: forks }, () => {
    const started = performance.now();
    galley.fork();
    return performance.now() - started;
  });
  const rows = [
    ["one fork, median, ms", figure(median(times)), figure(bars.milliseconds)],
    ["one fork, 99th of 100, ms", figure(quantile(times, 0.99)), figure(bars.milliseconds)],
  ];
  for (const [name, use] of Object.entries(uses)) {
    const before = await heldBytes();
    const all: Galley[] = [];
    for (let at = 0; at < forks; at++) {
      const fork = galley.fork();
      await use(fork);
      all.push(fork);
    }
    const held = (await heldBytes()) - before;
    await Promise.all(all.map((fork) => fork.close()));
    rows.push([`${forks} forks, ${name}, MiB`, figure(held / 2 ** 20), figure(bars.mebibytes)]);
  }
  console.log(`\n${table([`${given.posts} posts, each with a draft`, "measured", "bar"], rows)}`);
}

/** Costs of typed documents for the compiler; the first row is Galley's own sources, which installed users do not check. */
async function measureTypes(): Promise<void> {
  const rows = [
    ["nothing but Galley", 1, 0],
    ["50 types", 50, 0],
    ["50 types, 10 of them used", 50, 10],
    ["50 types, all of them used", 50, 50],
  ] as const;
  for (const [name, types, used] of rows) {
    const runs = [];
    for (let run = 0; run < 3; run++) runs.push(await compile(programOfTypes(types, used, SOURCES)));
    const seconds = Math.min(...runs.map((each) => each.seconds));
    const [first] = runs;
    if (first?.errors) throw new Error(first.errors);
    console.log(`${name.padEnd(28)} ${seconds.toFixed(2)} s  ${first?.instantiations} instantiations`);
  }
}
