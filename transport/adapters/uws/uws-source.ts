import type { HttpResponse as NativeResponse } from "uWebSockets.js";
import type { BodySource } from "../../http/port.ts";
import { readSource } from "../shared/read-source.ts";

/** The response of an answer that takes time. */
export type Begin = (bytes: number) => () => void;

/**
 * Writes a body that is produced meanwhile: each piece is read when the one before it is out. `begin` and the returned
 * value: as for `sendUws`.
 */
export function sendSource(native: NativeResponse, source: BodySource, begin: Begin): boolean {
  if (source.size === 0) {
    native.end();
    return true;
  }
  const sink = new Sink(native, source.size, begin(0));
  const send = async (): Promise<void> => {
    for await (const piece of readSource(source)) {
      await sink.write(piece);
      if (sink.closed) return;
    }
  };
  send().catch(() => sink.breakOff());
  return false;
}

/** A native response that takes the pieces of a body one after the other. */
class Sink {
  closed = false;
  readonly #native: NativeResponse;
  readonly #size: number;
  readonly #end: () => void;
  #wake: () => void = () => {};

  constructor(native: NativeResponse, size: number, end: () => void) {
    this.#native = native;
    this.#size = size;
    this.#end = end;
    native.onAborted(() => this.#close());
  }

  /** Resolves when the piece is out, or the client gone. */
  write(piece: Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
      if (this.closed) return resolve();
      const start = this.#native.getWriteOffset();
      const attempt = (offset: number): boolean => {
        const [accepted, finished] = this.#native.tryEnd(piece.subarray(offset - start), this.#size);
        if (finished) this.#close();
        else if (accepted) resolve();
        return accepted;
      };
      this.#native.onWritable(attempt);
      this.#native.cork(() => attempt(start));
    });
  }

  /** The rest will never come. */
  breakOff(): void {
    if (this.closed) return;
    this.#close();
    this.#native.close();
  }

  #close(): void {
    this.closed = true;
    this.#end();
    this.#wake();
  }
}
