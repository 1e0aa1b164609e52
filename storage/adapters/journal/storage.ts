import { join } from "node:path";
import { errorCode, reasonOf, StorageError } from "../../error.ts";
import { absolutePath } from "../../files/absolute-path.ts";
import { type FileSystem, realFileSystem } from "../../files/file-system.ts";
import { makeFolders, readWhole, replaceFile } from "../../files/files.ts";
import { fenced } from "../../files/lock/fenced.ts";
import type { FolderLock } from "../../files/lock/lock.ts";
import { survivesIn } from "../../files/survives-in.ts";
import type { Appended, Entries, Entry, FittedNote, Opened, Position, Storage, StoredSnapshot } from "../../port.ts";
import { type Report, warn } from "../../report.ts";
import { MarksFile } from "../marks/marks-file.ts";
import { marksOf } from "../marks/marks-of.ts";
import { assertFilled, beginFilling } from "./filling.ts";
import { Journal, type JournalLimits } from "./journal.ts";
import { FITTED, MARKS } from "./names.ts";
import { readingFrom } from "./read-file.ts";
import { Reserve, removes, removesIn } from "./reserve.ts";

export interface JournalOptions extends Partial<JournalLimits> {
  readonly files?: FileSystem;
  /** Receives reports of repairs at opening. Process warnings when absent. */
  readonly report?: Report;
  /** Bytes of the disk that are kept for deletions while it is otherwise full: none. */
  readonly reserve?: number;
  /**
   * @internal Called before an append is acknowledged whose mark could not be written, because processes that follow
   *   the mark will not see it.
   */
  readonly onUnmarked?: () => void;
}

interface OpenJournal {
  readonly journal: Journal;
  readonly lock: FolderLock;
  readonly reserve: Reserve;
  readonly marks: MarksFile;
}

/**
 * A folder with a journal and checkpoints, as FORMAT.md describes it. An acknowledged write has been flushed and
 * survives a power cut. Only one process may use the folder at a time.
 */
export class JournalStorage implements Storage {
  readonly #folder: string;
  readonly #options: JournalOptions;
  #open: OpenJournal | null = null;

  constructor(folder: string, options: JournalOptions = {}) {
    this.#folder = absolutePath(folder);
    this.#options = options;
    const { files = realFileSystem } = options;
    const path = join(this.#folder, FITTED);
    this.fitted = {
      place: this.#folder,
      advice: `carry the content over by way of a file that can be edited: galley data copy ${this.#folder} FILE.json`,
      read: async () =>
        Buffer.from((await readingFrom(path, readWhole(files, path))) ?? [])
          .toString()
          .trim() || null,
      write: (fingerprint) => replaceFile(files, path, [Buffer.from(`${fingerprint}\n`)]),
    };
  }

  readonly snapshots = {
    newest: async (): Promise<StoredSnapshot | null> => this.#journal.newestCheckpoint(),
    store: async (at: Position, bytes: AsyncIterable<Uint8Array>): Promise<void> => {
      await this.#journal.storeCheckpoint(at, bytes);
    },
    due: (): boolean => this.#journal.isCheckpointDue,
  };

  readonly fitted: FittedNote;

  readonly marks = marksOf(() => this.#opened.marks);

  /** @throws StorageError `unreadable`, `locked`, `damaged` with file, offset and advice, `invalid` */
  async open(): Promise<Opened> {
    if (this.#open !== null) throw new StorageError("misused", `${this.#folder} is open already`);
    const { files = realFileSystem, report = warn, reserve: reserved = 0, ...limits } = this.#options;
    const folder = this.#folder;
    let lock: FolderLock | null = null;
    try {
      await makeFolders(files, folder);
      lock = await files.lock(folder, "journal");
      await assertFilled(files, folder);
      const journal = await Journal.open({ files: fenced(files, lock), folder, report }, lock.isAlone, limits);
      const reserve = new Reserve(fenced(files, lock), folder, reserved);
      await reserve.fill();
      this.#open = { journal, lock, reserve, marks: new MarksFile(fenced(files, lock), join(folder, MARKS)) };
      const { log: logId, head, oldest } = journal;
      return { logId, head, oldest, survives: await survivesIn(files, folder, report), shared: false };
    } catch (error) {
      await lock?.release();
      if (error instanceof StorageError && error.code !== "outcome-unknown") throw error;
      const details = { folder, code: errorCode(error) };
      throw new StorageError("unreadable", `${folder} cannot be used: ${reasonOf(error)}`, details);
    }
  }

  async append(expected: Position, batch: readonly Entry[]): Promise<Appended> {
    const append = () => this.#journal.append(expected, batch);
    return this.#withReserve(await append(), () => removes(batch), append);
  }

  /** Like `append`, of entries that another process has encoded as records of this log (`recordTexts`). */
  async appendRecords(expected: Position, texts: readonly string[]): Promise<Appended> {
    const append = () => this.#journal.appendRecords(expected, texts.length, texts);
    return this.#withReserve(await append(), () => removesIn(texts), append);
  }

  /** Deletions are written down also when the disk is full. */
  async #withReserve(appended: Appended, deletes: () => boolean, again: () => Promise<Appended>): Promise<Appended> {
    if (appended.kind !== "failed" || !deletes()) return appended;
    return (await this.#open?.reserve.append(appended, again)) ?? appended;
  }

  /** @internal Why nothing more is appended until the journal is opened again, or null. */
  get failure(): string | null {
    return this.#journal.failure;
  }

  async probe(): Promise<string | null> {
    return this.#journal.probe();
  }

  async beginFilling(): Promise<() => Promise<void>> {
    return beginFilling(this.#options.files ?? realFileSystem, this.#folder);
  }

  async *read(from: Position): AsyncGenerator<Entries> {
    yield* this.#journal.read(from);
  }

  async trim(through: Position): Promise<void> {
    await this.#journal.trim(through);
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    await open?.marks.close();
    await open?.journal.close();
    await open?.lock.release();
  }

  get #journal(): Journal {
    return this.#opened.journal;
  }

  get #opened(): OpenJournal {
    if (this.#open === null) throw new StorageError("misused", `${this.#folder} is not open`);
    return this.#open;
  }
}
