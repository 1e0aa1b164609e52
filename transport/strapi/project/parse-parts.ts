import { open } from "node:fs/promises";
import { strictText } from "../../../storage/internal.ts";

/** Bytes of a file that are in memory at a time. */
const CHUNK_LENGTH = 1 << 16;

/** Brackets around a part: what an object of lists, or of objects by name, holds. */
const DEPTH = 2;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The bytes of a file, for `parseInParts`: all in the same memory, since a stream leaves as much behind as the file has. */
export async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_LENGTH);
    for (;;) {
      const { bytesRead } = await file.read(chunk);
      if (bytesRead === 0) return;
      yield chunk.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/**
 * The value of a JSON text that comes in chunks, as JSON.parse reads it, without the whole text in memory: lists and objects
 * two levels down are parsed one by one. A skeleton that has `[0]`, `[1]`… in their places is parsed last, so that JSON.parse
 * judges every character. The memory of a chunk may be used again for the next.
 *
 * @throws SyntaxError (rejected)
 */
export async function parseInParts(chunks: AsyncIterable<Buffer>): Promise<unknown> {
  const splitter = new Splitter();
  for await (const chunk of chunks) splitter.add(chunk);
  return splitter.end();
}

/** Cuts the parts out of the bytes. No byte of a character beyond ASCII looks like a bracket or a quote. */
class Splitter {
  readonly #parts: unknown[] = [];
  /** Its bytes, each as one character. */
  #skeleton = "";
  /** What there was in former chunks of the part that is being read. */
  #begun: Buffer[] = [];
  #depth = 0;
  #inString = false;
  #isEscaped = false;

  add(chunk: Buffer): void {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (this.#inString) {
        this.#goOnInString(byte);
      } else if (byte === QUOTE) {
        this.#inString = true;
      } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        if (this.#depth === DEPTH) {
          this.#skeleton += chunk.toString("latin1", from, at);
          from = at;
        }
        this.#depth += 1;
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        this.#depth -= 1;
        if (this.#depth === DEPTH) {
          this.#endPart(chunk.subarray(from, at + 1));
          from = at + 1;
        }
      }
    }
    if (this.#depth > DEPTH) this.#begun.push(Buffer.from(chunk.subarray(from)));
    else this.#skeleton += chunk.toString("latin1", from);
  }

  end(): unknown {
    const skeleton: unknown = JSON.parse(strictText(Buffer.from(this.#skeleton, "latin1")));
    return filledIn(skeleton, this.#parts);
  }

  #goOnInString(byte: number | undefined): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#inString = false;
  }

  #endPart(end: Buffer): void {
    const bytes = this.#begun.length === 0 ? end : Buffer.concat([...this.#begun, end]);
    this.#begun = [];
    this.#skeleton += `[${this.#parts.length}]`;
    this.#parts.push(JSON.parse(strictText(bytes)));
  }
}

/** The skeleton's own value, with the parts where it names them: every list two levels down is such a name. */
function filledIn(skeleton: unknown, parts: readonly unknown[], depth = 0): unknown {
  if (typeof skeleton !== "object" || skeleton === null) return skeleton;
  if (depth === DEPTH) return parts[(skeleton as readonly number[])[0] ?? -1];
  const members = skeleton as { [key: string]: unknown };
  for (const key of Object.keys(members)) {
    members[key] = filledIn(members[key], parts, depth + 1);
  }
  return skeleton;
}
