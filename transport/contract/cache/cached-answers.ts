import type { Access } from "../../../engine/internal.ts";
import type { Answer } from "../../http/answer.ts";

/** A cached answer, valid as long as nothing it was read from has changed. */
export interface CachedAnswer {
  readonly answer: Answer & { readonly body: Uint8Array };
  /** Commit number at which it was made. */
  readonly at: number;
  /** uids of the content types it was read from. */
  readonly types: readonly string[];
}

/** Answers by caller and URL, and their total size in bytes. */
export class CachedAnswers {
  readonly #byAccess = new Map<Access, Map<string, CachedAnswer>>();
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  get(access: Access, url: string): CachedAnswer | undefined {
    return this.#byAccess.get(access)?.get(url);
  }

  put(access: Access, url: string, cached: CachedAnswer): void {
    this.drop(access, url);
    const answers = this.#byAccess.get(access) ?? new Map<string, CachedAnswer>();
    this.#byAccess.set(access, answers.set(url, cached));
    this.#bytes += sizeOf(url, cached.answer.body.length);
  }

  drop(access: Access, url: string): void {
    const cached = this.get(access, url);
    if (cached === undefined) return;
    this.#byAccess.get(access)?.delete(url);
    this.#bytes -= sizeOf(url, cached.answer.body.length);
  }
}

/** Bytes of a map entry and a tag besides the URL and the body. */
const ENTRY_BYTES = 500;

/** In bytes; `body` is the length of the body. */
export function sizeOf(url: string, body: number): number {
  return ENTRY_BYTES + url.length + body;
}
