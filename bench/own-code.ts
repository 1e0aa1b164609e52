// What code of a user's own costs: two servers, with and without it, in short rounds by turns: npm run bench -- own-code
// [options]. The share is the CPU time of an answer without it by the time with it, which the bars of README.md are for.
import { writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { table } from "../transport/cli/bench/table.ts";
import { WORKLOADS, type Workload, wishesOf } from "../transport/cli/bench/workloads.ts";
import { galley, TOKEN } from "./contestants.ts";
import { sizeOf } from "./data.ts";
import type { SentRequest } from "./load/keep-alive-client.ts";
import { bareMicros } from "./run/bare-posts.ts";
import { buildWorkingTree } from "./run/build.ts";
import { costsByTurns, type Side } from "./run/by-turns.ts";
import { choicesIn, commandLine, wholeNumber } from "./run/command-line.ts";
import { type Server, startServer } from "./run/server-process.ts";
import { withFolder } from "./run/with-folder.ts";
import { CONSTANT, type OwnCode } from "./servers/own-code.ts";
import { postsSubject } from "./subject.ts";

/** A kind of own code, and the traffic that it is measured by. */
interface Row {
  readonly name: string;
  readonly code: OwnCode;
  readonly workload: "by-id" | "filtered" | "writes";
  /** The share that is to be reached. */
  readonly bar: number;
}

const POST = "api::post.post";
const POSTS_ALONE = 10_000;
const ROWS: readonly Row[] = [
  {
    name: "hook-elsewhere",
    code: { kind: "hook", type: "api::tag.tag", action: "findMany" },
    workload: "by-id",
    bar: 0.97,
  },
  { name: "write-hook", code: { kind: "hook", type: POST, action: "create" }, workload: "by-id", bar: 0.97 },
  { name: "hooked-list", code: { kind: "hook", type: POST, action: "findMany" }, workload: "filtered", bar: 0.35 },
  { name: "hooked-create", code: { kind: "hook", type: POST, action: "create" }, workload: "writes", bar: 0.85 },
  { name: "route", code: { kind: "route" }, workload: "by-id", bar: 0.6 },
  { name: "consumer", code: { kind: "consumer" }, workload: "writes", bar: 0.9 },
  { name: "webhook", code: { kind: "webhook", port: 0 }, workload: "writes", bar: 0.75 },
];
const NAMES = ROWS.map(({ name }) => name);

const HELP = `npm run bench -- own-code [options]

  --row NAME         Only this one; may be repeated: ${NAMES.join(", ")}
  --size POSTS       Posts in the content (10000)
  --rounds NUMBER    Rounds of each (15)
  --requests NUMBER  Requests in a round (2000)
  --help             Show this help`;

const given = commandLine(HELP, {
  row: { type: "string", multiple: true },
  size: { type: "string", default: "10000" },
  rounds: { type: "string", default: "15" },
  requests: { type: "string", default: "2000" },
});
const size = sizeOf(wholeNumber("size", given.size));
const rounds = wholeNumber("rounds", given.rounds);
const perRound = wholeNumber("requests", given.requests);
const names = choicesIn("row", given.row ?? NAMES, NAMES);

const build = buildWorkingTree();
const lines: string[][] = [];
for (const row of ROWS.filter(({ name }) => names.includes(name))) {
  const line = await measure(row);
  console.error(line.join("  "));
  lines.push(line);
}
console.log(
  `\n${table(["own code", "us of CPU without", "with", "share", "bar", "share of the rate", "load"], lines)}`,
);

function measure(row: Row): Promise<string[]> {
  const { name, workload: asked, bar } = row;
  const workload = WORKLOADS.find((each) => each.name === asked) as Workload;
  return withServers(row, async (plain, own, target) => {
    const requests = requestsOf(workload);
    const constant: readonly SentRequest[] = [{ method: "GET", path: CONSTANT, body: "" }];
    const sides: readonly [Side, Side] = [
      { name: "without", server: plain, requests },
      { name: "with", server: own, requests: row.code.kind === "route" ? constant : requests },
    ];
    const token = workload.writes ? TOKEN : null;
    const [without, using] = await costsByTurns(sides, { rounds, perRound, clients: workload.clients, token });
    const shares = [without.micros / using.micros, bar, without.elapsed / using.elapsed].map((share) =>
      share.toFixed(2),
    );
    // Each create is two deliveries, of a created and of a published entry.
    if (target !== null) {
      const bare = await bareMicros(target.port, POSTS_ALONE);
      const share = without.micros / (without.micros + 2 * bare);
      console.error(
        `A bare POST by node:http: ${bare.toFixed(1)} us; the share with nothing else: ${share.toFixed(2)}`,
      );
    }
    return [name, without.micros.toFixed(1), using.micros.toFixed(1), ...shares, loadavg()[0]?.toFixed(1) ?? ""];
  });
}

type Measurement<R> = (plain: Server, own: Server, target: Server | null) => Promise<R>;

/** Runs a measurement with a server without the code of a row, one with it, and the receiver of webhooks if it has any. */
async function withServers<R>({ code }: Row, work: Measurement<R>): Promise<R> {
  const started: Server[] = [];
  const kept = async (starting: Promise<Server>) => {
    const server = await starting;
    started.push(server);
    return server;
  };
  try {
    return await withFolder(async (folder) => {
      const start = (choice: { readonly code?: OwnCode }) =>
        kept(galley(build, "", { listener: "uws", ...choice }).start({ size, folder, answer: "" }));
      if (code.kind !== "webhook") return work(await start({}), await start({ code }), null);
      const body = join(folder, "answer");
      writeFileSync(body, "{}");
      const target = await kept(startServer("floor-uws.ts", { body }));
      return work(await start({}), await start({ code: { ...code, port: target.port } }), target);
    });
  } finally {
    await Promise.all(started.map((server) => server.stop()));
  }
}

function requestsOf(workload: Workload): readonly SentRequest[] {
  const { request } = galley(build, "", {});
  return wishesOf(workload, postsSubject(size)).flatMap((wish) => request(wish) ?? []);
}
