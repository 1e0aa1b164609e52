import { type FSWatcher, unwatchFile, watch, watchFile } from "node:fs";
import { basename, dirname } from "node:path";
import type { Commit } from "../../../engine/internal.ts";
import { reasonOf } from "../../error.ts";
import type { Position } from "../../port.ts";
import { SchemaFit } from "../../recovery/schema-fit.ts";
import type { Report } from "../../report.ts";
import { describe } from "../../shapes/shape.ts";
import { storedFaults } from "../../shapes/stored-faults.ts";
import type { Store } from "../../store.ts";
import { differences, writeChanges } from "./edits.ts";
import type { JsonFileStorage } from "./storage.ts";

/** Editors write in several steps; the file is read this long after the last one. */
const SETTLED_AFTER = 50;

/** Milliseconds between looks at the file: network folders and shares of a host send no notifications. */
const CHECK_INTERVAL = 2000;

/**
 * Applies edits of a store's JSON file while it is open: as one write if it is valid; otherwise reports why and leaves
 * everything as it is. Neither an edit nor a concurrent write is lost. The returned
 * function ends it.
 */
export function watchJsonFile(storage: JsonFileStorage, store: Store, report: Report): () => void {
  let timer: NodeJS.Timeout | null = null;
  const schedule = (isRetry = false): void => {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(async () => {
      try {
        if (!(await takeIn(storage, store, report))) schedule();
      } catch (error) {
        if (store.stopped !== null) return;
        // An editor may be in the middle of writing.
        if (!isRetry) return schedule(true);
        report("The edited file was not loaded", { file: storage.path, reason: reasonOf(error) });
      }
    }, SETTLED_AFTER);
  };
  storage.keepEdits((changes) => storedFaults(store.engine.schema, changes).length === 0);
  const path = storage.realPath;
  const stop = notify(path, schedule, (error) => {
    report("Edits of the file may be missed: it is looked at every two seconds", {
      file: storage.path,
      reason: reasonOf(error),
    });
  });
  const look = (): void => schedule();
  watchFile(path, { persistent: false, interval: CHECK_INTERVAL }, look);
  return () => {
    if (timer !== null) clearTimeout(timer);
    unwatchFile(path, look);
    stop();
  };
}

/** Calls `changed` when the system reports a change of the file, and `failed` once it reports none any more. */
function notify(path: string, changed: () => void, failed: (error: unknown) => void): () => void {
  let watcher: FSWatcher;
  try {
    // The folder, since every write replaces the file.
    watcher = watch(dirname(path), { persistent: false }, (_, name) => {
      if (name === null || name === basename(path)) changed();
    });
  } catch (error) {
    failed(error);
    return () => {};
  }
  watcher.on("error", (error) => {
    watcher.close();
    failed(error);
  });
  return () => watcher.close();
}

/** False if a write of ours may have replaced the file while it was read: it has to be read again. */
async function takeIn(storage: JsonFileStorage, store: Store, report: Report): Promise<boolean> {
  const { engine } = store;
  // The position of the file, and not of the storage's content, which a write under way has changed already.
  const head = engine.number;
  const edited = await storage.readEdited();
  const count = await store.write(
    (transaction) => {
      const stored = storage.content;
      if (stored.head !== head) return null;
      if (edited.head !== stored.head) throw new Error(outdated(edited.head, stored.head));
      const changes = differences(stored, edited);
      const issues = storedFaults(engine.schema, changes);
      if (issues.length > 0) throw new Error(describe(issues));
      const commit: Commit = { number: edited.head, at: edited.at, changes };
      const fit = new SchemaFit(engine);
      writeChanges(transaction, fit.adapt(commit).changes);
      return changes.length;
    },
    (changes) => changes,
  );
  if (count === null) return false;
  if (count > 0) report("The edited file was loaded", { file: storage.path, changes: count });
  return true;
}

function outdated(head: Position, present: Position): string {
  return `it was made of the content at position ${head}, which has gone on to ${present}: load it again, then edit`;
}
