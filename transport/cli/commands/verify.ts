import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { isRecord, type Schema } from "../../../engine/internal.ts";
import { chooseTypes } from "../../twin/pull/choose-types.ts";
import { shortName } from "../../twin/scrub/rules.ts";
import { type SourceTypes, sourceTypes } from "../../twin/source/source-types.ts";
import type { Upstream } from "../../twin/source/upstream.ts";
import { TwinError } from "../../twin/twin-error.ts";
import { drawReads } from "../../twin/verify/draw-reads.ts";
import { FreshTwin } from "../../twin/verify/fresh-twin.ts";
import { CAUSES, MASKS, type Mask } from "../../twin/verify/masks.ts";
import type { Read, Side } from "../../twin/verify/read.ts";
import type { Skipped } from "../../twin/verify/read-of-request.ts";
import { recordedReads } from "../../twin/verify/recorded-reads.ts";
import { galleySide, serverSide } from "../../twin/verify/sides.ts";
import { Values } from "../../twin/verify/values.ts";
import { type Verified, verify as verifyReads } from "../../twin/verify/verify.ts";
import { annotations, type Reported, verifyJunit, verifyLines, verifyValue } from "../../twin/verify/verify-report.ts";
import type { Environment } from "../command.ts";
import { openBeside } from "../content/open-beside.ts";
import { withProgress } from "../output/progress-line.ts";
import { curlCommand } from "../output/shell-words.ts";
import { type Arguments, UsageError } from "../usage/usage.ts";
import { countOf, exitCodeOf, namesOf, otherSourceOf, sourceOf } from "./source-of.ts";

/** `galley verify URL`: tells where a server and its twin differ. */
export function verify(args: Arguments, environment: Environment): Promise<number> {
  return exitCodeOf(() => verifyServer(args, environment));
}

async function verifyServer(args: Arguments, environment: Environment): Promise<number> {
  const [address] = args.operands;
  if (address === undefined)
    throw new UsageError("verify needs to know whom to ask: galley verify https://cms.example.com");
  if (args.isOn("run-project") && (args.text("schema") === undefined || args.text("against") !== undefined))
    throw new UsageError(
      "--run-project needs the project in --schema PATH, and no --against: galley PATH runs its own",
    );
  const options = {
    random: wholeOf(args, "random"),
    seed: wholeOf(args, "seed") ?? 1,
    max: wholeOf(args, "max") ?? 20,
    allow: chosenOf(args, "allow", CAUSES),
    exact: chosenOf(args, "exact", [...MASKS, "all"]),
  };
  const file = args.text("requests");
  // Told before the source is read, which takes long.
  if (file !== undefined && !existsSync(file)) throw new TwinError(`${file} of --requests is not there`);
  const upstream = await sourceOf(args, environment, address);
  const types = await typesOf(args, upstream);
  const began = performance.now();
  const skipped: Skipped = new Map();
  await using here = await openHere(args, environment, upstream, types?.schema ?? null);
  const real = serverSide(upstream);
  const reads = readsOf(args, upstream, types, { ...options, here, skipped });
  const exact = new Set<Mask>(
    options.exact.has("all") ? MASKS : [...options.exact].flatMap((name) => MASKS.find((each) => each === name) ?? []),
  );
  if (here.isTwin) exact.add("times");
  const verified = await withProgress(
    "Reads compared",
    { quiet: args.isOn("quiet") || args.isOn("json") },
    (progress) =>
      verifyReads({
        real,
        here: here.side,
        reads,
        schema: types?.schema ?? null,
        exact,
        scrubbed: here.scrubbed,
        headers: (namesOf(args, "headers") ?? []).map((name) => name.toLowerCase()),
        allow: new Set([...options.allow].flatMap((name) => CAUSES.find((each) => each === name) ?? [])),
        max: options.max,
        progress,
      }),
  );
  const seconds = (performance.now() - began) / 1000;
  const tokens = { real: args.text("token-env"), here: args.text("against-token-env") };
  // Code that runs here explains nothing.
  const code = args.isOn("run-project") ? [] : (types?.code ?? []);
  const reported = { real, here: here.side, seconds, skipped, tokens, code };
  await tell(args, environment, verified, reported);
  const { reads: count, failed, groups, isStopped } = verified;
  if (count === 0) throw new TwinError("nothing was asked: there are no reads");
  if (isStopped || failed > count / 100) return 2;
  return groups.length > 0 ? 1 : 0;
}

async function tell(args: Arguments, environment: Environment, verified: Verified, reported: Reported): Promise<void> {
  const junit = args.text("junit");
  if (junit !== undefined) {
    await mkdir(dirname(junit), { recursive: true });
    await writeFile(junit, verifyJunit(verified, reported));
  }
  const lines = args.isOn("json")
    ? [JSON.stringify(verifyValue(verified, reported), null, 2)]
    : verifyLines(verified, reported, curlCommand);
  process.stdout.write(`${lines.join("\n")}\n`);
  if (environment.GITHUB_ACTIONS !== "true" || args.isOn("json")) return;
  for (const line of annotations(verified, reported)) process.stdout.write(`${line}\n`);
}

/** Recorded requests need no types: they make paths of differences shorter. */
async function typesOf(args: Arguments, upstream: Upstream): Promise<SourceTypes | null> {
  try {
    return await sourceTypes(upstream, args.text("schema"), namesOf(args, "types"));
  } catch (error) {
    const isNeeded =
      args.text("requests") === undefined || args.text("random") !== undefined || args.text("against") === undefined;
    if (isNeeded || !(error instanceof TwinError) || !/\(403\)|\b404\b/.test(error.message)) throw error;
    return null;
  }
}

interface Here extends AsyncDisposable {
  readonly side: Side;
  /** Its content was read from a source, with times and all. */
  readonly isTwin: boolean;
  readonly scrubbed: ReadonlySet<string>;
}

async function openHere(
  args: Arguments,
  environment: Environment,
  upstream: Upstream,
  schema: Schema | null,
): Promise<Here> {
  const against = args.text("against");
  const project = args.isOn("run-project") ? args.text("schema") : undefined;
  if (against === undefined) {
    const source = { upstream, schema: args.text("schema"), types: namesOf(args, "types") };
    const isOpen = args.text("token-env") === undefined && args.text("token-file") === undefined;
    const twin = await FreshTwin.pull(source, isOpen, project && resolve(project));
    return { side: twin, isTwin: true, scrubbed: new Set(), [Symbol.asyncDispose]: () => twin[Symbol.asyncDispose]() };
  }
  if (/^https?:\/\//.test(against)) {
    const other = await otherSourceOf(args, environment, against);
    return { side: serverSide(other), isTwin: false, scrubbed: new Set(), [Symbol.asyncDispose]: async () => {} };
  }
  const { galley, prefix, token } = await openBeside(against, environment);
  const report = join(against, "pull.json");
  return {
    side: galleySide(galley, prefix, token),
    isTwin: existsSync(report),
    scrubbed: schema !== null && existsSync(report) ? scrubbedIn(await readFile(report, "utf8"), schema) : new Set(),
    [Symbol.asyncDispose]: () => galley.close(),
  };
}

/** Attributes with stand-ins in a twin, as `uid.attribute`. */
function scrubbedIn(report: string, schema: Schema): ReadonlySet<string> {
  const { scrub } = JSON.parse(report) as { readonly scrub: unknown };
  const names = isRecord(scrub) && isRecord(scrub.attributes) ? Object.keys(scrub.attributes) : [];
  const models = [...schema.types.values(), ...schema.components.values()];
  const found = models.flatMap((model) =>
    [...model.attributes.keys()].flatMap((name) =>
      names.includes(`${shortName(model)}.${name}`) ? [`${model.uid}.${name}`] : [],
    ),
  );
  const files = ["name", "hash", "url", "formats", "previewUrl"].map((name) => `plugin::upload.file.${name}`);
  return new Set([...found, ...(names.includes("file.name") ? files : [])]);
}

interface ReadOptions {
  readonly random: number | undefined;
  readonly seed: number;
  readonly here: Here;
  readonly skipped: Skipped;
}

async function* readsOf(
  args: Arguments,
  upstream: Upstream,
  types: SourceTypes | null,
  options: ReadOptions,
): AsyncGenerator<Read> {
  const { here, skipped, seed } = options;
  const file = args.text("requests");
  const prefixes = [...new Set([upstream.prefix, here.side.prefix, "/api"])];
  if (file !== undefined) yield* recordedReads(resolve(file), prefixes, skipped);
  if (types === null || (file !== undefined && options.random === undefined)) return;
  const { schema } = types;
  const values = await Values.of(upstream, schema, chooseTypes(schema, namesOf(args, "types"), true));
  let left = options.random ?? 1000;
  for (const read of drawReads({ schema, values, seed, scrubbed: here.scrubbed })) {
    if (left-- <= 0) return;
    yield read;
  }
}

function wholeOf(args: Arguments, flag: string): number | undefined {
  const count = countOf(args, flag);
  if (count !== undefined && !Number.isSafeInteger(count)) throw new UsageError(`--${flag} must be a whole number`);
  return count;
}

function chosenOf(args: Arguments, flag: string, known: readonly string[]): ReadonlySet<string> {
  const names = namesOf(args, flag) ?? [];
  const strange = names.find((name) => !known.includes(name));
  if (strange !== undefined) throw new UsageError(`--${flag} ${strange}: there are ${known.join(", ")}`);
  return new Set(names);
}
