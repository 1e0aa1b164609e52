import { open } from "node:fs/promises";
import { strictText } from "../../../../storage/core.ts";

/** Bytes of a file that are in memory at a time. */
const CHUNK_LENGTH = 1 << 16;

/** Levels of brackets around a part: objects of lists, or of objects by name. */
const DEPTH = 2;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The bytes of a file, for `parseInParts`, in a reused buffer: a stream would leave as much garbage as the file has bytes. */
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
 * Parses a JSON text that comes in chunks to the value that JSON.parse returns, without the whole text in memory: lists and
 * objects two levels down are parsed one by one. A skeleton with `[0]`, `[1]`… in their places is parsed last, so that
 * JSON.parse judges every character. The buffer of a chunk may be reused for the next.
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
  /** Its bytes, one character each. */
  #skeleton = "";
  /** Bytes of the current part in earlier chunks. */
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

/** The skeleton's value, with the parts put in their places: every list two levels down is such a place. */
function filledIn(skeleton: unknown, parts: readonly unknown[], depth = 0): unknown {
  if (typeof skeleton !== "object" || skeleton === null) return skeleton;
  if (depth === DEPTH) return parts[(skeleton as readonly number[])[0] ?? -1];
  const members = skeleton as { [key: string]: unknown };
  for (const key of Object.keys(members)) {
    members[key] = filledIn(members[key], parts, depth + 1);
  }
  return skeleton;
}
