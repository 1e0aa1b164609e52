import type { Engine } from "../../engine/internal.ts";
import type { Opened, Position, Storage } from "../port.ts";
import { checkFit } from "../recovery/check-fit.ts";
import { recover } from "../recovery/recover.ts";
import { reload } from "../recovery/reload.ts";
import type { Report } from "../report.ts";
import { isLeftBehind } from "./is-left-behind.ts";
import { isPermanent } from "./is-permanent.ts";
import { REAL_TIMING, type Timing } from "./timing.ts";

/** Attempts at reading a shared log whose entries other nodes trim while they are being read. */
const MAX_ATTEMPTS = 5;
/** Milliseconds for which a shared log that cannot be read is read again, and between two attempts. */
const READABLE_WITHIN = 30_000;
const PAUSE = 100;

/**
 * Like `recover` and `checkFit`. A shared log is read again from the start if other nodes have trimmed it meanwhile, or if
 * its servers do not answer, as during a failover.
 */
export async function recoverWithRetries(
  engine: Engine,
  storage: Storage,
  opened: Opened,
  report: Report,
  timing: Timing = REAL_TIMING,
): Promise<Position | null> {
  let read: typeof recover = recover;
  let until: number | null = null;
  for (let leftBehind = 0; ; ) {
    try {
      const at = await read(engine, storage, opened, report);
      if (storage.fitted !== undefined) await checkFit(engine, storage.fitted);
      return at;
    } catch (error) {
      if (!opened.shared) throw error;
      until ??= timing.now() + READABLE_WITHIN;
      if (isLeftBehind(error)) leftBehind += 1;
      else if (isPermanent(error) || timing.now() >= until) throw error;
      if (leftBehind === MAX_ATTEMPTS) throw error;
      read = reload;
      await timing.sleep(PAUSE);
    }
  }
}
