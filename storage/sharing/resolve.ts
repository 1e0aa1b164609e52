import { StorageError } from "../error.ts";
import type { Appended, Entry, Position, Storage } from "../port.ts";
import type { LogWriter } from "../writing/log-writer.ts";
import { isLasting } from "./lasting.ts";
import type { Timing } from "./timing.ts";

/** Milliseconds between one look and the next: at first, and at most. */
const FIRST_PAUSE = 50;
const MAX_PAUSE = 1000;

export interface Resolving {
  readonly storage: Storage;
  readonly log: LogWriter;
  readonly timing: Timing;
  /** Called before every look; ends the search when it gives true. */
  readonly isGivenUp: () => boolean;
}

/**
 * What became of a batch whose answer was lost. An entry at its first position decides, since a batch is whole. Where there
 * is none the first append may still be on its way: only the same batch, appended again at the same position, settles it.
 * `unknown` when it was given up.
 *
 * @throws StorageError (rejected) when the log has forgotten the position, or is not the one that was read before.
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
      if (isLasting(error)) throw error;
      continue;
    }
    const again = await log.appendEntries(storage, first.position - 1, entries);
    // A conflict may be with the first of the two appends: the next look decides.
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
