import type { Commit, Engine } from "../../engine/internal.ts";
import { StorageError } from "../error.ts";
import type { Entries, Position, Storage } from "../port.ts";
import type { RecentCommits } from "./recent-commits.ts";

/** The next part of the log: commits, or a gap up to a position. Nothing: the end is reached. */
export type Next =
  | { readonly kind: "commits"; readonly commits: readonly Commit[] }
  | { readonly kind: "gap"; readonly to: Position };

const NOTHING: Next = { kind: "commits", commits: [] };

/** Reads the commits that an engine has applied, in order, from the recent ones or else from the storage. */
export class LogCursor {
  readonly #engine: Pick<Engine, "number">;
  readonly #storage: Pick<Storage, "read" | "sharing">;
  readonly #recent: RecentCommits;
  #position: Position;
  #reading: AsyncIterator<Entries> | null = null;
  #read: readonly Commit[] = [];

  constructor(
    { engine, storage, recent }: { engine: Pick<Engine, "number">; storage: Storage; recent: RecentCommits },
    position: Position,
  ) {
    this.#engine = engine;
    this.#storage = storage;
    this.#recent = recent;
    this.#position = position;
  }

  /** Position of the last commit that was returned. */
  get position(): Position {
    return this.#position;
  }

  /** Up to `max` commits. @throws what the storage throws (rejected); the next call tries again. */
  async next(max: number): Promise<Next> {
    const { number: head } = this.#engine;
    if (this.#position > head) return (await this.#hasLostEnd()) ? this.#skip(this.#engine.number) : NOTHING;
    if (this.#position === head) return NOTHING;
    const recent = this.#recent.after(this.#position, max);
    if (recent !== null) {
      await this.close();
      return this.#take(recent);
    }
    if (this.#read.length === 0) this.#read = await this.#readGroup(head);
    const [first] = this.#read;
    if (first === undefined) return this.#skip((this.#recent.oldest ?? head + 1) - 1);
    if (first.number > this.#position + 1) return this.#skip(first.number - 1);
    const taken = this.#read.slice(0, max);
    this.#read = this.#read.slice(max);
    return this.#take(taken);
  }

  /** Ends the reading of the storage. */
  async close(): Promise<void> {
    const reading = this.#reading;
    this.#reading = null;
    this.#read = [];
    await reading?.return?.();
  }

  /** Whether a shared log has lost its end. Otherwise this node has yet to apply what another one has read. */
  async #hasLostEnd(): Promise<boolean> {
    const { sharing } = this.#storage;
    return sharing === undefined || (await sharing.barrier()) < this.#position;
  }

  #take(commits: readonly Commit[]): Next {
    this.#position = commits.at(-1)?.number ?? this.#position;
    return { kind: "commits", commits };
  }

  #skip(to: Position): Next {
    this.#position = to;
    return { kind: "gap", to };
  }

  /** The next commits that the engine has applied; empty where the log does not have them. */
  async #readGroup(head: Position): Promise<readonly Commit[]> {
    try {
      for (;;) {
        this.#reading ??= this.#storage.read(this.#position + 1)[Symbol.asyncIterator]();
        const { done, value } = await this.#reading.next();
        if (done === true) break;
        const commits = [...value].map(({ body }) => body);
        const fresh = commits.filter(({ number }) => number > this.#position && number <= head);
        if (fresh.length > 0) return fresh;
      }
    } catch (error) {
      this.#reading = null;
      if (!(error instanceof StorageError && error.code === "trimmed")) throw error;
    }
    this.#reading = null;
    return [];
  }
}
