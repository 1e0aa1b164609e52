import { watch } from "node:fs";
import { basename, dirname } from "node:path";
import type { Commit } from "../../engine/index.ts";
import { reasonOf } from "../error.ts";
import { Fitting } from "../fitting.ts";
import type { Report } from "../report.ts";
import { describe } from "../shape.ts";
import type { Store } from "../store.ts";
import { storedFaults } from "../stored-faults.ts";
import { differences, writeChanges } from "./edits.ts";
import type { JsonFileStorage } from "./storage.ts";

/** Editors write in several steps; this long after the last one the file is read. */
const SETTLED_AFTER = 50;

/**
 * Takes in what people edit in a store's json file while it is open: as one write when it is valid, and if not, says
 * why and leaves everything as it is. The returned function ends it.
 */
export function watchJsonFile(storage: JsonFileStorage, store: Store, report: Report): () => void {
  let timer: NodeJS.Timeout | null = null;
  const schedule = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(async () => {
      const isCurrent = await takeIn(storage, store, report).catch((error: unknown) => {
        report("The edited file was not taken in", { file: storage.path, reason: reasonOf(error) });
        return true;
      });
      if (!isCurrent && store.stopped === null) schedule();
    }, SETTLED_AFTER);
  };
  // The folder, since every write puts a new file in the place of the old one.
  const watcher = watch(dirname(storage.path), { persistent: false }, (_, name) => {
    if (name === basename(storage.path)) schedule();
  });
  return () => {
    if (timer !== null) clearTimeout(timer);
    watcher.close();
  };
}

/** False when a write came between reading the file and its turn: what was read is no longer what is there. */
async function takeIn(storage: JsonFileStorage, store: Store, report: Report): Promise<boolean> {
  const edited = await storage.readEdited();
  const { engine } = store;
  const count = await store.write(
    (transaction) => {
      const stored = storage.content;
      if (edited.head !== stored.head) return null;
      const changes = differences(stored, edited);
      const commit: Commit = { number: edited.head, at: edited.at, changes };
      const issues = storedFaults(engine.schema, changes);
      if (issues.length > 0) throw new Error(describe(issues));
      const fitting = new Fitting(engine);
      writeChanges(transaction, fitting.fit(commit).changes);
      return changes.length;
    },
    (changes) => changes,
  );
  if (count !== null && count > 0) report("The edited file was taken in", { file: storage.path, changes: count });
  return count !== null;
}
