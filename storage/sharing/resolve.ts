import { StorageError } from "../error.ts";
import type { Appended, Entry, Position, Storage } from "../port.ts";
import type { LogWriter } from "../writing/log-writer.ts";
import { isPermanent } from "./is-permanent.ts";
import type { Timing } from "./timing.ts";

/** Milliseconds between two checks of the log: the first pause and the longest one. */
const FIRST_PAUSE = 50;
const MAX_PAUSE = 1000;

export interface Resolving {
  readonly storage: Storage;
  readonly log: LogWriter;
  readonly timing: Timing;
  /** Called before every check; ends the search when it returns true. */
  readonly isGivenUp: () => boolean;
}

/**
 * Finds out the outcome of a batch whose answer was lost. A batch is appended whole, so the entry at its first position
 * decides. If there is no entry, the first append may still be on its way: only appending the same batch again at the
 * same position settles it. The result is `unknown` when the search was given up.
 *
 * @throws StorageError (rejected) when the log no longer has the position, or is not the log that was read before.
 */
export async function resolveAppend(entries: readonly Entry[], resolving: Resolving): Promise<Appended> {
  const { storage, log, timing, isGivenUp } = resolving;
  const [first] = entries;
  if (first === undefined) throw new StorageError("misused", "An empty batch cannot be in doubt");
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, MAX_PAUSE)) {
    if (isGivenUp()) return { kind: "unknown", reason: "the storage did not answer in time" };
    await timing.sleep(pause);
    try {
      const found = await firstFrom(storage, first.position);
      if (found?.commit === first.commit) return { kind: "ok", head: first.position + entries.length - 1 };
      if (found !== null) return decidedBy(found, first.position);
    } catch (error) {
      if (isPermanent(error)) throw error;
      continue;
    }
    const again = await log.appendEntries(storage, first.position - 1, entries);
    // The conflict may be with the first of the two appends: the next check decides.
    if (again.kind === "ok") return again;
  }
}

function decidedBy(found: Entry, position: Position): Appended {
  if (found.position === position) return { kind: "conflict", head: position };
  throw new StorageError("trimmed", `Position ${position} is no longer in the log`, { position });
}

async function firstFrom(storage: Storage, position: Position): Promise<Entry | null> {
  for await (const entries of storage.read(position)) for (const entry of entries) return entry;
  return null;
}
