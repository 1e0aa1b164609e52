import { type Commit, Engine } from "../../../engine/internal.ts";
import { encodeSnapshot } from "../../../storage/internal.ts";
import type { Entries, StoredSnapshot } from "../../../storage/port.ts";
import { recover } from "../../../storage/recovery/recover.ts";
import { NOWHERE, NOWHERE_OPENED } from "../../../storage/writing/nowhere.ts";

/** Entries of a group. */
const GROUP = 5;

/** The engine that a start makes of the stored snapshot of an engine and of the commits after it. */
export async function recovered(snapshot: Engine, commits: readonly Commit[] = []): Promise<Engine> {
  const engine = new Engine(snapshot.schema, snapshot.rules);
  const { number } = snapshot;
  const newest = async (): Promise<StoredSnapshot | null> =>
    number === 0 ? null : { at: number, bytes: encodeSnapshot(snapshot) };
  const storage = { ...NOWHERE, read: () => groupsOf(commits), snapshots: { ...NOWHERE.snapshots, newest } };
  const head = number + commits.length;
  await recover(engine, storage, { ...NOWHERE_OPENED, head }, () => {});
  return engine;
}

async function* groupsOf(commits: readonly Commit[]): AsyncGenerator<Entries> {
  for (let from = 0; from < commits.length; from += GROUP) {
    const text = JSON.stringify(commits.slice(from, from + GROUP));
    const scan = (): readonly Commit[] => JSON.parse(text);
    yield Object.assign(
      scan().map((body) => ({ position: body.number, commit: "", body })),
      { scan },
    );
  }
}
