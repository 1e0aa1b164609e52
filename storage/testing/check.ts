import type { Position, Storage } from "../port.ts";

/** Where a storage keeps its data: every check gets a new, empty one. */
export interface Place {
  /** A new storage over this place, not yet open. */
  storage(): Storage;
  /**
   * Takes all entries after a position, and snapshots of them, from a log that is shared, as a failover to a server does
   * that has not got them. Checks of what nodes do then are passed over where it is absent.
   */
  lose?(after: Position): Promise<void>;
  /**
   * Ages all state that nodes of a shared log have stored about themselves (liveness and claims) by a number of
   * milliseconds. If absent, checks of how nodes treat vanished nodes are skipped.
   */
  age?(milliseconds: number): Promise<void>;
}

/** One promise of the storage port, as a function that rejects when an adapter breaks it. */
export interface StorageCheck {
  readonly name: string;
  readonly run: (place: Place) => Promise<void>;
}

export function check(name: string, run: StorageCheck["run"]): StorageCheck {
  return { name, run };
}

/** A check that only means something where data outlives the storage object. */
export function durableCheck(name: string, run: StorageCheck["run"]): StorageCheck {
  return check(name, async (place) => {
    const storage = place.storage();
    const { survives } = await storage.open();
    await storage.close();
    if (survives !== "nothing") await run(place);
  });
}
