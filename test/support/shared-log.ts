import type {
  Appended,
  Entries,
  Entry,
  Opened,
  Position,
  Sink,
  Storage,
  StoredSnapshot,
} from "../../storage/internal.ts";

/** What becomes of a call, decided when it comes. */
export interface Fate {
  /** The call reaches the log. */
  readonly arrives: boolean;
  /** Its answer reaches the caller. */
  readonly isAnswered: boolean;
  /** The call reaches the log again, after its answer. */
  readonly repeats: boolean;
}

export interface Adversary {
  /** Takes the time that a message takes. */
  delay(): Promise<void>;
  appending(node: number): Fate;
  /** Whether the node reaches the log at the moment. */
  reaches(node: number): boolean;
}

const NONE: Adversary = {
  delay: async () => {},
  appending: () => ({ arrives: true, isAnswered: true, repeats: false }),
  reaches: () => true,
};

interface Follower {
  readonly node: number;
  readonly sink: Sink;
  after: Position;
  isBusy: boolean;
}

/** A log in memory that several stores write to, each through a storage of its own. */
export class SharedLog {
  readonly entries: Entry[] = [];
  readonly #adversary: Adversary;
  readonly #followers = new Set<Follower>();
  #nodes = 0;
  #turn: Promise<void> = Promise.resolve();

  constructor(adversary: Adversary = NONE) {
    this.#adversary = adversary;
  }

  storage(): Storage {
    const { entries } = this;
    const adversary = this.#adversary;
    this.#nodes += 1;
    const node = this.#nodes;
    const reach = async () => {
      await adversary.delay();
      if (!adversary.reaches(node)) throw new Error("the log cannot be reached");
    };
    const append = (expected: Position, batch: readonly Entry[]) => this.#append(node, expected, batch);
    return {
      snapshots: { newest: async (): Promise<StoredSnapshot | null> => null, store: async () => {} },
      open: async (): Promise<Opened> => {
        return { logId: "shared", head: entries.length, oldest: 0, survives: "nothing", shared: true };
      },
      append,
      read: async function* (from: Position): AsyncGenerator<Entries> {
        await reach();
        yield entries.slice(from - 1);
      },
      sharing: {
        follow: async (from, sink) => {
          const follower = { node, sink, after: from, isBusy: false };
          this.#followers.add(follower);
          void this.#bring(follower);
          return async () => void this.#followers.delete(follower);
        },
        barrier: async () => {
          await reach();
          return entries.length;
        },
        turn: async (after) => {
          const before = this.#turn;
          let release = () => {};
          this.#turn = new Promise((resolve) => {
            release = resolve;
          });
          await before;
          return { behind: entries.slice(after), append, release: async () => release() };
        },
      },
      trim: async () => {},
      close: async () => {},
    };
  }

  async #append(node: number, expected: Position, batch: readonly Entry[]): Promise<Appended> {
    const adversary = this.#adversary;
    await adversary.delay();
    const { arrives, isAnswered, repeats } = adversary.appending(node);
    if (!arrives || !adversary.reaches(node)) return { kind: "unknown", reason: "the log cannot be reached" };
    const appended = this.#arrive(expected, batch);
    if (repeats) void adversary.delay().then(() => this.#arrive(expected, batch));
    await adversary.delay();
    return isAnswered ? appended : { kind: "unknown", reason: "the answer was lost" };
  }

  #arrive(expected: Position, batch: readonly Entry[]): Appended {
    if (expected !== this.entries.length) return { kind: "conflict", head: this.entries.length };
    // As a log does that is read by other processes: a replacement is more than its changes to the one that made it.
    this.entries.push(...batch.map((entry): Entry => JSON.parse(JSON.stringify(entry))));
    for (const follower of this.#followers) void this.#bring(follower);
    return { kind: "ok", head: this.entries.length };
  }

  async #bring(follower: Follower): Promise<void> {
    if (follower.isBusy) return;
    follower.isBusy = true;
    while (this.#followers.has(follower) && follower.after < this.entries.length) {
      await this.#adversary.delay();
      if (!this.#adversary.reaches(follower.node)) continue;
      const news = this.entries.slice(follower.after);
      follower.after += news.length;
      follower.sink.entries(news);
    }
    follower.isBusy = false;
  }
}
