/** Changes of one commit where there are many: few enough to be in memory beside the state. */
export const CHANGES_PER_COMMIT = 1000;

/** Many changes as those of one commit after the other. */
export function* inCommits<T>(changes: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < changes.length; from += CHANGES_PER_COMMIT) {
    yield changes.slice(from, from + CHANGES_PER_COMMIT);
  }
}
