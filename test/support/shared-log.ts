import type { Appended, Entry, Opened, Position, Storage, StoredSnapshot } from "../../storage/internal.ts";

/** A log in memory that several stores write to, each through a storage of its own. */
export class SharedLog {
  readonly #entries: Entry[] = [];

  storage(): Storage {
    const entries = this.#entries;
    return {
      snapshots: { newest: async (): Promise<StoredSnapshot | null> => null, store: async () => {} },
      open: async (): Promise<Opened> => {
        return { logId: "shared", head: entries.length, oldest: 0, survives: "nothing", shared: true };
      },
      append: async (expected: Position, batch: readonly Entry[]): Promise<Appended> => {
        if (expected !== entries.length) return { kind: "conflict", head: entries.length };
        entries.push(...batch);
        return { kind: "ok", head: entries.length };
      },
      read: async function* (from: Position) {
        yield entries.slice(from - 1);
      },
      trim: async () => {},
      close: async () => {},
    };
  }
}
