import type { Engine } from "../../engine/internal.ts";
import type { Opened, Position, Storage } from "../port.ts";
import type { Report } from "../report.ts";
import { recover } from "./recover.ts";

/**
 * Reloads an engine to the state at the storage's head, as `recover` does for an empty engine. Readers see the old
 * content until everything has been read, so both states are in memory in the meantime.
 */
export async function reload(
  engine: Engine,
  storage: Storage,
  opened: Pick<Opened, "head" | "shared">,
  report: Report,
): Promise<Position | null> {
  const fresh = engine.empty();
  const snapshot = await recover(fresh, storage, opened, report);
  fresh.buildIndexes();
  engine.become(fresh);
  return snapshot;
}
