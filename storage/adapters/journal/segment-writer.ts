import { type Refusal, reasonOf, refusalOf } from "../../error.ts";
import type { OpenFile } from "../../files/file-system.ts";
import { writeAll } from "../../files/files.ts";
import type { Appended, Position } from "../../port.ts";
import type { Crc } from "./records/frame.ts";
import { encodeBatch } from "./records/record.ts";

/** Why a batch is not durable, and whether that is certain. */
export type AppendFailure = Extract<Appended, { kind: "failed" | "unknown" }>;

/** Writes batches at the end of the newest segment, with one flush each, and with one write unless they are large. */
export class SegmentWriter {
  readonly first: Position;
  readonly #file: OpenFile;
  #length: number;
  #crc: Crc;
  /** Size of the batch whose write failed last, as far as it was attempted. */
  #refused = 0;

  constructor(file: OpenFile, end: { readonly first: Position; readonly length: number; readonly crc: Crc }) {
    this.#file = file;
    this.first = end.first;
    this.#length = end.length;
    this.#crc = end.crc;
  }

  /** Number of flushed bytes. */
  get length(): number {
    return this.#length;
  }

  /** Checksum of the last line. */
  get crc(): Crc {
    return this.#crc;
  }

  /** Makes a batch of records durable as a whole. The remains of a failed write are cut off again. */
  async append(texts: Iterable<string>): Promise<AppendFailure | null> {
    let end = this.#length;
    let last = this.#crc;
    try {
      for (const { bytes, crc } of encodeBatch(texts, this.#crc)) {
        const start = end;
        end += bytes.length;
        last = crc;
        await writeAll(this.#file, bytes, start);
      }
    } catch (error) {
      this.#refused = end - this.#length;
      return this.#cutBack(refusalOf(error));
    }
    try {
      await this.#file.sync();
    } catch (error) {
      // The system may have dropped pages that it could not write, and then report the next flush as a success: the
      // outcome is unknown.
      return { kind: "unknown", reason: `flushing failed: check the disk, then restart: ${reasonOf(error)}` };
    }
    this.#length = end;
    this.#crc = last;
    return null;
  }

  /**
   * Nameless: the file was unlinked or replaced, and anything written to it now is lost with the process. Cut short, by
   * another program: anything written now has a gap before it.
   */
  state(): "good" | "nameless" | "cut short" {
    const size = this.#file.sizeIfNamed();
    if (size === null) return "nameless";
    return size < this.#length ? "cut short" : "good";
  }

  /** Writes as many bytes as the last failed write had, and cuts them off again; null if that works. */
  async probe(): Promise<AppendFailure | null> {
    try {
      await writeAll(this.#file, Buffer.alloc(this.#refused), this.#length);
    } catch (error) {
      return this.#cutBack(refusalOf(error));
    }
    const left = await this.#cutBack({ reason: "", noRoom: false });
    return left.kind === "unknown" ? left : null;
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  async #cutBack(refusal: Refusal): Promise<AppendFailure> {
    try {
      await this.#file.truncate(this.#length);
      return { kind: "failed", ...refusal };
    } catch (error) {
      return { kind: "unknown", reason: `${refusal.reason}, and cutting it back failed: ${reasonOf(error)}` };
    }
  }
}
