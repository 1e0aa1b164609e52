import type { Engine } from "../../engine/internal.ts";
import type { Opened, Position, Storage } from "../port.ts";
import { recover } from "../recovery/recover.ts";
import { reload } from "../recovery/reload.ts";
import type { Report } from "../report.ts";
import { isLeftBehind } from "./lasting.ts";

/** Attempts at reading a shared log whose entries other nodes trim while they are being read. */
const MAX_ATTEMPTS = 5;

/** Like `recover`, and again from the start if other nodes of a shared log have trimmed it meanwhile. */
export async function recoverWithRetries(
  engine: Engine,
  storage: Storage,
  opened: Opened,
  report: Report,
): Promise<Position | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const read = attempt === 1 ? recover : reload;
      return await read(engine, storage, opened, report);
    } catch (error) {
      if (!opened.shared || !isLeftBehind(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
