import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../../../storage/core.ts";
import type { ProfileName } from "../../contract/profiles/profile-name.ts";
import { UPLOADS } from "../../strapi/archive/archive-assets.ts";
import { folderEntries } from "../../strapi/archive/entries/found-entries.ts";
import { isArchive, withoutExtension } from "../../strapi/archive/is-archive.ts";
import { pack } from "../../strapi/archive/write/pack.ts";
import { type PullOptions, pull } from "../pull/pull.ts";
import type { Pulled } from "../pull/pulled.ts";
import { numberText, type PullReport } from "../pull/report.ts";
import { FolderLog } from "../pull/row-log.ts";
import type { ScrubOptions } from "../scrub/rules.ts";
import { Scrubber } from "../scrub/scrubber.ts";
import { StandIns } from "../scrub/stand-ins.ts";
import { RefusedError, TwinError, UnansweredError } from "../twin-error.ts";
import { archiveOf } from "./archive-of.ts";
import { type Dangling, noneDangling } from "./dangling.ts";
import { scrubKeyIn } from "./scrub-key.ts";
import { isSeedFile, seedOf } from "./seed-of.ts";
import { twinConfig } from "./twin-config.ts";
import { folderSink, openFolder, replaceFile, replaceParts, writeParts } from "./write-twin.ts";

export interface FolderPullOptions extends Omit<PullOptions, "scrubber" | "log" | "sink"> {
  /** The folder, or an archive or a seed by its name. */
  readonly out: string;
  readonly scrub: ScrubOptions;
  /** Writes the content into a journal too, from which the folder is served. */
  readonly journal?: JournalWriter | undefined;
}

/** Turns archives into journals. */
export interface JournalWriter {
  /** Throws TwinError (rejected) for a journal that holds more than a pull has written, up to a position. */
  refuseChanged(place: string, written: number): Promise<void>;
  /** Puts a journal with the content of an archive in the place of another one, and returns the position of its end. */
  write(archive: string, place: string, profile: ProfileName): Promise<number>;
}

/** The journal of a twin, below its folder. */
const JOURNAL = join("galley-data", "content");

/** The report of a pull into a folder, with one stand-in of each attribute. */
export interface FolderPull {
  readonly report: PullReport;
  readonly samples: ReadonlyMap<string, string | null>;
}

/**
 * Pulls a source into a folder that `galley FOLDER` serves, or into an archive or a seed, with a folder beside it. Until all
 * is read the folder keeps what an earlier pull wrote, and below `.pull` what a later call with `resume` continues. No value
 * of the source that is to be scrubbed is ever written.
 */
export async function pullIntoFolder(options: FolderPullOptions): Promise<FolderPull> {
  const { out, upstream, resume = false } = options;
  const at = new Date();
  const isPacked = isArchive(out) && /\.(?:tar|tar\.gz|tgz)$/i.test(out);
  const isSeed = isSeedFile(out);
  const folder = isPacked ? withoutExtension(out) : isSeed ? out.replace(/\.json$/i, "") : out;
  // Told before the source is read, which takes long.
  if (folder !== out && (await isFolder(out)))
    throw new TwinError(`${out} is a folder: choose another name with --out`);
  await openFolder(folder);
  const place = join(folder, JOURNAL);
  if (existsSync(place)) await options.journal?.refuseChanged(place, await journalIn(folder));
  const state = join(folder, ".pull");
  await begin(state, options, resume);
  const key = await scrubKeyIn(folder);
  const scrubber = new Scrubber(new StandIns(key.bytes), options.scrub);
  const assets = join(state, "new", UPLOADS);
  const seen = { documents: 0, all: 0 };
  const progress = (documents: number, all: number) => {
    Object.assign(seen, { documents, all });
    options.progress?.(documents, all);
  };
  try {
    const log = new FolderLog(join(state, "rows"));
    const pulled = await pull({ ...options, scrubber, log, sink: folderSink(assets), progress });
    const dangling = noneDangling();
    if (isSeed) await replaceFile(out, seedOf(pulled, at, dangling));
    else await writeParts(archiveOf(pulled, at.toISOString(), dangling), join(state, "new"));
    for (const [type, count] of dangling.unread) pulled.report.left.add(`links to ${type}`, "was not read", count);
    const journal = await options.journal?.write(join(state, "new"), place, pulled.profile);
    const report = { ...reportOf(options, pulled, scrubber, key.id, at, dangling), ...(journal && { journal }) };
    if (isPacked) await packFolder(join(state, "new"), out, at);
    else if (!isSeed) await replaceParts(join(state, "new"), folder);
    await replaceFile(join(folder, "pull.json"), `${JSON.stringify(report, null, 2)}\n`);
    if (folder === out) await writeConfig(folder, upstream.prefix, pulled, journal !== undefined);
    await rm(state, { recursive: true, force: true });
    return { report, samples: scrubber.summary().samples };
  } catch (error) {
    const mayGoOn = error instanceof UnansweredError || (error instanceof RefusedError && error.status === 401);
    if (mayGoOn && seen.documents > 0)
      throw new TwinError(`${error.message}\n${numberText(seen.documents)} documents were read: --resume goes on`);
    if (errorCode(error) !== "ENOSPC" && errorCode(error) !== "EDQUOT") throw error;
    const { documents, all } = seen;
    throw new TwinError(
      `disk full after ${numberText(documents)} of ${numberText(all)} documents: free space and add --resume`,
    );
  }
}

/** The last position that an earlier pull has written. */
async function journalIn(folder: string): Promise<number> {
  const report = await readFile(join(folder, "pull.json"), "utf8").catch(() => "{}");
  return (JSON.parse(report) as Partial<PullReport>).journal ?? 0;
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() === true;
}

/** Clears what an earlier pull left, or checks that this one continues it. */
async function begin(state: string, options: FolderPullOptions, resume: boolean): Promise<void> {
  const { upstream, types, where, max, scrub, files, schema } = options;
  const asked = [
    upstream.origin,
    upstream.prefix,
    types,
    where && [...where],
    max,
    files,
    schema,
    scrub.keep,
    scrub.scrub && [...scrub.scrub],
  ];
  const text = `${JSON.stringify(asked)}\n`;
  const file = join(state, "asked.json");
  const before = await readFile(file, "utf8").catch(() => null);
  if (resume && before === null) throw new TwinError(`${state} holds no pull that could be resumed`);
  if (resume && before !== text)
    throw new TwinError(`the pull in ${state} was begun with other options: repeat them, or leave out --resume`);
  if (resume) return;
  await rm(state, { recursive: true, force: true });
  await mkdir(state, { recursive: true });
  await replaceFile(file, text);
}

function reportOf(
  { upstream }: FolderPullOptions,
  { types, report, version }: Pulled,
  scrubber: Scrubber,
  key: string,
  at: Date,
  dangling: Dangling,
): PullReport {
  const { left, maxLimit, ...rest } = report;
  const time = at.toISOString();
  return {
    source: upstream.origin + (upstream.prefix === "/api" ? "" : upstream.prefix),
    at: time,
    strapi: { profile: version, maxLimit },
    schema: types.from,
    ...rest,
    left: left.all,
    scrub: { key, attributes: scrubber.summary().attributes },
    dangling: Object.fromEntries(dangling.links),
    cursor: { poll: time, sweep: time },
  };
}

/** How the twin is served: as the source is, from the files each time. A configuration that is there stays. */
async function writeConfig(folder: string, prefix: string, pulled: Pulled, hasJournal: boolean): Promise<void> {
  if ((await readdir(folder)).some((name) => name.startsWith("galley.config."))) return;
  const { rights } = pulled;
  const config = {
    storage: hasJournal ? JOURNAL : "memory",
    ...twinConfig(pulled, prefix),
    ...(rights !== null && { roles: { public: rights } }),
  };
  const text = `${JSON.stringify(config, null, 2)}\n`;
  await replaceFile(join(folder, "galley.config.json"), text);
}

async function packFolder(from: string, out: string, at: Date): Promise<void> {
  const packing = { compress: !/\.tar$/i.test(out), createdAt: at.getTime() };
  await replaceFile(out, pack(folderEntries(from), packing));
}
