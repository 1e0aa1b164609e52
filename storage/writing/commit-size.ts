/** Changes per commit when a write has many: few enough to be in memory beside the state. */
export const CHANGES_PER_COMMIT = 1000;

/** Splits many changes into successive commits. */
export function* inCommits<T>(changes: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < changes.length; from += CHANGES_PER_COMMIT) {
    yield changes.slice(from, from + CHANGES_PER_COMMIT);
  }
}
