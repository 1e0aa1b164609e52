import {
  decodeWhole,
  type Entry,
  encodeChanges,
  type JournalOptions,
  JournalStorage,
  type Position,
} from "../../../storage/internal.ts";
import { Content } from "../../../storage/shapes/content.ts";
import { sampleCommit } from "../../../storage/testing/commits.ts";
import type { Random } from "../random.ts";
import type { SimulatedDisk } from "./simulated-disk.ts";

export const FOLDER = "/data";

/** The entries that a journal was given, and how far it has acknowledged them. */
export class History {
  /** Everything up to here was acknowledged. */
  acknowledged: Position = 0;
  /** Where each batch ended that was ever begun. */
  readonly batchEnds = new Set<Position>([0]);
  #tries = 0;
  /** Ids of the tries at each position: any of them may be found there. */
  readonly #ids = new Map<Position, Set<string>>();

  entries(after: Position, count: number): Entry[] {
    this.batchEnds.add(after + count);
    return Array.from({ length: count }, (_, index) => {
      const position = after + 1 + index;
      this.#tries += 1;
      const commit = `try.${this.#tries}`;
      this.#ids.set(position, (this.#ids.get(position) ?? new Set()).add(commit));
      return { position, commit, body: sampleCommit(position) };
    });
  }

  has(entry: Entry): boolean {
    return this.#ids.get(entry.position)?.has(entry.commit) === true && text(entry.body) === commitText(entry.position);
  }
}

/** A journal with small segments, so that few steps lead through all it does. */
export function smallJournal(disk: SimulatedDisk, options: JournalOptions = {}): JournalStorage {
  return new JournalStorage(FOLDER, { files: disk, segmentBytes: 3000, report: () => {}, ...options });
}

/** Goes some random steps with an open journal. Its promises are noted in the history at once. */
export async function live(storage: JournalStorage, from: Position, history: History, random: Random): Promise<void> {
  let head = from;
  for (let step = 0; step < 10; step += 1) {
    const kind = random.below(8);
    if (kind === 0) await storeCheckpoint(storage, head);
    else if (kind === 1) await storage.trim(head);
    else head = await append(storage, head, history, 1 + random.below(4));
  }
}

export async function append(
  storage: JournalStorage,
  head: Position,
  history: History,
  count: number,
): Promise<Position> {
  const appended = await storage.append(head, history.entries(head, count));
  if (appended.kind !== "ok") return head;
  history.acknowledged = appended.head;
  return appended.head;
}

export async function storeCheckpoint(storage: JournalStorage, at: Position): Promise<void> {
  if (at === 0) return;
  const content = contentAt(at);
  await storage.snapshots.store(at, encodeChanges({ number: at, at: content.at }, content.changes()));
}

/** Everything that can be read: throws when it is not what the history wrote. Gives the head. */
export async function verify(storage: JournalStorage, opened: { head: Position }, history: History): Promise<Position> {
  const snapshot = await storage.snapshots.newest();
  let position = 0;
  if (snapshot !== null) {
    const { number, changes } = await decodeWhole(snapshot.bytes);
    position = number;
    if (text(changes) !== contentText(position)) throw new Error(`wrong checkpoint at ${position}`);
  }
  for await (const entries of storage.read(position + 1)) {
    for (const entry of entries) {
      if (entry.position !== position + 1) throw new Error(`position ${entry.position} after ${position}`);
      if (!history.has(entry)) throw new Error(`position ${entry.position} was never written like this`);
      position = entry.position;
    }
  }
  if (position !== opened.head) throw new Error(`the head is ${opened.head}, but ${position} is the last position`);
  return position;
}

const commitText = remembered((position) => text(sampleCommit(position)));
const contentText = remembered((position) => text([...contentAt(position).changes()]));

function remembered(find: (position: Position) => string): (position: Position) => string {
  const texts = new Map<Position, string>();
  return (position) => {
    const known = texts.get(position) ?? find(position);
    texts.set(position, known);
    return known;
  };
}

function contentAt(head: Position): Content {
  const content = new Content("");
  content.apply(Array.from({ length: head }, (_, index) => sampleCommit(index + 1)));
  return content;
}

function text(value: unknown): string {
  return JSON.stringify(value);
}
