import { randomBytes } from "node:crypto";
import type { Commit } from "../../engine/internal.ts";
import { reasonOf } from "../error.ts";
import type { Appended, Entry, Position, Storage } from "../port.ts";

/** Appends commits as entries with ids that no other entry of any log has: a writer's name and a count. */
export class LogWriter {
  readonly #storage: Pick<Storage, "append">;
  readonly #name = randomBytes(9).toString("base64url");
  #count = 0;

  constructor(storage: Pick<Storage, "append">) {
    this.#storage = storage;
  }

  /** Makes the commits durable at once. What the storage throws leaves open whether they are. */
  async append(head: Position, commits: readonly Commit[]): Promise<Appended> {
    if (commits.length === 0) return { kind: "ok", head };
    const entries = commits.map((body): Entry => ({ position: body.number, commit: this.#newId(), body }));
    try {
      return await this.#storage.append(head, entries);
    } catch (error) {
      return { kind: "unknown", reason: reasonOf(error) };
    }
  }

  /** No retry repeats one. */
  #newId(): string {
    this.#count += 1;
    return `${this.#name}.${this.#count}`;
  }
}
