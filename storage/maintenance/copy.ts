import { type Change, commitOf } from "../../engine/internal.ts";
import { appendFailed, StorageError } from "../error.ts";
import type { Entry, Position, Storage } from "../port.ts";
import { loadContent } from "../recovery/load.ts";
import { encodeChanges, formatOf } from "../snapshot/encode.ts";
import { inCommits } from "../writing/commit-size.ts";

/** Called now and then with the progress of long work; `all` is undefined while the total is unknown. */
export type Progress = (done: number, all?: number) => void;

/**
 * Copies the state of one storage into another, empty one, of any kind. Opens and closes both. Content, ids and dates are
 * the same afterwards; the history is not copied, so that commit numbers begin anew. An interrupted copy is empty, or
 * cannot be opened. `beside` runs once the content is read and before any of it is stored, while both are open.
 *
 * @throws StorageError `misused` if the other one is not empty, `append-failed` if it does not store everything.
 */
export async function copyData(
  from: Storage,
  to: Storage,
  progress: Progress = () => {},
  beside: () => Promise<unknown> = async () => {},
): Promise<Position> {
  await from.open();
  try {
    const { head, rewrites = false } = await to.open();
    try {
      if (head > 0) throw new StorageError("misused", "The storage to copy to is not empty");
      const finish = await to.beginFilling?.();
      const content = await loadContent(from);
      await beside();
      const changes = [...content.changes()];
      const batches = rewrites ? allAtOnce(changes, content.at) : oneByOne(changes, content.at);
      const last = await appendAll(to, batches, (copied) => progress(copied, changes.length));
      if (last > 0)
        await to.snapshots.store(
          last,
          encodeChanges({ number: last, at: content.at, format: formatOf(content) }, changes),
        );
      await finish?.();
      return last;
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

async function appendAll(
  to: Storage,
  batches: Iterable<readonly Entry[]>,
  progress: (copied: number) => void,
): Promise<Position> {
  let head: Position = 0;
  let copied = 0;
  for (const batch of batches) {
    const appended = await to.append(head, batch);
    if (appended.kind === "failed") throw appendFailed({ noRoom: false, ...appended });
    if (appended.kind !== "ok") {
      const reason = appended.kind === "unknown" ? appended.reason : "conflict";
      throw new StorageError("append-failed", `Copying stopped: ${reason}`);
    }
    head = appended.head;
    for (const { body } of batch) copied += body.changes.length;
    progress(copied);
  }
  return head;
}

function* allAtOnce(changes: readonly Change[], at: number): Generator<readonly Entry[]> {
  if (changes.length > 0) yield [entryOf(1, at, changes)];
}

function* oneByOne(changes: readonly Change[], at: number): Generator<readonly Entry[]> {
  let position = 0;
  for (const part of inCommits(changes)) {
    position += 1;
    yield [entryOf(position, at, part)];
  }
}

function entryOf(position: Position, at: number, changes: readonly Change[]): Entry {
  return { position, commit: `copy.${position}`, body: commitOf(position, at, changes) };
}
