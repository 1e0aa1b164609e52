import { MARK } from "./discover.ts";
import { type Entry, readPage, remove, type Site } from "./site.ts";
import type { Subject } from "./subject.ts";

/**
 * Deletes the documents that the benchmark created, recognised by the mark in their text. Nothing else: a server that
 * ignores the filter returns other documents too.
 *
 * @throws BenchError if the server refuses.
 */
export async function cleanUp(site: Site, { text }: Subject): Promise<void> {
  if (text === null) return;
  const { field } = text;
  const made = `filters[${encodeURIComponent(field)}][$startsWith]=${encodeURIComponent(MARK)}&pagination[pageSize]=100`;
  const removed = new Set<string>();
  for (;;) {
    const ids = (await readPage(site, made))
      .filter((entry) => isMade(entry, field))
      .map(({ documentId }) => `${documentId}`);
    const left = ids.filter((id) => !removed.has(id));
    if (left.length === 0) return;
    for (const id of left) {
      await remove(site, id);
      removed.add(id);
    }
  }
}

function isMade(entry: Entry, field: string): boolean {
  const value = entry[field];
  return typeof value === "string" && value.startsWith(MARK);
}
