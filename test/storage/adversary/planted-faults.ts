import type { Appended, Entry, Position, Storage } from "../../../storage/internal.ts";
import type { Random } from "../../support/random.ts";
import type { Plant, ShareableStorage } from "./schedule.ts";

type Append = Storage["append"];

/** Mistakes that an adapter, or the store over it, could make: each must be found. */
export const PLANTED_FAULTS: Readonly<Record<string, Plant>> = {
  "acknowledges what it drops": appending((append, random) => async (expected, batch) => {
    return random.chance(4) ? { kind: "ok", head: expected + batch.length } : append(expected, batch);
  }),

  "calls failed what is in doubt": answering("unknown", () => ({ kind: "failed", reason: "lost" })),

  "calls done what is in doubt": answering("unknown", (expected, batch) => ({
    kind: "ok",
    head: expected + batch.length,
  })),

  "calls done what others were quicker with": answering("conflict", (expected, batch) => ({
    kind: "ok",
    head: expected + batch.length,
  })),

  "sends what is in doubt again under other names": appending((append) => async (expected, batch) => {
    const appended = await append(expected, batch);
    if (appended.kind !== "unknown") return appended;
    return append(
      expected,
      batch.map((entry) => ({ ...entry, commit: `${entry.commit}.again` })),
    );
  }),

  "appends at whatever position the log has come to": (storage) => {
    const append: Append = async (expected, batch) => {
      const appended = await storage.append(expected, batch);
      if (appended.kind !== "conflict") return appended;
      const head = await headOf(storage, expected);
      return storage.append(
        head,
        batch.map((entry, at) => moved(entry, head + 1 + at)),
      );
    };
    return changed(storage, { append, turn: (turn) => ({ ...turn, append }) });
  },

  "takes what it has seen for all there is": (storage) => {
    let seen = 0;
    return changed(storage, {
      sink: (entries) => {
        for (const { position } of entries) seen = Math.max(seen, position);
        return entries;
      },
      barrier: async () => seen,
    });
  },

  "shows what is not durable": (storage) => {
    let show: (entries: readonly Entry[]) => void = () => {};
    return changed(storage, {
      onFollow: (bring) => {
        show = bring;
      },
      append: async (expected, batch) => {
        show(batch);
        return storage.append(expected, batch);
      },
    });
  },

  "brings other changes than were stored": (storage, random) =>
    changed(storage, { sink: (entries) => (random.chance(4) ? entries.map(emptied) : entries) }),

  "leaves a batch out": (storage, random) => changed(storage, { sink: (entries) => (random.chance(6) ? [] : entries) }),

  "brings two entries in each other's place": (storage) =>
    changed(storage, {
      sink: ([first, second, ...rest]) =>
        first === undefined || second === undefined
          ? [first, second].filter((entry) => entry !== undefined)
          : [moved(second, first.position), moved(first, second.position), ...rest],
    }),
};

/** The machinery of the faults, without a fault: nothing may be found. */
export const NO_FAULT: Plant = appending((append) => append);

function appending(wrap: (append: Append, random: Random) => Append): Plant {
  return (storage, random) => {
    const append = wrap((expected, batch) => storage.append(expected, batch), random);
    return changed(storage, {
      append,
      turn: (turn) => ({ ...turn, append: wrap((expected, batch) => turn.append(expected, batch), random) }),
    });
  };
}

/** Gives another answer in place of one kind. */
function answering(kind: Appended["kind"], instead: (expected: Position, batch: readonly Entry[]) => Appended): Plant {
  return appending((append) => async (expected, batch) => {
    const appended = await append(expected, batch);
    return appended.kind === kind ? instead(expected, batch) : appended;
  });
}

type Turn = NonNullable<Awaited<ReturnType<NonNullable<ShareableStorage["sharing"]["turn"]>>>>;

interface Changes {
  readonly append?: Append;
  readonly turn?: (turn: Turn) => Turn;
  /** Changes the entries that arrive by following. */
  readonly sink?: (entries: readonly Entry[]) => readonly Entry[];
  readonly onFollow?: (bring: (entries: readonly Entry[]) => void) => void;
  readonly barrier?: () => Promise<Position>;
}

function changed(storage: ShareableStorage, changes: Changes): Storage {
  const { sharing } = storage;
  const { append, turn, sink = (entries) => entries, onFollow, barrier } = changes;
  return {
    snapshots: storage.snapshots,
    open: () => storage.open(),
    append: append ?? ((expected, batch) => storage.append(expected, batch)),
    read: (from) => storage.read(from),
    trim: (through) => storage.trim(through),
    close: () => storage.close(),
    sharing: {
      follow: (from, to) => {
        onFollow?.((entries) => to.entries(entries));
        return sharing.follow(from, { ...to, entries: (entries) => to.entries(sink([...entries])) });
      },
      barrier: barrier ?? (() => sharing.barrier()),
      turn: async (after, patience) => {
        const given = (await sharing.turn?.(after, patience)) ?? null;
        return given === null ? null : (turn?.(given) ?? given);
      },
    },
  };
}

async function headOf(storage: Storage, from: Position): Promise<Position> {
  let head = from;
  for await (const entries of storage.read(from + 1)) for (const { position } of entries) head = position;
  return head;
}

function moved(entry: Entry, position: Position): Entry {
  return { ...entry, position, body: { ...entry.body, number: position, changes: entry.body.changes } };
}

function emptied(entry: Entry): Entry {
  return { ...entry, body: { ...entry.body, number: entry.position, changes: [] } };
}
