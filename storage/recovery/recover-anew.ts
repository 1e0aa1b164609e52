import type { Engine } from "../../engine/internal.ts";
import type { Opened, Position, Storage } from "../port.ts";
import type { Report } from "../report.ts";
import { recover } from "./recover.ts";

/**
 * Brings an engine from whatever it holds to the state at the storage's head, as `recover` does for an empty one. Readers see
 * what it held until all is read; the memory of both is taken meanwhile.
 */
export async function recoverAnew(
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
