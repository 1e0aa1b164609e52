import { createReadStream, existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import {
  acceptLoss,
  backupJournal,
  type CheckedFile,
  checkJournal,
  checkLog,
  cleanData,
  copyData,
  errorCode,
  type Fault,
  type FileSystem,
  JournalStorage,
  JsonFileStorage,
  type Position,
  type Report,
  realFileSystem,
  repairJournal,
  replaceFile,
  type Stats,
  type Storage,
  StorageError,
  statsOf,
} from "../../../storage/internal.ts";
import { loadProject } from "../../strapi/project/load-project.ts";
import { copyOfPlace, isInUse } from "../content/copy-of-place.ts";
import { UploadsCopy } from "../content/copy-uploads.ts";
import { isJsonFile, placeFault } from "../content/open-storage.ts";
import { isPostgresPlace, isSharedPlace, openPostgres, openShared, shownPlace } from "../content/shared-place.ts";
import { withProgress } from "../output/progress-line.ts";
import { withReadProgress } from "../output/read-progress.ts";
import { unreadLine } from "../output/tell-unread.ts";
import { type Arguments, UsageError } from "../usage/usage.ts";

type Action = (places: readonly string[], args: Arguments) => Promise<number>;

const ACTIONS: ReadonlyMap<string, { readonly places: readonly string[]; readonly run: Action }> = new Map([
  ["check", { places: ["PLACE"], run: check }],
  ["repair", { places: ["DIR"], run: repair }],
  ["copy", { places: ["FROM", "TO"], run: copy }],
  ["backup", { places: ["PLACE", "TO"], run: backup }],
  ["clean", { places: ["PLACE", "PATH"], run: clean }],
  ["stats", { places: ["PLACE"], run: stats }],
  ["nodes", { places: ["PLACE"], run: nodes }],
  ["sql", { places: ["PLACE"], run: sql }],
]);

/** `galley data`: maintenance of stored content. Exit code 1 if damage was found. */
export async function data(args: Arguments): Promise<number> {
  const [name = "", ...places] = args.operands;
  const action = ACTIONS.get(name);
  if (action === undefined) throw new UsageError(`data needs to know what to do: ${[...ACTIONS.keys()].join(", ")}`);
  if (places.length !== action.places.length) {
    throw new UsageError(`data ${name} is called with its places: data ${name} ${action.places.join(" ")}`);
  }
  for (const [index, place] of places.entries()) {
    const fault = placeFault(place);
    if (fault !== null) throw new UsageError(`${action.places[index]} ${fault}`);
  }
  return action.run(places, args);
}

/** Inspecting a place must not create it. */
const EXISTING = { create: false };

/** Opening a place that does not exist would create it. */
async function assertThere(place: string): Promise<void> {
  if (isSharedPlace(place)) return;
  try {
    const isEmpty = (await stat(place)).isDirectory() && (await readdir(place)).length === 0;
    if (!isEmpty) return;
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
    throw new StorageError("unreadable", `${place} cannot be used: there is no such file or folder`);
  }
  throw new StorageError("unreadable", `${place} cannot be used: the folder is empty`);
}

async function check([place = ""]: readonly string[], args: Arguments): Promise<number> {
  await assertThere(place);
  if (isSharedPlace(place)) {
    const head = await checkLog(await openShared(place, EXISTING));
    return say([`${shownPlace(place)}: good, up to position ${head}`]);
  }
  if (isJsonFile(place)) {
    const { head } = await withReadProgress(quietOf(args), (files) => new JsonFileStorage(place, files).readEdited());
    return say([`${place}: good, up to position ${head}`]);
  }
  const { segments, checkpoints, faults, tail } = await withReadProgress(quietOf(args), (files) => {
    return checkJournal(place, files);
  });
  const files = [...segments, ...checkpoints].map(describeFile);
  const unfinished = tail === null ? [] : [`${describeFault(tail)}: opening leaves it out`];
  const verdict = faults.length === 0 ? ["No damage."] : faults.map((fault) => `DAMAGED ${describeFault(fault)}`);
  say([...files, ...unfinished, ...verdict]);
  return faults.length === 0 ? 0 : 1;
}

async function repair([place = ""]: readonly string[], args: Arguments): Promise<number> {
  const position = positionOf(args);
  if (isSharedPlace(place)) {
    throw new StorageError("misused", "The database keeps its own files: data repair is for journals");
  }
  if (isJsonFile(place)) throw new UsageError(`${place} is not a journal: repair a .json file in an editor`);
  await assertThere(place);
  const { head, setAside } = await withReadProgress(quietOf(args), (files) => {
    return position === null ? acceptLoss(place, files) : repairJournal(place, position, files);
  });
  return say([`${place} ends at position ${head} now.`, ...setAside.map((file) => `Set aside: ${file}`)]);
}

/** The last position to keep, or null to keep everything. */
function positionOf(args: Arguments): Position | null {
  const text = args.text("truncate-at");
  if (text === undefined && args.isOn("accept-loss")) return null;
  const position = Number(text ?? Number.NaN);
  if (Number.isSafeInteger(position) && position >= 0 && !args.isOn("accept-loss")) return position;
  throw new UsageError(
    "data repair needs one of --truncate-at N, the last position to keep, which `data check` shows, and --accept-loss",
  );
}

async function copy([from = "", to = ""]: readonly string[], args: Arguments): Promise<number> {
  await assertThere(from);
  let files = 0;
  const copyUploads = async (source: Storage, target: Storage) => {
    const uploads = await UploadsCopy.between({ place: from, storage: source }, { place: to, storage: target }, args);
    await uploads.run();
    files = uploads.count;
  };
  const head = await withProgress("Changes copied", quietOf(args), (update) => {
    return reading(from, async (source) => {
      const target = isSharedPlace(to) ? await openShared(to) : await storageAt(to);
      return copyData(source, target, update, () => copyUploads(source, target));
    });
  });
  return say([
    `Copied ${shownPlace(from)} to ${shownPlace(to)}: ${counted(head, "commit")}, ${counted(files, "file")}.`,
  ]);
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

async function backup([from = "", to = ""]: readonly string[], args: Arguments): Promise<number> {
  if (isSharedPlace(from) || isSharedPlace(to)) {
    throw new StorageError(
      "misused",
      "data backup copies files: of PostgreSQL use pg_dump, of JetStream nats stream backup, or data copy",
    );
  }
  await assertThere(from);
  if (isJsonFile(from) !== isJsonFile(to)) {
    throw new StorageError("misused", `data backup copies a place as it is: from ${from} to ${to} use data copy`);
  }
  const uploads = await UploadsCopy.between({ place: from }, { place: to }, args);
  const head = await withProgress("MB copied", quietOf(args), (update) => {
    const progress = inMegabytes(update);
    return isJsonFile(from) ? backupFile(from, to, progress, uploads) : backupFolder(from, to, progress, uploads);
  });
  return say([`Copied ${from} to ${to} up to position ${head}, and checked it: ${counted(uploads.count, "file")}.`]);
}

async function backupFile(from: string, to: string, progress: (bytes: number) => void, uploads: UploadsCopy) {
  if (existsSync(to)) throw new StorageError("misused", `${to} already exists`);
  await uploads.run();
  async function* chunks() {
    // A writer replaces the file by a new one: an open file stays complete.
    yield* metered(createReadStream(from), progress);
    await uploads.run();
  }
  await replaceFile(realFileSystem, await realFileSystem.realPath(to), chunks());
  const { head } = await new JsonFileStorage(to).readEdited();
  return head;
}

async function backupFolder(from: string, to: string, progress: (bytes: number) => void, uploads: UploadsCopy) {
  const { segments } = await backupJournal(from, to, { progress, beside: uploads.run });
  return segments.at(-1)?.last ?? 0;
}

function inMegabytes(update: (megabytes: number) => void): (bytes: number) => void {
  return (bytes) => update(Math.floor(bytes / 1_000_000));
}

/** The same bytes; `update` is called with the number of bytes read so far. */
async function* metered(chunks: AsyncIterable<Buffer>, update: (bytes: number) => void): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    yield chunk;
    bytes += chunk.length;
    update(bytes);
  }
}

async function clean([place = "", path = ""]: readonly string[], args: Arguments): Promise<number> {
  await assertThere(place);
  const { schema, unread } = await loadProject(path, { runCode: args.isOn("run-config") });
  // The values of an unread content type would be taken for values of a lost one.
  const types = unread.filter((file) => !file.startsWith("config/"));
  if (types.length > 0) throw new StorageError("misused", `${path}: ${unreadLine(types)}`);
  const isDryRun = args.isOn("dry-run");
  const found = await withReadProgress(quietOf(args), (files) => {
    return storageAt(place, files).then((storage) => cleanData(storage, schema, isDryRun));
  });
  if (found.size === 0) return say([`${shownPlace(place)} holds no values of attributes that ${path} does not have.`]);
  const lines = [...found].sort().map(([name, count]) => `${name}  ${count} ${count === 1 ? "value" : "values"}`);
  return say([...lines, isDryRun ? "Nothing was removed (--dry-run)." : `Removed from ${shownPlace(place)}.`]);
}

function quietOf(args: Arguments): { readonly quiet: boolean } {
  return { quiet: args.isOn("quiet") };
}

async function stats([place = ""]: readonly string[], args: Arguments): Promise<number> {
  await assertThere(place);
  const found = await withReadProgress(quietOf(args), (files) => reading(place, statsOf, files));
  return say(describeStats(found));
}

async function nodes([place = ""]: readonly string[]): Promise<number> {
  if (!isSharedPlace(place))
    throw new StorageError("misused", "data nodes is for logs that nodes share: it takes postgres://… or nats://…");
  const storage = await openShared(place, EXISTING);
  await storage.open();
  try {
    const found = await storage.nodes();
    const lines = found.map(({ host, pid, applied, seenAgo }) => {
      return `${host}  process ${pid}  at position ${applied}  seen ${(seenAgo / 1000).toFixed(1)} s ago`;
    });
    return say(lines.length > 0 ? lines : ["No node has it open."]);
  } finally {
    await storage.close();
  }
}

async function sql([place = ""]: readonly string[]): Promise<number> {
  if (!isPostgresPlace(place)) throw new StorageError("misused", "data sql is for PostgreSQL: it takes postgres://…");
  return say([(await openPostgres(place)).sql.trimEnd()]);
}

/** Reads a place, or a copy of it if a server has it open. */
async function reading<T>(place: string, read: (storage: Storage) => Promise<T>, files?: FileSystem): Promise<T> {
  try {
    return await read(await storageAt(place, files));
  } catch (error) {
    if (!isInUse(error)) throw error;
  }
  const copy = await copyOfPlace(place);
  try {
    return await read(await storageAt(copy.place, files));
  } finally {
    await copy.remove();
  }
}

async function storageAt(place: string, files: FileSystem = realFileSystem): Promise<Storage> {
  if (isSharedPlace(place)) return openShared(place, EXISTING);
  const report: Report = (message, details) => process.stderr.write(`${message}: ${JSON.stringify(details)}\n`);
  return isJsonFile(place) ? new JsonFileStorage(place, files) : new JournalStorage(place, { report, files });
}

function describeFile({ file, first, last, bytes }: CheckedFile): string {
  return `${file}  positions ${first} to ${last}  ${bytes} bytes`;
}

function describeFault({ file, offset, position, reason }: Fault): string {
  return `${file} at byte ${offset}${position === null ? "" : `, position ${position}`}: ${reason}`;
}

function describeStats({ logId, head, at, survives, types, links }: Stats): string[] {
  return [
    `log ${logId}, position ${head}${at === null ? "" : `, ${at.toISOString()}`}, survives ${survives}`,
    ...types.map(({ type, documents, drafts, published }) => {
      return `${type}  ${documents} documents  ${drafts} drafts  ${published} published`;
    }),
    `${links} links`,
  ];
}

function say(lines: readonly string[]): number {
  process.stdout.write(`${lines.join("\n")}\n`);
  return 0;
}
