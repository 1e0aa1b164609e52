import type { Issue } from "../../error.ts";

/** The known name nearest to a misspelt one, if it is near enough. */
function nearName(given: string, names: Iterable<string>): string | null {
  let nearest: string | null = null;
  let least = Math.floor(Math.min(given.length, MAX_LENGTH) * 0.4) + 1;
  for (const name of names) {
    const edits = editsBetween(given.toLowerCase(), name.toLowerCase(), least);
    if (edits >= least) continue;
    nearest = name;
    least = edits;
  }
  return nearest;
}

/** Longer names are not compared: the work grows with both lengths. */
const MAX_LENGTH = 100;

/** Optimal string alignment distance: insertions, deletions, substitutions, and swaps of neighbours. Stops at `enough`. */
function editsBetween(one: string, other: string, enough: number): number {
  if (Math.abs(one.length - other.length) >= enough || one.length > MAX_LENGTH) return enough;
  let before: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = at(last, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const exchanged =
        i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1] ? at(before, j - 2) + 1 : replaced;
      row.push(Math.min(replaced, exchanged, at(last, j) + 1, at(row, j - 1) + 1));
    }
    before = last;
    last = row;
  }
  return at(last, other.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}

/** A "did you mean" hint for the end of a message; empty if no name is near. */
export function meantName(given: string, names: Iterable<string>): string {
  const meant = nearName(given, names);
  return meant === null ? "" : `: did you mean ${meant}?`;
}

/** The faults of the keys of an object that are not among the known ones, below `path`. */
export function unknownKeys(given: object, known: readonly string[], path: readonly string[] = []): Issue[] {
  const unknown = Object.keys(given).filter((key) => !known.includes(key));
  return unknown.map((key) => ({ path: [...path, key], message: unknownKey(key, known) }));
}

export function unknownKey(key: string, known: Iterable<string>): string {
  return `is not a known key${meantName(key, known)}`;
}
