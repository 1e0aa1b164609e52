import type { Opened, Storage } from "../port.ts";

/** The report of `NOWHERE` on opening, except for the position. */
export const NOWHERE_OPENED: Omit<Opened, "head" | "oldest"> = { logId: "nowhere", survives: "nothing", shared: false };

/**
 * Accepts everything and keeps nothing, for content that is never opened again. One instance serves any number of
 * stores.
 */
export const NOWHERE: Storage = {
  open: async () => ({ ...NOWHERE_OPENED, head: 0, oldest: 0 }),
  append: async (expected, batch) => ({ kind: "ok", head: expected + batch.length }),
  async *read() {},
  snapshots: { newest: async () => null, store: async () => {} },
  trim: async () => {},
  close: async () => {},
};
