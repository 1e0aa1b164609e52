import { Engine } from "../../engine/index.ts";
import { encodeSnapshot } from "../../storage/index.ts";
import { NOWHERE, NOWHERE_OPENED } from "../../storage/memory/nowhere.ts";
import type { StoredSnapshot } from "../../storage/port.ts";
import { recover } from "../../storage/recover.ts";

/** What a start makes of the stored snapshot of an engine, put into another one of the same schema. */
export async function recovered(from: Engine, into = new Engine(from.schema, from.rules)): Promise<Engine> {
  const newest = async (): Promise<StoredSnapshot> => ({ at: from.number, bytes: encodeSnapshot(from) });
  const storage = { ...NOWHERE, snapshots: { ...NOWHERE.snapshots, newest } };
  await recover(into, storage, { ...NOWHERE_OPENED, head: from.number, oldest: from.number }, () => {});
  return into;
}
