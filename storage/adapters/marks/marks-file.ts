import { basename } from "node:path";
import { appendFailed, errorCode, reasonOf, refusalOf, StorageError } from "../../error.ts";
import type { FileSystem, OpenFile } from "../../files/file-system.ts";
import { removeAsides, replaceFile, writeAll } from "../../files/files.ts";
import type { Marks } from "../../port.ts";
import { checkedCrc, frame, objectText } from "../journal/records/frame.ts";
import { linesOf, readWindows } from "../journal/records/lines.ts";

/** Bytes of outdated lines from which on the file is written anew, unless the present ones are more. */
const MAX_WASTE = 1 << 20;

/** Where the newest line of a mark is. */
interface Place {
  readonly at: number;
  readonly length: number;
}

interface Line {
  /** Number of the flush that made it durable. */
  readonly flush: number;
  readonly mark: string;
  /** Null: the mark was removed. */
  readonly value: string | null;
}

interface WaitingWrite extends Omit<Line, "flush"> {
  readonly expected: string | null;
  readonly resolve: (isWritten: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Marks in a file of framed lines of JSON, to which each write adds one. Writes that wait share a flush. Only the places
 * of the newest lines are in memory. The file is opened by the first use, and written anew then: so what a holder of the
 * lock that was judged dead adds to the file before has no effect.
 */
export class MarksFile implements Marks {
  readonly #files: FileSystem;
  readonly #path: string;
  readonly #places = new Map<string, Place>();
  #file: OpenFile | null = null;
  #length = 0;
  /** Number of the last flush that has a line in the file. */
  #flush = 0;
  /** Bytes of the newest lines. */
  #used = 0;
  #waiting: WaitingWrite[] = [];
  /** The last step: steps run one after the other. */
  #last: Promise<unknown> = Promise.resolve();
  #isOpened = false;
  #failure: StorageError | null = null;

  /** `files`: the file system for the holder of the lock (`fenced`). */
  constructor(files: FileSystem, path: string) {
    this.#files = files;
    this.#path = path;
  }

  read(name: string): Promise<string | null> {
    return this.#inTurn(() => this.#valueOf(name));
  }

  names(prefix: string): Promise<readonly string[]> {
    return this.#inTurn(async () => [...this.#places.keys()].filter((name) => name.startsWith(prefix)).sort());
  }

  write(name: string, expected: string | null, value: string | null): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ mark: name, expected, value, resolve, reject });
      if (this.#waiting.length === 1) this.#inTurn(() => this.#writeAll()).catch((error) => this.#refuse(error));
    });
  }

  async close(): Promise<void> {
    await this.#last;
    await this.#file?.close();
    this.#file = null;
    this.#failure = new StorageError("misused", `${this.#path} is not open`);
  }

  /** One step after the other, the first after the file was read. */
  #inTurn<T>(step: () => Promise<T>): Promise<T> {
    const done = this.#last.then(async () => {
      if (this.#failure !== null) throw this.#failure;
      try {
        if (!this.#isOpened) await this.#open();
        return await step();
      } catch (error) {
        if (error instanceof StorageError) throw error;
        throw new StorageError("unreadable", `${this.#path} cannot be used: ${reasonOf(error)}`);
      }
    });
    this.#last = done.catch(() => {});
    return done;
  }

  #refuse(error: unknown): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }

  /** Writes all waiting marks whose expectation holds, with one flush. */
  async #writeAll(): Promise<void> {
    const writes = this.#waiting.splice(0);
    try {
      const { lines, outcomes } = await this.#decide(writes);
      if (lines.length > 0) await this.#append(lines);
      for (const [at, { resolve }] of writes.entries()) resolve(outcomes[at] === true);
    } catch (error) {
      for (const { reject } of writes) reject(error);
    }
    const isWasteful = this.#length - this.#used > Math.max(MAX_WASTE, this.#used);
    // If there is no room for it, the next write tries again.
    if (isWasteful && this.#failure === null) await this.#rewrite().catch(() => {});
  }

  async #decide(writes: readonly WaitingWrite[]) {
    const decided = new Map<string, string | null>();
    const lines: Line[] = [];
    const outcomes: boolean[] = [];
    for (const { mark, expected, value } of writes) {
      const present = decided.has(mark) ? decided.get(mark) : await this.#valueOf(mark);
      outcomes.push(present === expected);
      if (present !== expected || present === value) continue;
      decided.set(mark, value);
      lines.push({ flush: this.#flush + 1, mark, value });
    }
    return { lines, outcomes };
  }

  async #append(lines: readonly Line[]): Promise<void> {
    const texts = lines.map((line) => Buffer.from(frame(line, 0).line));
    const file = this.#file ?? (await this.#rewrite());
    const start = this.#length;
    try {
      await writeAll(file, Buffer.concat(texts), start);
    } catch (error) {
      await file.truncate(start).catch((cause: unknown) => this.#fail(cause));
      throw appendFailed(refusalOf(error));
    }
    await file.sync().catch((cause: unknown) => this.#fail(cause));
    this.#flush += 1;
    if (file.sizeIfNamed() === null) this.#fail(new Error("another file has its name"));
    for (const [at, { mark, value }] of lines.entries()) this.#note(mark, value, texts[at]?.length ?? 0);
  }

  #note(name: string, value: string | null, length: number): void {
    this.#used -= this.#places.get(name)?.length ?? 0;
    this.#places.delete(name);
    if (value !== null) {
      this.#places.set(name, { at: this.#length, length });
      this.#used += length;
    }
    this.#length += length;
  }

  /** Nothing is known about the file any more until the storage is opened again. */
  #fail(cause: unknown): never {
    this.#failure = new StorageError("outcome-unknown", `${this.#path} takes no more marks: ${reasonOf(cause)}`);
    throw this.#failure;
  }

  async #valueOf(name: string): Promise<string | null> {
    const place = this.#places.get(name);
    if (place === undefined || this.#file === null) return null;
    const bytes = Buffer.from(await this.#file.read(place.at, place.length - 1));
    if (checkedCrc(bytes, 0) === null) throw this.#damaged(place.at);
    return parseLine(bytes).value;
  }

  async #open(): Promise<void> {
    await removeAsides(this.#files, this.#path);
    if (await this.#find()) await this.#rewrite();
    this.#isOpened = true;
  }

  /** Opens the file; false if there is none. */
  async #find(): Promise<boolean> {
    try {
      this.#file = await this.#files.open(this.#path, "read");
    } catch (error) {
      if (errorCode(error) === "ENOENT") return false;
      throw error;
    }
    await this.#scan(this.#file);
    return true;
  }

  /** Finds the newest line of each mark. From the first bad line on, only lines of one flush may follow: it was torn. */
  async #scan(file: OpenFile): Promise<void> {
    let torn: number | null = null;
    for await (const window of readWindows(file)) {
      for (const { at, bytes, ended } of linesOf(window)) {
        if (!ended || checkedCrc(bytes, 0) === null) {
          torn ??= at;
          continue;
        }
        const { flush, mark, value } = parseLine(bytes);
        if (torn !== null && flush > this.#flush + 1) throw this.#damaged(torn);
        if (torn !== null) continue;
        this.#flush = flush;
        this.#length = at;
        this.#note(mark, value, bytes.length + 1);
      }
    }
  }

  /** Puts a new file, with the newest line of each mark, into the place of this one. */
  async #rewrite(): Promise<OpenFile> {
    const before = this.#file;
    const places = [...this.#places].sort(([, one], [, other]) => one.at - other.at);
    let newest: Uint8Array | null = null;
    const lines = async function* () {
      if (before === null) return;
      for (const [, { at, length }] of places) {
        newest = await before.read(at, length);
        yield newest;
      }
      // Windows replaces no open file.
      await before.close();
    };
    try {
      await replaceFile(this.#files, this.#path, lines());
    } catch (error) {
      if (before !== null) await this.#goOnWithout(before, error);
      throw error;
    }
    const file = await this.#files.open(this.#path, "write");
    this.#length = 0;
    this.#used = 0;
    // Lines of removed marks are gone, and their flushes with them: a scan expects the number after the last flush of the
    // other lines.
    this.#flush = newest === null ? 0 : parseLine(Buffer.from(newest)).flush;
    this.#places.clear();
    for (const [name, { length }] of places) this.#note(name, "", length);
    this.#file = file;
    return file;
  }

  /** After a replacement that failed: opens the file again that is still in its place. */
  async #goOnWithout(closed: OpenFile, error: unknown): Promise<void> {
    if (error instanceof StorageError) this.#fail(error);
    await closed.close().catch(() => {});
    this.#file = await this.#files.open(this.#path, "write").catch((cause: unknown) => this.#fail(cause));
  }

  #damaged(offset: number): StorageError {
    const advice = `Put a whole copy in its place, or remove ${basename(this.#path)}: readers of the log then begin anew`;
    return new StorageError("damaged", `${this.#path} is damaged at byte ${offset}. ${advice}`, {
      file: this.#path,
      offset,
    });
  }
}

function parseLine(bytes: Buffer): Line {
  return JSON.parse(objectText(bytes));
}
