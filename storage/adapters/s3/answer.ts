import { EngineError } from "../../../engine/internal.ts";
import { errorCode, isError } from "../../error.ts";

/** Participle for the message of a failure: `stored`. */
export type FileAction = "stored" | "read" | "removed" | "listed";

/** Bytes of an answer that is read as a whole: a page of a list, with a thousand of the longest keys, has fewer. */
const TEXT_BYTES = 8 << 20;

/** Bounds each wait for a bucket: for the head of its answer, and for each piece of the body. */
export class Patience {
  readonly #aborter = new AbortController();
  readonly #milliseconds: number;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  get signal(): AbortSignal {
    return this.#aborter.signal;
  }

  /** Waits for work that ends when the signal does. */
  async within<T>(work: Promise<T>): Promise<T> {
    const late = () => this.#aborter.abort(new DOMException("The bucket does not answer", "TimeoutError"));
    const timer = setTimeout(late, this.#milliseconds);
    try {
      return await work;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** An answer of a bucket whose body is still to be read, or to be discarded. */
export class BucketAnswer {
  readonly #response: Response;
  readonly #doing: FileAction;
  readonly #patience: Patience;

  constructor(response: Response, doing: FileAction, patience: Patience) {
    this.#response = response;
    this.#doing = doing;
    this.#patience = patience;
  }

  get status(): number {
    return this.#response.status;
  }

  /** Whether the status is one of success. */
  get ok(): boolean {
    return this.#response.ok;
  }

  /** Of the header, or null. */
  header(name: string): string | null {
    return this.#response.headers.get(name);
  }

  /** @throws EngineError `unavailable` if the body breaks off or stalls. */
  async *bytes(): AsyncGenerator<Uint8Array> {
    const reader = this.#response.body?.getReader();
    if (reader === undefined) return;
    try {
      for (;;) {
        const { value, done } = await this.#patience.within(reader.read()).catch((error: unknown) => {
          throw unavailable(this.#doing, codeOf(error));
        });
        if (done) return;
        yield value;
      }
    } finally {
      await reader.cancel().catch(() => {});
    }
  }

  /** Read within one patience. @throws as `bytes` does, also if it does not end within 8 MiB. */
  text(): Promise<string> {
    return this.#patience.within(this.#wholeText());
  }

  /** Never rejects: a success stays a success, however its body ends. */
  async discard(): Promise<void> {
    await this.#response.body?.cancel().catch(() => {});
  }

  async #wholeText(): Promise<string> {
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of this.bytes()) {
      size += piece.byteLength;
      if (size > TEXT_BYTES) throw unavailable(this.#doing, "an answer without end");
      pieces.push(piece);
    }
    return Buffer.concat(pieces).toString();
  }
}

/** The reason names no addresses, keys and names: callers see it. */
export function unavailable(doing: FileAction, reason: string): EngineError {
  return new EngineError("unavailable", `The file could not be ${doing} in its bucket`, { reason });
}

/** Of a request or a body that ended before its time. */
export function codeOf(error: unknown): string {
  return isError(error) ? (errorCode(error.cause) ?? error.name) : "unknown";
}
