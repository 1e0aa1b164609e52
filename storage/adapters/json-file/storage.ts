import { randomUUID } from "node:crypto";
import { basename, dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Low } from "lowdb";
import type { Change, Commit } from "../../../engine/internal.ts";
import { errorCode, isSyntaxError, reasonOf, refusalOf, StorageError } from "../../error.ts";
import { absolutePath } from "../../files/absolute-path.ts";
import { type FileSystem, realFileSystem } from "../../files/file-system.ts";
import { makeFolders, probeReplacing, removeAsides, replaceFile } from "../../files/files.ts";
import { fenced } from "../../files/lock/fenced.ts";
import type { FolderLock } from "../../files/lock/lock.ts";
import { survivesIn } from "../../files/survives-in.ts";
import { strictText } from "../../files/utf8.ts";
import type { Appended, Entry, Opened, Position, Storage, StoredSnapshot } from "../../port.ts";
import type { Report } from "../../report.ts";
import { Content } from "../../shapes/content.ts";
import { encodeContent } from "../../snapshot/encode.ts";
import { MarksFile } from "../marks/marks-file.ts";
import { marksOf } from "../marks/marks-of.ts";
import { DurableAdapter } from "./durable-adapter.ts";
import { FileClaim } from "./file-claim.ts";
import { parseContent, printContent } from "./text.ts";

/** Milliseconds after which an editor that has begun to write is done. */
const WRITTEN_AFTER = 50;

/** Edits that may come one after the other while one write is stored. */
const MAX_EDITS = 5;

/** From this number of bytes on, writes to a folder are clearly quicker. */
const MAX_SMALL_BYTES = 20_000_000;

/** Whether edited content is valid for the schema. */
type IsGood = (changes: readonly Change[]) => boolean;

const TEXT = { parse: parseContent, print: printContent };

/** The open file. */
interface OpenFile {
  /** The target of the path, symbolic links resolved. */
  readonly real: string;
  readonly adapter: DurableAdapter<Content>;
  readonly database: Low<Content>;
  readonly claim: FileClaim;
  readonly lock: FolderLock;
  readonly marks: MarksFile;
}

/**
 * All content in one JSON file for people to read, diff and, while it is not open, edit. Every batch rewrites the whole
 * file, so this is for small data. The file is the snapshot; there are no entries before it.
 *
 * A symbolic link stays one: its target when the storage is opened is read, locked, and written beside.
 */
export class JsonFileStorage implements Storage {
  /** The file, as an absolute path. */
  readonly path: string;
  readonly #files: FileSystem;
  readonly #hint: Report;
  #isHinted = false;
  #open: OpenFile | null = null;
  /** Set while edits are watched for. */
  #isGood: IsGood | null = null;

  /**
   * `hint` is called once when the file has become larger than this storage is meant for, and if writes may not survive a
   * power cut there.
   */
  constructor(path: string, files: FileSystem = realFileSystem, hint: Report = () => {}) {
    this.path = absolutePath(path);
    this.#files = files;
    this.#hint = hint;
  }

  readonly marks = marksOf(() => this.#assertOpen().marks);

  readonly snapshots = {
    newest: async (): Promise<StoredSnapshot | null> => {
      const { content } = this;
      const { head: number } = content;
      const isNew = number === 0 && content.types.size === 0;
      if (isNew) return null;
      return { at: number, bytes: encodeContent(content), edited: this.path };
    },
    /** The file is a snapshot already. */
    store: async (): Promise<void> => {},
  };

  async open(): Promise<Opened> {
    if (this.#open !== null) throw new StorageError("misused", `${this.path} is open already`);
    const { real, lock } = await this.#prepare();
    try {
      const { adapter, database } = await this.#load(real, fenced(this.#files, lock));
      const claim = await FileClaim.take(this.#files, real);
      const marks = new MarksFile(fenced(this.#files, lock), `${real.replace(/\.json$/, "")}.marks.ndjson`);
      this.#open = { real, adapter, database, claim, lock, marks };
      const { logId, head } = database.data;
      const survives = await survivesIn(this.#files, dirname(real), this.#hint);
      return { logId, head, oldest: head, survives, shared: false, rewrites: true };
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  async append(expected: Position, batch: readonly Entry[]): Promise<Appended> {
    const open = this.#assertOpen();
    const { data: content } = open.database;
    if (expected !== content.head) return { kind: "conflict", head: content.head };
    const commits = batch.map(({ body }) => body);
    const takeBack = content.apply(commits);
    try {
      await this.#write(open, commits);
    } catch (error) {
      takeBack();
      const unknown = error instanceof StorageError && error.code === "outcome-unknown";
      return unknown ? { kind: "unknown", reason: reasonOf(error) } : { kind: "failed", ...refusalOf(error) };
    }
    open.claim.follow();
    this.#hintAt(open.adapter.lastLength);
    return { kind: "ok", head: content.head };
  }

  async probe(): Promise<string | null> {
    const { real, adapter, lock } = this.#assertOpen();
    try {
      await lock.assertHeld();
      if (this.#isGood === null) await adapter.assertOwn();
    } catch (error) {
      return reasonOf(error);
    }
    return probeReplacing(this.#files, real, adapter.lastLength);
  }

  /** Nothing: the file contains the result of the entries, not the entries. */
  async *read(): AsyncGenerator<readonly Entry[]> {
    this.#assertOpen();
    yield [];
  }

  async trim(): Promise<void> {}

  async close(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    await open?.marks.close();
    await open?.claim.release();
    await open?.lock.release();
  }

  /** @internal What the file should contain. */
  get content(): Content {
    return this.#assertOpen().database.data;
  }

  /** The file that is read and written, symbolic links resolved; the storage must be open. */
  get realPath(): string {
    return this.#assertOpen().real;
  }

  /**
   * From now on edits that are made while the file is open are not overwritten: valid ones are left in the file beside
   * the written content, for `readEdited`; others are kept in `FILE.refused`. `isGood` checks them by the schema.
   */
  keepEdits(isGood: IsGood): void {
    this.#isGood = isGood;
  }

  /**
   * The actual content of the file, which someone may have edited. Needs no lock and works beside the process that has it.
   *
   * @throws StorageError `invalid` with every fault and its path, `unreadable`
   *
   * @internal
   */
  async readEdited(): Promise<Content> {
    const adapter = new DurableAdapter(this.#files, this.path, TEXT);
    const content = await this.#read(adapter);
    if (content === null) throw this.#refuse(new StorageError("unreadable", "there is no such file"));
    return content;
  }

  async #write({ real, adapter, database, lock }: OpenFile, commits: readonly Commit[]): Promise<void> {
    let content = database.data;
    for (let left = MAX_EDITS; ; left -= 1) {
      try {
        return await adapter.write(content);
      } catch (error) {
        if (!(error instanceof StorageError) || error.code !== "diverged") throw error;
        // If another server has taken the lock over, the change is that server's.
        await lock.assertHeld();
        if (this.#isGood === null || left === 0) throw error;
        content = (await this.#besideEdit(real, adapter, commits, this.#isGood)) ?? database.data;
      }
    }
  }

  /** The edited content with the commits, or null if the edit is not valid: it is kept beside the file then. */
  async #besideEdit(
    real: string,
    adapter: DurableAdapter<Content>,
    commits: readonly Commit[],
    isGood: IsGood,
  ): Promise<Content | null> {
    const head = (commits[0]?.number ?? 0) - 1;
    let foreign = await adapter.readForeign();
    let edited = foreign && editedFrom(foreign, head, isGood);
    if (edited === null) {
      // An editor may be in the middle of writing.
      await setTimeout(WRITTEN_AFTER);
      foreign = await adapter.readForeign();
      edited = foreign && editedFrom(foreign, head, isGood);
    }
    if (foreign === null) return null;
    if (edited === null) await replaceFile(this.#files, `${real}.refused`, [foreign]);
    adapter.accept(foreign);
    edited?.apply(commits);
    return edited;
  }

  #hintAt(bytes: number): void {
    if (this.#isHinted || bytes <= MAX_SMALL_BYTES) return;
    this.#isHinted = true;
    const advice = "a folder takes them at their own size";
    this.#hint(`Every write rewrites this whole file; ${advice}`, { file: this.path, bytes });
  }

  #assertOpen(): OpenFile {
    if (this.#open === null) throw new StorageError("misused", `${this.path} is not open`);
    return this.#open;
  }

  /** Resolves the file, creates its folder and takes the lock. */
  async #prepare(): Promise<Pick<OpenFile, "real" | "lock">> {
    let folder = dirname(this.path);
    try {
      const real = await this.#files.realPath(this.path);
      folder = dirname(real);
      await makeFolders(this.#files, folder);
      return { real, lock: await this.#files.lock(folder, basename(real)) };
    } catch (error) {
      if (error instanceof StorageError) throw error;
      const message = `The folder ${folder} cannot be used: ${reasonOf(error)}`;
      throw new StorageError("unreadable", message, { folder, code: errorCode(error) });
    }
  }

  /** Reads the file, or creates it at once, so that a place that cannot be written is found before the first write. */
  async #load(real: string, files: FileSystem): Promise<Pick<OpenFile, "adapter" | "database">> {
    const adapter = new DurableAdapter(files, real, TEXT);
    await removeAsides(files, real).catch((error: unknown) => {
      throw this.#refuse(error);
    });
    const stored = await this.#read(adapter);
    // Loaded here, since most users of this package keep their content elsewhere.
    const { Low } = await import("lowdb");
    const database = new Low(adapter, stored ?? new Content(randomUUID()));
    try {
      if (stored === null) await database.write();
      return { adapter, database };
    } catch (error) {
      throw this.#refuse(error);
    }
  }

  async #read(adapter: DurableAdapter<Content>): Promise<Content | null> {
    try {
      return await adapter.read();
    } catch (error) {
      throw this.#refuse(error);
    }
  }

  #refuse(error: unknown): StorageError {
    const invalid = isSyntaxError(error) || (error instanceof StorageError && error.code === "invalid");
    const details = error instanceof StorageError ? error.details : { code: errorCode(error) };
    const message = `${this.path} cannot be used: ${reasonOf(error)}`;
    return new StorageError(invalid ? "invalid" : "unreadable", message, { ...details, file: this.path });
  }
}

/** The content of an edited file, if it is valid and based on the content at `head`. */
function editedFrom(bytes: Uint8Array, head: Position, isGood: IsGood): Content | null {
  try {
    const content = parseContent(strictText(bytes));
    return content.head === head && isGood([...content.changes()]) ? content : null;
  } catch {
    return null;
  }
}
