import { join } from "node:path";
import { reasonOf, refusalOf, StorageError } from "../../error.ts";
import { readWhole, replaceFile } from "../../files/files.ts";
import type { Appended, Entries, Entry, Position, StoredSnapshot } from "../../port.ts";
import { readCheckpoint, writeCheckpoint } from "./checkpoint.ts";
import { type Flushed, FlushMark, newestSlot } from "./flush-mark.ts";
import { checkpointName, MARK, segmentName, segmentsIn } from "./names.ts";
import { type JournalFolder, type OpenedJournal, openJournal, startSegment } from "./open.ts";
import { readEntries } from "./reader.ts";
import { recordTexts } from "./records/record.ts";
import type { AppendFailure, SegmentWriter } from "./segment-writer.ts";

export interface JournalLimits {
  /** The size at which a new segment is begun. 16 MiB when absent. */
  readonly segmentBytes: number;
  /**
   * Growth since the newest checkpoint at which another one is due, provided it also exceeds that checkpoint's size. 64
   * MiB when absent.
   */
  readonly checkpointBytes: number;
}

const MIB = 1 << 20;
const KEPT_CHECKPOINTS = 2;

interface OpenOptions extends Partial<JournalLimits> {
  readonly onUnmarked?: () => void;
}

/**
 * An open journal: a write-ahead log in segments, with checkpoints and the flush mark. Only the newest segment is
 * written to.
 */
export class Journal {
  readonly log: string;
  readonly #place: JournalFolder;
  readonly #limits: JournalLimits;
  readonly #mark: FlushMark;
  #writer: SegmentWriter;
  #head: Position;
  #segments: readonly Position[];
  #checkpoints: readonly Position[];
  #grown: number;
  #checkpointSize: number;
  readonly #onUnmarked: () => void;
  #failure: string | null = null;
  #probing: Promise<unknown> = Promise.resolve();

  private constructor(
    place: JournalFolder,
    { onUnmarked = () => {}, ...limits }: OpenOptions,
    opened: OpenedJournal,
    mark: FlushMark,
  ) {
    this.log = opened.log;
    this.#onUnmarked = onUnmarked;
    this.#place = place;
    this.#limits = { segmentBytes: 16 * MIB, checkpointBytes: 64 * MIB, ...limits };
    this.#mark = mark;
    this.#writer = opened.writer;
    this.#head = opened.head;
    this.#segments = opened.segments;
    this.#checkpoints = opened.checkpoints;
    this.#checkpointSize = opened.checkpointSize;
    // Counted in whole segments, which is exact enough for a checkpoint to come soon when there is much to replay.
    const since = opened.segments.filter((first) => first > (opened.checkpoints.at(-1) ?? 0)).length;
    this.#grown = Math.max(0, since - 1) * this.#limits.segmentBytes + opened.writer.length;
  }

  /** @throws StorageError `damaged`, `invalid`; what the file system throws */
  static async open(place: JournalFolder, isAlone: boolean, options: OpenOptions = {}): Promise<Journal> {
    if (!isAlone) await fenceOff(place);
    const opened = await openJournal(place);
    try {
      const { first, length } = opened.writer;
      const mark = await FlushMark.create(place.files, place.folder, { log: opened.log, segment: first, length });
      return new Journal(place, options, opened, mark);
    } catch (error) {
      await opened.writer.close();
      throw error;
    }
  }

  get head(): Position {
    return this.#head;
  }

  /** The oldest position that can be read; the head if there is none. */
  get oldest(): Position {
    return Math.min(this.#head, this.#segments.at(0) ?? this.#head);
  }

  get isCheckpointDue(): boolean {
    return this.#grown > Math.max(this.#limits.checkpointBytes, this.#checkpointSize);
  }

  /** Why nothing more is appended until the journal is opened again, or null. */
  get failure(): string | null {
    return this.#failure;
  }

  append(expected: Position, entries: readonly Entry[]): Promise<Appended> {
    return this.appendRecords(expected, entries.length, recordTexts(entries, this.log));
  }

  /** Like `append`, for as many entries as texts of `recordTexts` for this log. */
  async appendRecords(expected: Position, count: number, texts: Iterable<string>): Promise<Appended> {
    if (this.#failure !== null) return { kind: "unknown", reason: this.#failure };
    if (expected !== this.#head) return { kind: "conflict", head: this.#head };
    if (count === 0) return { kind: "ok", head: this.#head };
    await this.#probing;
    const failure =
      (await this.#fence()) ?? (this.#isFull ? await this.#makeRoom() : null) ?? (await this.#write(count, texts));
    if (failure?.kind === "unknown") this.#failure = failure.reason;
    return failure ?? { kind: "ok", head: this.#head };
  }

  /**
   * As `Storage.probe`. It must not be called while an append is under way; an append that is called in the meantime
   * waits for it.
   */
  async probe(): Promise<string | null> {
    if (this.#failure !== null) return this.#failure;
    const probing = this.#fence().then(async (failure) => failure ?? (await this.#fenceMark()) ?? this.#writer.probe());
    this.#probing = probing;
    const failure = await probing;
    if (failure?.kind === "unknown") this.#failure = failure.reason;
    return failure?.reason ?? null;
  }

  read(from: Position): AsyncGenerator<Entries> {
    const { files, folder } = this.#place;
    return readEntries({ files, folder, log: this.log, segments: this.#segments, end: this.#writer.length }, from);
  }

  newestCheckpoint(): StoredSnapshot | null {
    const at = this.#checkpoints.at(-1);
    return at === undefined ? null : { at, bytes: readCheckpoint(this.#place.files, this.#path(checkpointName(at))) };
  }

  async storeCheckpoint(at: Position, snapshot: AsyncIterable<Uint8Array>): Promise<void> {
    // Reset at the beginning, so that a checkpoint that fails, for example on a full disk, is not tried again with
    // every batch.
    this.#grown = 0;
    const { files } = this.#place;
    const size = await writeCheckpoint(files, this.#path(checkpointName(at)), { log: this.log, at }, snapshot);
    this.#checkpointSize = size;
    const all = [...this.#checkpoints.filter((other) => other !== at), at].sort((a, b) => a - b);
    this.#checkpoints = all.slice(-KEPT_CHECKPOINTS);
    for (const old of all.slice(0, -KEPT_CHECKPOINTS)) await files.remove(this.#path(checkpointName(old)));
  }

  /** Removes the segments whose records are all at or before `through` and the second newest checkpoint. */
  async trim(through: Position): Promise<void> {
    if (this.#checkpoints.length < KEPT_CHECKPOINTS) return;
    const limit = Math.min(through, this.#checkpoints.at(-KEPT_CHECKPOINTS) ?? 0);
    for (const [index, first] of this.#segments.entries()) {
      const next = this.#segments[index + 1];
      if (next === undefined || next - 1 > limit) break;
      await this.#place.files.remove(this.#path(segmentName(first)));
      this.#segments = this.#segments.filter((other) => other !== first);
    }
  }

  async close(): Promise<void> {
    await this.#mark.close(this.#flushed);
    await this.#writer.close();
  }

  /**
   * Fencing: refuses to write to a segment that another process has replaced, because it judged this one dead
   * (`fenceOff`), or that has lost its name or its end.
   */
  async #fence(): Promise<AppendFailure | null> {
    return this.#writer.state() === "good" ? null : this.#whatBecameOfIt();
  }

  /** The same for the mark. Asked before anything is acknowledged: what precedes its replacement, the other one reads. */
  async #fenceMark(): Promise<AppendFailure | null> {
    return this.#mark.isReplaced() ? this.#whatBecameOfIt() : null;
  }

  async #whatBecameOfIt(): Promise<AppendFailure> {
    return { kind: "unknown", reason: await whatBecameOf(this.#place, this.#writer) };
  }

  get #isFull(): boolean {
    return this.#writer.length >= this.#limits.segmentBytes;
  }

  /** Begins a new segment. */
  async #makeRoom(): Promise<AppendFailure | null> {
    const first = this.#head + 1;
    try {
      const full = this.#writer;
      this.#writer = await startSegment(this.#place, this.log, first, full.crc);
      this.#segments = [...this.#segments, first];
      await full.close();
      return null;
    } catch (error) {
      const unknown = error instanceof StorageError && error.code === "outcome-unknown";
      return unknown ? { kind: "unknown", reason: reasonOf(error) } : { kind: "failed", ...refusalOf(error) };
    }
  }

  async #write(count: number, texts: Iterable<string>): Promise<AppendFailure | null> {
    const before = this.#writer.length;
    const failure = (await this.#writer.append(texts)) ?? (await this.#fenceMark());
    if (failure !== null) return failure;
    this.#head += count;
    this.#grown += this.#writer.length - before;
    if (!(await this.#mark.write(this.#flushed))) this.#onUnmarked();
    return null;
  }

  get #flushed(): Flushed {
    const { first, length } = this.#writer;
    return { log: this.log, segment: first, length };
  }

  #path(name: string): string {
    return join(this.#place.folder, name);
  }
}

/**
 * Makes files that another process may have open useless to it: the mark first, which it looks at before it
 * acknowledges, then the files that it has yet to name, then the newest segment: this process goes on with a copy. Not
 * needed after a clean end, which the mark tells.
 */
async function fenceOff({ files, folder }: JournalFolder): Promise<void> {
  const renew = async (name: string): Promise<void> => {
    const bytes = await readWhole(files, join(folder, name));
    if (bytes !== null) await replaceFile(files, join(folder, name), [bytes]);
  };
  const mark = newestSlot(Buffer.from((await readWhole(files, join(folder, MARK))) ?? []));
  if (mark !== null && mark.home === undefined) return;
  await renew(MARK);
  for (const name of await files.list(folder)) if (name.endsWith(".tmp")) await files.remove(join(folder, name));
  const newest = segmentsIn(await files.list(folder)).at(-1);
  if (newest !== undefined) await renew(segmentName(newest));
}

/** Finds out why files of an open journal have lost their names or their end. */
async function whatBecameOf({ files, folder }: JournalFolder, writer: SegmentWriter): Promise<string> {
  const segment = segmentName(writer.first);
  let names: readonly string[];
  try {
    names = await files.list(folder);
  } catch (error) {
    return `the folder of this journal is gone: put it back, then restart: ${reasonOf(error)}`;
  }
  for (const name of [segment, MARK])
    if (!names.includes(name)) return `${name} was removed from the folder of this journal: put it back, then restart`;
  if (writer.state() === "cut short")
    return `${segment} was cut short by another program: put a whole copy back, then restart`;
  return "another process has opened this journal, or its files were replaced: stop that one, then restart";
}
