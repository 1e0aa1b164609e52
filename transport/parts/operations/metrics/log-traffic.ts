import type { Appended, Position, Sharing, Storage, Turn } from "../../../../storage/core.ts";
import { Durations } from "./durations.ts";

type Outcome = Appended["kind"];

/** The traffic between a node and the log that it shares, counted here because logs do not report all of it. */
export class LogTraffic {
  /** Appends by their outcome. */
  readonly appends = new Map<Outcome, number>([
    ["ok", 0],
    ["conflict", 0],
    ["unknown", 0],
    ["failed", 0],
  ]);
  readonly appendTimes = new Durations();
  /** Turns that were granted, and turns that did not come in time. */
  readonly turns = { granted: 0, missed: 0 };
  readonly turnWaits = new Durations();
  /** The head of the log when it was last requested. */
  head: Position = 0;

  /** A wrapper of the storage that counts its traffic. A storage that is not shared is returned unchanged. */
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

/** A proxy for an object in which some members are replaced; the others are called on the object itself. */
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
