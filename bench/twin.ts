// The cost of reading a server beside the same requests sent bare, and how many reads a second are verified:
// npm run bench -- twin [options].
import { join } from "node:path";
import { table } from "../transport/cli/bench/table.ts";
import { pullIntoFolder } from "../transport/twin/output/pull-into-folder.ts";
import { chooseTypes } from "../transport/twin/pull/choose-types.ts";
import { sourceTypes } from "../transport/twin/source/source-types.ts";
import { Upstream } from "../transport/twin/source/upstream.ts";
import { drawReads } from "../transport/twin/verify/draw-reads.ts";
import { FreshTwin } from "../transport/twin/verify/fresh-twin.ts";
import type { Read } from "../transport/twin/verify/read.ts";
import { serverSide } from "../transport/twin/verify/sides.ts";
import { Values } from "../transport/twin/verify/values.ts";
import { verify } from "../transport/twin/verify/verify.ts";
import { sizeOf } from "./content/data.ts";
import { TOKEN } from "./http/contestant.ts";
import { galley } from "./http/contestants.ts";
import { Servers } from "./http/servers.ts";
import { buildWorkingTree } from "./run/build.ts";
import { commandLine, text, whole } from "./run/command-line.ts";
import { cpuMicros } from "./run/processor-time.ts";
import { median } from "./run/statistics.ts";
import { withFolder } from "./run/with-folder.ts";

const given = commandLine("twin", {
  source: text("URL", "A server to read, such as a Strapi; by default a Galley is started", undefined),
  "token-env": text("NAME", "Environment variable with its token", ""),
  size: whole("POSTS", "Posts in the content of that Galley", 10_000),
  rounds: whole("NUMBER", "Pulls, and as many bare loops", 3),
  reads: whole("NUMBER", "Reads to verify", 2_000),
});
const { rounds, reads: count } = given;

/** Limits: the time of a pull / the time of its requests alone; MB; verified reads a second. */
const BARS = { pull: 1.2, megabytes: 150, reads: 200 };

await withFolder(async (folder) => {
  if (given.source !== undefined) return measure(given.source, process.env[given["token-env"]], folder);
  await using servers = new Servers(sizeOf(given.size));
  const { port } = await servers.start(galley(buildWorkingTree(), "", { listener: "uws" }));
  await measure(`http://127.0.0.1:${port}`, TOKEN, folder);
});

async function measure(url: string, token: string | undefined, folder: string): Promise<void> {
  const upstream = () => new Upstream(url, { token });
  const [pulls, loops, memory]: [number[], number[], number[]] = [[], [], []];
  let documents = 0;
  let asked: readonly string[] = [];
  for (let round = 0; round < rounds; round++) {
    const pulled = await recorded(async () => {
      const out = join(folder, `twin-${round}`);
      const { report } = await pullIntoFolder({ upstream: upstream(), out, files: "none", scrub: {} });
      return Object.values(report.types).reduce((sum, type) => sum + type.documents, 0);
    });
    pulls.push(pulled.seconds);
    memory.push(pulled.megabytes);
    [documents, asked] = [pulled.value, pulled.asked];
    loops.push((await recorded(() => askBare(asked, token))).seconds);
  }
  const [pull, loop] = [median(pulls), median(loops)];
  const verified = await verifiedReads(upstream());
  const rows = [
    [`pull of ${documents} documents, s`, pull.toFixed(1), ""],
    [`its ${asked.length} requests alone, four at a time, s`, loop.toFixed(1), ""],
    ["pull / requests alone", (pull / loop).toFixed(2), `at most ${BARS.pull}`],
    ["memory of a pull above the start, MB", median(memory).toFixed(0), `at most ${BARS.megabytes}`],
    [`verified reads of ${count} a second`, verified.perSecond.toFixed(0), `at least ${BARS.reads}`],
    ["verified reads a second of CPU time here", verified.perCpuSecond.toFixed(0), ""],
    ["differences", String(verified.differences), "0"],
  ];
  console.log(`\n${table(["", "measured", "bar"], rows)}`);
}

/** Runs a task, with its time, the growth of the process and the addresses that it asks. */
async function recorded<T>(task: () => Promise<T>) {
  const { fetch } = globalThis;
  const asked: string[] = [];
  globalThis.fetch = (input, init) => {
    asked.push(String(input));
    return fetch(input, init);
  };
  const first = process.memoryUsage.rss();
  let most = first;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  const began = performance.now();
  try {
    const value = await task();
    return { value, asked, seconds: (performance.now() - began) / 1000, megabytes: (most - first) / 1e6 };
  } finally {
    clearInterval(watch);
    globalThis.fetch = fetch;
  }
}

async function askBare(asked: readonly string[], token: string | undefined): Promise<void> {
  const left = asked.values();
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const work = async () => {
    for (const address of left) await (await fetch(address, { headers })).text();
  };
  await Promise.all(Array.from({ length: 4 }, work));
}

async function verifiedReads(upstream: Upstream) {
  const { schema } = await sourceTypes(upstream);
  const values = await Values.of(upstream, schema, chooseTypes(schema, undefined, true));
  const reads: Read[] = [];
  for (const read of drawReads({ schema, values, seed: 1, scrubbed: new Set() })) if (reads.push(read) === count) break;
  await using here = await FreshTwin.pull({ upstream }, false);
  const [began, cpu] = [performance.now(), cpuMicros()];
  const { groups } = await verify({ real: serverSide(upstream), here, reads, schema, exact: new Set(["times"]) });
  const [seconds, micros] = [(performance.now() - began) / 1000, cpuMicros() - cpu];
  return { perSecond: count / seconds, perCpuSecond: (count * 1e6) / micros, differences: groups.length };
}
