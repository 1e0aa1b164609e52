import type { Storage } from "../../../storage/port.ts";

/** A storage, empty for good: no append to it succeeds, and none leaves anything in doubt. */
export function failingStorage(reason: string): Storage {
  return {
    open: async () => ({ logId: "failing", head: 0, oldest: 0, survives: "nothing", shared: false }),
    append: async () => ({ kind: "failed", reason }),
    async *read() {},
    snapshots: { newest: async () => null, store: async () => {} },
    trim: async () => {},
    close: async () => {},
  };
}
