import { constants, copyFile } from "node:fs/promises";
import {
  backupJournal,
  type CheckedFile,
  checkJournal,
  copyData,
  type Fault,
  JournalStorage,
  JsonFileStorage,
  type Report,
  repairJournal,
  type Stats,
  type Storage,
  statsOf,
} from "../../storage/index.ts";
import { type Arguments, UsageError } from "./usage.ts";

type Action = (places: readonly string[], args: Arguments) => Promise<number>;

const ACTIONS: ReadonlyMap<string, { readonly places: number; readonly run: Action }> = new Map([
  ["check", { places: 1, run: check }],
  ["repair", { places: 1, run: repair }],
  ["copy", { places: 2, run: copy }],
  ["backup", { places: 2, run: backup }],
  ["stats", { places: 1, run: stats }],
]);

/** `galley data`: looks after stored content. Exit code 1 where damage was found. */
export async function data(args: Arguments): Promise<number> {
  const [name = "", ...places] = args.operands;
  const action = ACTIONS.get(name);
  if (action === undefined) throw new UsageError(`data needs to know what to do: ${[...ACTIONS.keys()].join(", ")}`);
  if (places.length !== action.places) throw new UsageError(`data ${name} takes ${action.places} place(s)`);
  return action.run(places, args);
}

async function check([place = ""]: readonly string[]): Promise<number> {
  if (isFile(place)) {
    const { head } = await new JsonFileStorage(place).readEdited();
    return say([`${place}: good, up to position ${head}`]);
  }
  const { segments, checkpoints, faults, tail } = await checkJournal(place);
  const files = [...segments, ...checkpoints].map(describeFile);
  const unfinished = tail === null ? [] : [`${describeFault(tail)}: opening cuts it off`];
  const verdict = faults.length === 0 ? ["No damage."] : faults.map((fault) => `DAMAGED ${describeFault(fault)}`);
  say([...files, ...unfinished, ...verdict]);
  return faults.length === 0 ? 0 : 1;
}

async function repair([place = ""]: readonly string[], args: Arguments): Promise<number> {
  const position = Number(args.text("truncate-at") ?? Number.NaN);
  if (!Number.isSafeInteger(position) || position < 0) throw new UsageError("--truncate-at must be a position");
  const { head, setAside } = await repairJournal(place, position);
  return say([`${place} ends at position ${head} now.`, ...setAside.map((file) => `Set aside: ${file}`)]);
}

async function copy([from = "", to = ""]: readonly string[]): Promise<number> {
  const progress = (copied: number, all: number) => process.stderr.write(`\r${copied} of ${all} changes`);
  const head = await copyData(storageAt(from), storageAt(to), process.stderr.isTTY ? progress : undefined);
  if (process.stderr.isTTY) process.stderr.write("\n");
  return say([`Copied ${from} to ${to}: ${head} commits.`]);
}

async function backup([from = "", to = ""]: readonly string[]): Promise<number> {
  if (isFile(from)) {
    await copyFile(from, to, constants.COPYFILE_EXCL);
    await new JsonFileStorage(to).readEdited();
    return say([`Copied ${from} to ${to}, and checked it.`]);
  }
  const { segments } = await backupJournal(from, to);
  return say([`Copied ${from} to ${to} up to position ${segments.at(-1)?.last ?? 0}, and checked it.`]);
}

async function stats([place = ""]: readonly string[]): Promise<number> {
  return say(describeStats(await statsOf(storageAt(place))));
}

function storageAt(place: string): Storage {
  const report: Report = (message, details) => process.stderr.write(`${message}: ${JSON.stringify(details)}\n`);
  return isFile(place) ? new JsonFileStorage(place) : new JournalStorage(place, { report });
}

function isFile(place: string): boolean {
  return place.endsWith(".json");
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
