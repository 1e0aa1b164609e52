/**
 * Prints how a server differs from the recorded answers.
 *
 *     npx tsx test/support/vectors/cli.ts reads|writes|graphql [GROUP …] [--limit N] [--all] [--profile P] [--url URL --tokens FILE]
 *
 * GROUP is a group or the beginning of one (`filters`, `"type blocks"`); all when none is named. Starts Galley by
 * itself, in the profile `strapi` unless another is named; `--url` asks a running, empty server instead, with the tokens of a JSON file
 * (`{ "full": …, "read": … }`). Listed exceptions are left out unless `--all` is given. `--limit` (20) bounds the cases
 * that are printed.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import {
  DEFAULT_PROFILE_READ_EXCEPTIONS,
  GRAPHQL_EXCEPTIONS,
  READ_EXCEPTIONS,
  WRITE_EXCEPTIONS,
} from "../../contract/vectors/exceptions.ts";
import { describeOutcome } from "./describe-outcome.ts";
import { type Exception, judge } from "./exception.ts";
import { different, type Outcome, played, summaryOf } from "./outcome.ts";
import { playGraphql } from "./play/play-graphql.ts";
import { playReads } from "./play/play-reads.ts";
import { playWrites } from "./play/play-writes.ts";
import { type RunningServer, startRecordedServer } from "./start-server.ts";
import { graphqlVectors, readVectors, writeVectors } from "./vector-file.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    limit: { type: "string", default: "20" },
    all: { type: "boolean", default: false },
    url: { type: "string" },
    tokens: { type: "string" },
    profile: { type: "string", default: "strapi" },
  },
});
const [file, ...groups] = positionals;
const profile = values.profile === "contract" ? "contract" : "strapi";
const wanted = (group: string) => groups.length === 0 || groups.some((beginning) => group.startsWith(beginning));

if (file === "reads") {
  const vectors = readVectors();
  const running = await open(() => startRecordedServer(vectors, profile));
  const cases = vectors.cases.filter(({ seed }) => profile === "strapi" || seed !== "differs");
  const exceptions = profile === "strapi" ? READ_EXCEPTIONS : [...READ_EXCEPTIONS, ...DEFAULT_PROFILE_READ_EXCEPTIONS];
  report("reads.json", await playReads({ ...vectors, cases }, running.server, wanted), exceptions);
  await running.close();
} else if (file === "writes") {
  const vectors = writeVectors();
  const running = await open(() => startRecordedServer(vectors, profile));
  report("writes.json", await playWrites(vectors, running.server, wanted), WRITE_EXCEPTIONS);
  await running.close();
} else if (file === "graphql") {
  const vectors = graphqlVectors();
  const running = await open(() => startRecordedServer(vectors, profile));
  report("graphql.json", await playGraphql(vectors, running.server, wanted), GRAPHQL_EXCEPTIONS);
  await running.close();
} else {
  console.error(
    "usage: cli.ts reads|writes|graphql [GROUP …] [--limit N] [--all] [--profile P] [--url URL --tokens FILE]",
  );
  process.exitCode = 2;
}

async function open(start: () => Promise<RunningServer>): Promise<RunningServer> {
  if (values.url === undefined) return start();
  const tokens = values.tokens === undefined ? {} : JSON.parse(readFileSync(values.tokens, "utf8"));
  return { server: { url: values.url, tokens }, close: async () => {} };
}

function report(name: string, outcomes: readonly Outcome[], exceptions: readonly Exception[]): void {
  const { unexpected, superfluous } = judge(outcomes, exceptions);
  const shown = values.all ? different(outcomes) : unexpected;
  for (const outcome of shown.slice(0, Number(values.limit))) console.log(describeOutcome(outcome));
  if (shown.length > Number(values.limit)) console.log(`… and ${shown.length - Number(values.limit)} more cases`);
  printGroups(shown, outcomes);
  if (groups.length === 0) for (const title of superfluous) console.log(`listed as an exception, but equal: ${title}`);
  console.log(summaryOf(name, outcomes));
  process.exitCode = shown.length === 0 ? 0 : 1;
}

/** Where the differences are: one line of `group different/played`. */
function printGroups(shown: readonly Outcome[], outcomes: readonly Outcome[]): void {
  const counts = [...new Set(shown.map(({ group }) => group))].map((group) => {
    const all = played(outcomes).filter((outcome) => outcome.group === group).length;
    return `${group} ${shown.filter((outcome) => outcome.group === group).length}/${all}`;
  });
  if (counts.length > 0) console.log(`differ: ${counts.join(", ")}`);
}
