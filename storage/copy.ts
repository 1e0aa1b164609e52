import type { Change } from "../engine/index.ts";
import { StorageError } from "./error.ts";
import { loadContent } from "./load.ts";
import type { Position, Storage } from "./port.ts";
import { encodeChanges } from "./snapshot/encode.ts";

/** Changes of one commit of the copy. */
const CHANGES_PER_COMMIT = 1000;

/** Told from time to time how many of all changes are copied. */
export type Progress = (copied: number, all: number) => void;

/**
 * Copies the state that one storage holds into another, empty one, of whatever kind. Opens and closes both. Content,
 * ids and dates are the same afterwards; the history is not copied, so that commit numbers begin anew.
 *
 * @throws StorageError `misused` when the other one is not empty, `append-failed` when it does not take it all.
 */
export async function copyData(from: Storage, to: Storage, progress: Progress = () => {}): Promise<Position> {
  await from.open();
  try {
    const { head } = await to.open();
    try {
      if (head > 0) throw new StorageError("misused", "The storage to copy to is not empty");
      const content = await loadContent(from);
      const changes = [...content.changes()];
      const last = await appendAll(to, changes, content.at, progress);
      if (last > 0) await to.snapshots.store(last, encodeChanges({ number: last, at: content.at }, changes));
      return last;
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

async function appendAll(to: Storage, changes: readonly Change[], at: number, progress: Progress): Promise<Position> {
  let head: Position = 0;
  for (let from = 0; from < changes.length; from += CHANGES_PER_COMMIT) {
    const part = changes.slice(from, from + CHANGES_PER_COMMIT);
    const position = head + 1;
    const body = { number: position, at, changes: part };
    const appended = await to.append(head, [{ position, commit: `copy.${position}`, body }]);
    if (appended.kind === "ok") head = appended.head;
    else
      throw new StorageError(
        "append-failed",
        `Copying stopped: ${"reason" in appended ? appended.reason : "conflict"}`,
      );
    progress(from + part.length, changes.length);
  }
  return head;
}
