/**
 * Records the answers of a real Strapi again, into the files of `test/contract/vectors/`:
 *
 *     npm run record [-- reads|writes|locales|plugins|v4-mode|graphql …]
 *
 * Requests stay as they are in the files; only the answers are replaced, and the same Strapi answers the same. Takes
 * about five minutes on two free cores, most of it for writes, and as long again when npm installs Strapi first.
 */
import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery, printSchema } from "graphql";
import type { WriteVectors } from "./format.ts";
import { type Outcome, titleOf } from "./outcome.ts";
import { exchange } from "./play/exchange.ts";
import { playGraphql } from "./play/play-graphql.ts";
import { playReads } from "./play/play-reads.ts";
import { playWrites } from "./play/play-writes.ts";
import type { Server } from "./play/server.ts";
import { startPeer } from "./start-peer.ts";
import {
  graphqlVectors,
  localeVectors,
  pluginVectors,
  readVectors,
  v4Vectors,
  writeGraphqlSchemaText,
  writeVectorFile,
  writeVectors,
} from "./vector-file.ts";

const RECORDERS = {
  async reads() {
    const vectors = readVectors();
    const answers = await answersOf(vectors, (server) => playReads(vectors, server));
    const cases = vectors.cases.map((each) => ({ ...each, expect: answers.of(each)[0] ?? each.expect }));
    return writeVectorFile("reads.json", { ...vectors, cases });
  },

  writes: () => recordScenarios("writes.json", writeVectors()),

  locales: () => recordScenarios("locales.json", localeVectors()),

  plugins: () => recordScenarios("plugins.json", pluginVectors()),

  "v4-mode": () => recordScenarios("v4-mode.json", v4Vectors()),

  async graphql() {
    const vectors = graphqlVectors();
    const answers = await answersOf(vectors, async (server) => {
      writeGraphqlSchemaText(await schemaOf(server));
      return playGraphql(vectors, server);
    });
    const answerTo = (titled: { readonly group: string; readonly name: string }) =>
      withoutStacks(answers.of(titled)[0]);
    const cases = vectors.cases.map((each) => ({ ...each, expect: answerTo(each) ?? each.expect }));
    const transport = vectors.transport.map((each) => {
      return { ...each, expect: answerTo({ ...each, group: "transport" }) ?? each.expect };
    });
    return writeVectorFile("graphql.json", { ...vectors, cases, transport });
  },
};

const isRecorder = (name: string): name is keyof typeof RECORDERS => Object.hasOwn(RECORDERS, name);

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(RECORDERS);
const strange = wanted.find((name) => !isRecorder(name));
if (strange !== undefined) {
  throw new Error(`There is no recording ${strange}, only ${Object.keys(RECORDERS).join(", ")}`);
}
for (const name of wanted.filter(isRecorder)) {
  const started = performance.now();
  const changed = await RECORDERS[name]();
  console.log(`recorded ${name} in ${Math.round((performance.now() - started) / 1000)} s, changed lines: ${changed}`);
}

async function recordScenarios(
  file: "writes.json" | "locales.json" | "plugins.json" | "v4-mode.json",
  vectors: WriteVectors,
): Promise<number> {
  const answers = await answersOf(vectors, (server) => playWrites(vectors, server));
  const scenarios = vectors.scenarios.map((scenario) => {
    const recorded = answers.of(scenario).map(withoutStacks);
    const next = <T extends { readonly expect: object }>(step: T) => ({ ...step, expect: recorded.shift() });
    const steps = scenario.steps.map((step) => ("par" in step ? { ...step, par: step.par.map(next) } : next(step)));
    return { ...scenario, steps };
  });
  return writeVectorFile(file, { ...vectors, scenarios });
}

/** A fresh peer's answers, by the title of the case. */
async function answersOf(
  types: Parameters<typeof startPeer>[0] & Pick<WriteVectors, "locales">,
  play: (server: Server) => Promise<readonly Outcome[]>,
): Promise<{ of(titled: { readonly group: string; readonly name: string }): readonly object[] }> {
  const peer = await startPeer(types, types.locales);
  try {
    const outcomes = await play(peer.server);
    const failed = outcomes.find(({ group }) => group === "setup");
    if (failed !== undefined) throw new Error(`${failed.request} of the set-up: ${JSON.stringify(failed.differences)}`);
    const played = new Map(outcomes.map((outcome) => [titleOf(outcome), outcome]));
    const of = (titled: { readonly group: string; readonly name: string }) => {
      const outcome = played.get(titleOf(titled));
      if (outcome === undefined) throw new Error(`${titleOf(titled)} was not played`);
      return outcome.answers ?? [];
    };
    return { of };
  } finally {
    await peer.close();
  }
}

/** A peer that is not in production shows where in its sources an error came from. */
function withoutStacks(answer: object | undefined): object | undefined {
  if (answer === undefined) return undefined;
  return JSON.parse(JSON.stringify(answer, (key, value) => (key === "stacktrace" ? undefined : value)));
}

async function schemaOf(server: Server): Promise<string> {
  const { body } = await exchange(server.url, {
    method: "POST",
    path: "/graphql",
    headers: { "content-type": "application/json" },
    body: Buffer.from(JSON.stringify({ query: getIntrospectionQuery({ specifiedByUrl: true }) })),
  });
  return printSchema(buildClientSchema((body as { readonly data: IntrospectionQuery }).data));
}
