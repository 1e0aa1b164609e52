import { watch } from "node:fs";
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
        await takeIn(storage, store, report);
      } catch (error) {
        if (store.stopped !== null) return;
        // An editor may be in the middle of writing.
        if (!isRetry) return schedule(true);
        report("The edited file was not loaded", { file: storage.path, reason: reasonOf(error) });
      }
    }, SETTLED_AFTER);
  };
  storage.keepEdits((changes) => storedFaults(store.engine.schema, changes).length === 0);
  // The folder, since every write replaces the file.
  const path = storage.realPath;
  const watcher = watch(dirname(path), { persistent: false }, (_, name) => {
    if (name === basename(path)) schedule();
  });
  return () => {
    if (timer !== null) clearTimeout(timer);
    watcher.close();
  };
}

async function takeIn(storage: JsonFileStorage, store: Store, report: Report): Promise<void> {
  const { head } = storage.content;
  const edited = await storage.readEdited();
  const { engine } = store;
  const count = await store.write(
    (transaction) => {
      const stored = storage.content;
      // A write of ours has replaced the file meanwhile; that file is read next.
      if (stored.head !== head) return 0;
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
  if (count > 0) report("The edited file was loaded", { file: storage.path, changes: count });
}

function outdated(head: Position, present: Position): string {
  return `it was made of the content at position ${head}, which has gone on to ${present}: load it again, then edit`;
}
