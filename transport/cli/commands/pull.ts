import { resolve } from "node:path";
import { USER_TYPE } from "../../access/user-types.ts";
import { isArchiveFile } from "../../strapi/archive/is-archive.ts";
import { type FolderPull, pullIntoFolder } from "../../twin/output/pull-into-folder.ts";
import { isSeedFile } from "../../twin/output/seed-of.ts";
import type { FileChoice } from "../../twin/pull/files.ts";
import { numberText, reportLines } from "../../twin/pull/report.ts";
import { RULES, type Rule, type ScrubFunction, type ScrubOptions } from "../../twin/scrub/rules.ts";
import type { Environment } from "../command.ts";
import { loadConfig } from "../load-config.ts";
import { withProgress } from "../output/progress-line.ts";
import { shellWord } from "../output/shell-words.ts";
import { type Arguments, UsageError } from "../usage/usage.ts";
import { countOf, namesOf, sourceOf } from "./source-of.ts";

/** `galley pull URL`: makes a twin of a server's content. */
export async function pull(args: Arguments, environment: Environment): Promise<number> {
  const [address] = args.operands;
  const archive = args.text("archive");
  if (archive !== undefined) return pullArchive(args, archive, environment.GALLEY_KEY);
  if (address === undefined) throw new UsageError("pull needs to know from where: galley pull https://cms.example.com");
  const out = args.text("out") ?? "twin";
  const upstream = await sourceOf(args, environment, address);
  const where = filtersOf(args);
  const max = countOf(args, "max");
  if (max !== undefined && !Number.isSafeInteger(max)) throw new UsageError("--max must be a whole number");
  const isSeed = isSeedFile(out);
  const files = args.text("files") ?? (isSeed ? "none" : "referenced");
  if (isSeed && files !== "none")
    throw new UsageError(`--files ${files} needs a folder or an archive as --out: a seed holds no bytes of files`);
  const journal = args.isOn("journal");
  if (journal && (isSeed || isArchiveFile(out)))
    throw new UsageError("--journal needs a folder as --out: an archive and a seed have no journal");
  const scrub = await scrubOf(args, resolve(out));
  const began = performance.now();
  const done = await withProgress("Documents read", { quiet: args.isOn("quiet") }, async (progress) =>
    pullIntoFolder({
      upstream,
      out: resolve(out),
      schema: args.text("schema"),
      types: namesOf(args, "types"),
      closure: !args.isOn("no-closure"),
      files: files as FileChoice,
      remoteFiles: args.isOn("remote-files"),
      allowDrift: args.isOn("allow-drift"),
      resume: args.isOn("resume"),
      scrub,
      journal: journal ? (await import("../content/twin-journal.ts")).TWIN_JOURNAL : undefined,
      progress,
      ...(max !== undefined && { max }),
      ...(where !== undefined && { where }),
    }),
  );
  const seconds = Math.max(1, Math.round((performance.now() - began) / 1000));
  return tell(args, `Pulled from ${upstream.origin} into ${out} in ${numberText(seconds)} s:`, done, out);
}

async function pullArchive(args: Arguments, path: string, givenKey: string | undefined): Promise<number> {
  if (args.operands.length > 0) throw new UsageError("pull takes a URL or --archive FILE, not both");
  const { scrubArchive } = await import("../../twin/output/scrub-archive.ts");
  const out = args.text("out") ?? "twin";
  if (isSeedFile(out) || isArchiveFile(out)) throw new UsageError("pull --archive writes a folder: --out ./twin");
  const key = args.text("key") ?? givenKey;
  const scrub = await scrubOf(args, resolve(out));
  const done = await scrubArchive({ archive: { path: resolve(path), key }, out: resolve(out), scrub });
  return tell(args, `Scrubbed ${path} into ${out}:`, done, out);
}

function tell(args: Arguments, heading: string, done: FolderPull, out: string): number {
  const lines = [
    heading,
    ...reportLines(done.report),
    ...(Object.hasOwn(done.report.types, USER_TYPE) ? [NO_PASSWORDS] : []),
    ...(args.isOn("report") ? scrubLines(done) : []),
    `Serve it with: galley ${isSeedFile(out) ? `PROJECT --seed ${shellWord(out)}` : shellWord(out)}`,
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  return 0;
}

const NO_PASSWORDS =
  'Users have no passwords, so none can sign in: PUT /api/users/ID with { "password": "…" } and the twin\'s token gives one';

function scrubLines({ report, samples }: FolderPull): readonly string[] {
  const attributes = Object.entries(report.scrub?.attributes ?? {});
  return attributes.map(([name, { rule, why, values }]) => {
    const sample = samples.get(name);
    return `  scrubbed: ${name}: ${rule} (${why}), ${numberText(values)} values${sample == null ? "" : `, such as ${JSON.stringify(sample)}`}`;
  });
}

/**
 * The rules of the flags, else the rules of a configuration: named by `--config`, here, or in the folder of the twin.
 * `post.notes` is a text; `post.by=name` says another kind.
 */
export async function scrubOf(args: Arguments, twin: string): Promise<ScrubOptions> {
  const { config } = await loadConfig(process.cwd(), args.text("config"), twin);
  const scrub = new Map<string, Rule | ScrubFunction>();
  const keep: string[] = [];
  for (const [name, rule] of Object.entries(config.scrub ?? {})) {
    if (rule === "keep") keep.push(name);
    else scrub.set(name, rule);
  }
  for (const name of namesOf(args, "keep") ?? []) {
    keep.push(name);
    scrub.delete(name);
  }
  for (const text of namesOf(args, "scrub") ?? []) {
    const [name = "", kind = "text"] = text.split("=");
    const rule = RULES.find((each) => each === kind);
    if (rule === undefined) throw new UsageError(`--scrub ${name}: its kind must be one of ${RULES.join(", ")}`);
    scrub.set(name, rule);
  }
  return { keep, scrub };
}

/** `post:category.slug=news` is Strapi's filter of that path, by `$eq`. */
function filtersOf(args: Arguments): ReadonlyMap<string, readonly string[]> | undefined {
  const text = args.text("where");
  if (text === undefined) return undefined;
  const filters = new Map<string, string[]>();
  for (const part of text.split(/,(?=[\w:.-]+:)/)) {
    const [, type, path, value] = /^([\w:.-]+):([\w.]+)=(.*)$/.exec(part) ?? [];
    if (type === undefined || path === undefined || value === undefined)
      throw new UsageError(`--where ${part}: must be TYPE:PATH=VALUE, as post:category.slug=news`);
    const names = path.split(".").map((name) => `[${name}]`);
    filters.set(type, [...(filters.get(type) ?? []), `filters${names.join("")}[$eq]=${encodeURIComponent(value)}`]);
  }
  return filters;
}
