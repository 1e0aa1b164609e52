import { join } from "node:path";
import { inBackground } from "../../../engine/internal.ts";
import type { FileSystem, OpenFile } from "../../files/file-system.ts";
import { readWhole, replaceFile, writeAll } from "../../files/files.ts";
import type { Position } from "../../port.ts";
import { decode } from "../../shapes/decode.ts";
import { optional, record } from "../../shapes/shape.ts";
import { natural, positive, text } from "../../shapes/shapes.ts";
import { MARK } from "./names.ts";
import { readingFrom } from "./read-file.ts";
import { checkedCrc, frame } from "./records/frame.ts";

/** How much of a journal is known to be flushed: at least this much, possibly more. */
export interface Flushed {
  readonly log: string;
  /** First position of the newest segment. */
  readonly segment: Position;
  /** Number of its bytes that were flushed. */
  readonly length: number;
}

/** A mark as it was found on disk. */
export interface FoundMark extends Flushed {
  /** It was written in another folder: the journal was copied, perhaps file by file while it was being written. */
  readonly isCopied: boolean;
}

/**
 * `home` is the identity of the folder that the mark was written in. It is absent after the journal was closed, because
 * copies made then are whole, and in marks of older versions.
 */
type Slot = { readonly crc: string; readonly count: number; readonly home?: string } & Flushed;

const slotShape = record<Slot>({
  crc: text,
  count: natural,
  home: optional(text),
  log: text,
  segment: positive,
  length: natural,
});

/** The file has two slots of this length. A single failed write damages at most one of them. */
const SLOT_LENGTH = 512;
/** Size of a mark in bytes. */
export const MARK_LENGTH = 2 * SLOT_LENGTH;
const SYNC_AFTER = 1000;

/**
 * The small file that distinguishes damaged records at the end from a torn tail. It is written after every flush,
 * alternating between its two slots. The file itself is flushed at most once a second, so it costs next to nothing.
 * After a power cut it may be a second old; after a crash of the process it is exact.
 */
export class FlushMark {
  readonly #file: OpenFile;
  readonly #home: string;
  #count: number;
  #timer: NodeJS.Timeout | null = null;

  private constructor(file: OpenFile, home: string, count: number) {
    this.#file = file;
    this.#home = home;
    this.#count = count;
  }

  /** Writes a new mark in place of any old one. */
  static async create(files: FileSystem, folder: string, flushed: Flushed): Promise<FlushMark> {
    const path = join(folder, MARK);
    const home = await files.identityOf(folder);
    await replaceFile(files, path, [encodeSlot(flushed, home, 0), encodeSlot(flushed, home, 1)]);
    return new FlushMark(await files.open(path, "write"), home, 1);
  }

  /** Reads the newest readable slot; null if there is none. Throws StorageError `unreadable`. */
  static async read(files: FileSystem, folder: string): Promise<FoundMark | null> {
    const path = join(folder, MARK);
    const bytes = Buffer.from((await readingFrom(path, readWhole(files, path))) ?? []);
    const newest = newestSlot(bytes);
    if (newest === null) return null;
    const { home, log, segment, length } = newest;
    return { log, segment, length, isCopied: home !== undefined && home !== (await files.identityOf(folder)) };
  }

  /** Whether another process has opened the journal since: it replaces this mark by its own. */
  isReplaced(): boolean {
    return this.#file.sizeIfNamed() === null;
  }

  /** Records a flush. Returns false if that failed; the older mark stays true, and this process needs no newer one. */
  async write(flushed: Flushed): Promise<boolean> {
    const isWritten = await this.#put(flushed, this.#home);
    if (isWritten) this.#timer ??= inBackground(setTimeout(() => this.#sync(), SYNC_AFTER));
    return isWritten;
  }

  /** Records that the journal is closed cleanly: from now on, a copy of it has everything that the mark covers. */
  async close(flushed: Flushed): Promise<void> {
    await this.#put(flushed, undefined);
    await this.#sync();
    await this.#file.close();
  }

  async #put(flushed: Flushed, home: string | undefined): Promise<boolean> {
    // Counted only once it is written: after a failure the same slot is written again, and the other one stays whole.
    const count = this.#count + 1;
    try {
      await writeAll(this.#file, encodeSlot(flushed, home, count), (count % 2) * SLOT_LENGTH);
      this.#count = count;
      return true;
    } catch {
      return false;
    }
  }

  async #sync(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#file.sync().catch(() => {});
  }
}

/** The newest readable slot among the bytes of a mark, or null. */
export function newestSlot(bytes: Buffer): (Flushed & { readonly home?: string }) | null {
  const slots = [0, SLOT_LENGTH].flatMap((at) => decodeSlot(bytes.subarray(at, at + SLOT_LENGTH)) ?? []);
  return slots.sort((a, b) => b.count - a.count)[0] ?? null;
}

function encodeSlot({ log, segment, length }: Flushed, home: string | undefined, count: number): Buffer {
  const { line } = frame({ count, home, log, segment, length }, 0);
  return Buffer.from(`${line.trimEnd().padEnd(SLOT_LENGTH - 1)}\n`);
}

function decodeSlot(bytes: Buffer): Slot | null {
  const line = Buffer.from(bytes.toString("latin1").trimEnd(), "latin1");
  if (checkedCrc(line, 0) === null) return null;
  return decode(slotShape, JSON.parse(line.toString()), "mark");
}
