import { randomBytes } from "node:crypto";
import type { Commit } from "../../engine/internal.ts";
import { reasonOf } from "../error.ts";
import type { Appended, Entry, Position, Storage } from "../port.ts";

type Log = Pick<Storage, "append">;

/**
 * Appends commits as entries. Each entry has an id that is unique across all logs: a random name of this writer and a
 * count.
 */
export class LogWriter {
  readonly #storage: Log;
  readonly #name = randomBytes(9).toString("base64url");
  #count = 0;

  constructor(storage: Log) {
    this.#storage = storage;
  }

  /** Makes the commits durable as one batch. If the storage throws, it is unknown whether they are. */
  append(head: Position, commits: readonly Commit[]): Promise<Appended> {
    if (commits.length === 0) return Promise.resolve({ kind: "ok", head });
    return this.appendEntries(this.#storage, head, this.entriesOf(commits));
  }

  /** Every call makes new ids: a commit that is decided again is a different entry. */
  entriesOf(commits: readonly Commit[]): readonly Entry[] {
    return commits.map((body): Entry => ({ position: body.number, commit: this.#newId(), body }));
  }

  /** Like `append`, for entries that have ids already, to any log. */
  async appendEntries(log: Log, head: Position, entries: readonly Entry[]): Promise<Appended> {
    try {
      return await log.append(head, entries);
    } catch (error) {
      return { kind: "unknown", reason: reasonOf(error) };
    }
  }

  #newId(): string {
    this.#count += 1;
    return `${this.#name}.${this.#count}`;
  }
}
