import type { FittedNote, Opened, Position, Storage } from "../port.ts";

/** A storage that stays open while one store over it replaces another. */
export interface HeldStorage {
  /** Each store opens and closes it as its own; in between nobody else can. One store at a time may write. */
  readonly storage: Storage;
  /** Closes it for good. */
  close(): Promise<void>;
}

/** Opens `storage` with the first store, and closes it only when asked to. */
export function holdStorage(storage: Storage): HeldStorage {
  let first: Opened | null = null;
  let head: Position = 0;
  const { probe, fitted = noteInMemory(), beginFilling } = storage;
  return {
    storage: {
      open: async () => {
        if (first === null) {
          first = await storage.open();
          head = first.head;
        }
        return { ...first, head };
      },
      append: async (expected, batch) => {
        const appended = await storage.append(expected, batch);
        if (appended.kind === "ok") head = appended.head;
        return appended;
      },
      read: (from) => storage.read(from),
      snapshots: storage.snapshots,
      trim: (through) => storage.trim(through),
      close: async () => {},
      ...(probe && { probe: () => probe.call(storage) }),
      fitted,
      ...(beginFilling && { beginFilling: () => beginFilling.call(storage) }),
    },
    close: async () => {
      if (first !== null) await storage.close();
    },
  };
}

/** Stores over the same storage may differ in their content types, even if it does not outlive the process. */
function noteInMemory(): FittedNote {
  let noted: string | null = null;
  return {
    place: "The memory",
    advice: "end the server, and the content with it",
    read: async () => noted,
    write: async (fingerprint) => {
      noted = fingerprint;
    },
  };
}
