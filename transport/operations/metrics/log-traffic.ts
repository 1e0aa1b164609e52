import type { Appended, Position, Sharing, Storage, Turn } from "../../../storage/internal.ts";
import { Durations } from "./durations.ts";

type Outcome = Appended["kind"];

/** What goes on between a node and the log that it shares: counted on the way, since no log tells all of it. */
export class LogTraffic {
  /** Appends by what was answered. */
  readonly appends = new Map<Outcome, number>([
    ["ok", 0],
    ["conflict", 0],
    ["unknown", 0],
    ["failed", 0],
  ]);
  readonly appendTimes = new Durations();
  /** Turns that were given, and those that did not come in time. */
  readonly turns = { granted: 0, missed: 0 };
  readonly turnWaits = new Durations();
  /** The head of the log, when it was last asked for. */
  head: Position = 0;

  /** The same storage, whose traffic is counted. A storage that nobody shares is left as it is. */
  through(storage: Storage): Storage {
    const { sharing } = storage;
    if (sharing === undefined) return storage;
    return overriding(storage, {
      append: (expected, batch) => this.#appending(() => storage.append(expected, batch)),
      sharing: this.#throughSharing(sharing),
    });
  }

  #throughSharing(sharing: Sharing): Sharing {
    const { turn } = sharing;
    return overriding(sharing, {
      barrier: async () => {
        this.head = await sharing.barrier();
        return this.head;
      },
      ...(turn && {
        turn: (after: Position, patience: number) => this.#waiting(() => sharing.turn?.(after, patience)),
      }),
    });
  }

  async #waiting(ask: () => Promise<Turn | null> | undefined): Promise<Turn | null> {
    const started = performance.now();
    const turn = (await ask()) ?? null;
    this.turnWaits.since(started);
    this.turns[turn === null ? "missed" : "granted"] += 1;
    if (turn === null) return null;
    return overriding(turn, {
      append: (expected, batch) => this.#appending(() => turn.append(expected, batch)),
    });
  }

  async #appending(append: () => Promise<Appended>): Promise<Appended> {
    const started = performance.now();
    let outcome: Outcome = "unknown";
    try {
      const appended = await append();
      outcome = appended.kind;
      return appended;
    } finally {
      this.appendTimes.since(started);
      this.appends.set(outcome, (this.appends.get(outcome) ?? 0) + 1);
    }
  }
}

/** An object with some members exchanged; the others are those of the object, called on it. */
function overriding<T extends object>(object: T, members: Partial<T>): T {
  return new Proxy(object, {
    get: (target, name) => {
      const own: unknown = Reflect.get(members, name);
      if (own !== undefined) return own;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
