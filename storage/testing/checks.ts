import { deepEqual, equal, notEqual, ok, rejects } from "node:assert/strict";
import type { Change } from "../../engine/index.ts";
import { Content } from "../content.ts";
import { loadContent } from "../load.ts";
import type { Appended, Entry, Position, Storage } from "../port.ts";
import { encodeChanges } from "../snapshot/encode.ts";
import { sampleCommit } from "./commits.ts";

/** Where a storage keeps its data: every check gets a new, empty one. */
export interface Place {
  /** A new storage over this place, not yet open. */
  storage(): Storage;
}

/** One promise of the storage port, as a function that rejects when an adapter breaks it. */
export interface StorageCheck {
  readonly name: string;
  readonly run: (place: Place) => Promise<void>;
}

/**
 * All that the store relies on in a storage: run each against a place of its own. An adapter that passes them all can be
 * given to `Store.open`. Checks of what lasts beyond closing pass at once when the adapter declares that nothing does.
 */
export const storageChecks: readonly StorageCheck[] = [
  check("opens empty", async (place) => {
    const storage = place.storage();
    const { logId, head, oldest } = await storage.open();
    notEqual(logId, "");
    deepEqual({ head, oldest }, { head: 0, oldest: 0 });
    equal(await storage.snapshots.newest(), null);
    deepEqual(await entriesOf(storage, 1), []);
    await storage.close();
  }),

  check("appends a batch and moves the head by its length", async (place) => {
    const storage = await opened(place);
    deepEqual(await append(storage, 0, 1), { kind: "ok", head: 1 });
    deepEqual(await append(storage, 1, 100), { kind: "ok", head: 101 });
    await holds(storage, 101);
    await storage.close();
  }),

  check("takes an empty batch for nothing", async (place) => {
    const storage = await opened(place);
    deepEqual(await append(storage, 0, 0), { kind: "ok", head: 0 });
    await holds(storage, 0);
    await storage.close();
  }),

  check("refuses a batch for another position and writes nothing", async (place) => {
    const storage = await opened(place);
    await append(storage, 0, 3);
    deepEqual(await append(storage, 2, 1), { kind: "conflict", head: 3 });
    deepEqual(await append(storage, 4, 1), { kind: "conflict", head: 3 });
    await holds(storage, 3);
    deepEqual(await append(storage, 3, 1), { kind: "ok", head: 4 });
    await holds(storage, 4);
    await storage.close();
  }),

  check("reads from a position on, in order and without a gap", async (place) => {
    const storage = await opened(place);
    for (let head = 0; head < 40; head += 8) await append(storage, head, 8);
    const all = await entriesOf(storage, 1);
    for (const from of [1, 7, 8, 9, 40, 41, 99]) {
      deepEqual(
        await entriesOf(storage, from),
        all.filter(({ position }) => position >= from),
      );
    }
    await holds(storage, 40);
    await storage.close();
  }),

  check("keeps position, commit id and body of an entry", async (place) => {
    const storage = await opened(place);
    await append(storage, 0, 12);
    const first = (await storage.snapshots.newest())?.at ?? 0;
    deepEqual(await entriesOf(storage, first + 1), sampleEntries(first, 12 - first));
    await storage.close();
  }),

  check("takes an entry of a megabyte", async (place) => {
    const storage = await opened(place);
    const [entry] = sampleEntries(0, 1);
    const sequence: Change = { kind: "sequence", of: "x".repeat(1_000_000), last: 1 };
    ok(entry !== undefined);
    const large = { ...entry, body: { ...entry.body, changes: [sequence] } };
    deepEqual(await storage.append(0, [large]), { kind: "ok", head: 1 });
    deepEqual([...(await loadContent(storage)).sequences], [[sequence.of, 1]]);
    await storage.close();
  }),

  check("gives back a snapshot that was stored", async (place) => {
    const storage = await opened(place);
    await append(storage, 0, 20);
    await storeSnapshot(storage, 20);
    await append(storage, 20, 5);
    ok(((await storage.snapshots.newest())?.at ?? 0) >= 20);
    await holds(storage, 25);
    await storage.close();
  }),

  check("takes appends while a snapshot is stored", async (place) => {
    const storage = await opened(place);
    await append(storage, 0, 10);
    const stored = storeSnapshot(storage, 10);
    for (let head = 10; head < 30; head += 1) deepEqual(await append(storage, head, 1), { kind: "ok", head: head + 1 });
    await stored;
    await holds(storage, 30);
    await storage.close();
  }),

  check("shows a snapshot only when it is whole", async (place) => {
    const storage = await opened(place);
    await append(storage, 0, 10);
    await storeSnapshot(storage, 10);
    await append(storage, 10, 10);
    await storage.snapshots.store(20, interrupted()).catch(() => {});
    await holds(storage, 20);
    await storage.close();
  }),

  check("keeps the entries since the second newest snapshot whatever is trimmed", async (place) => {
    const storage = await opened(place);
    await append(storage, 0, 10);
    await storage.trim(10);
    await holds(storage, 10);
    await storeSnapshot(storage, 10);
    await append(storage, 10, 10);
    await storeSnapshot(storage, 20);
    await append(storage, 20, 10);
    await storage.trim(30);
    await holds(storage, 30);
    await storage.close();
  }),

  lasting("keeps everything that was acknowledged when it is opened again", async (place) => {
    const storage = place.storage();
    const { logId } = await storage.open();
    await append(storage, 0, 30);
    await storage.close();
    for (const head of [30, 31, 32]) {
      const again = place.storage();
      const opened = await again.open();
      deepEqual({ logId: opened.logId, head: opened.head }, { logId, head });
      await holds(again, head);
      deepEqual(await append(again, head, 1), { kind: "ok", head: head + 1 });
      await again.close();
    }
  }),

  lasting("opens from a snapshot and what came after it", async (place) => {
    const storage = await opened(place);
    await append(storage, 0, 10);
    await storeSnapshot(storage, 10);
    await append(storage, 10, 10);
    await storeSnapshot(storage, 20);
    await storage.trim(10);
    await append(storage, 20, 3);
    await storage.close();
    const again = await opened(place);
    ok(((await again.snapshots.newest())?.at ?? 0) >= 20);
    await holds(again, 23);
    await again.close();
  }),

  lasting("opens after a snapshot that was never finished", async (place) => {
    const storage = await opened(place);
    await append(storage, 0, 10);
    await storage.snapshots.store(10, interrupted()).catch(() => {});
    await storage.close();
    const again = await opened(place);
    await holds(again, 10);
    await again.close();
  }),

  lasting("lets only one storage at a time into a place that is not shared", async (place) => {
    const storage = place.storage();
    const { shared } = await storage.open();
    if (!shared) {
      await rejects(place.storage().open(), { code: "locked" });
      await append(storage, 0, 1);
      await holds(storage, 1);
    }
    await storage.close();
    const next = await opened(place);
    await next.close();
  }),

  check("rejects every use while it is not open", async (place) => {
    const storage = place.storage();
    await rejects(append(storage, 0, 1));
    await storage.open();
    await storage.close();
    await rejects(append(storage, 0, 1));
    await rejects(storage.snapshots.newest());
    await rejects(entriesOf(storage, 1));
  }),

  check("can be closed twice and when it was never opened", async (place) => {
    const storage = place.storage();
    await storage.close();
    await storage.open();
    await storage.close();
    await storage.close();
    ok(true);
  }),
];

function check(name: string, run: StorageCheck["run"]): StorageCheck {
  return { name, run };
}

/** A check that only means something where data outlives the storage object. */
function lasting(name: string, run: StorageCheck["run"]): StorageCheck {
  return check(name, async (place) => {
    const storage = place.storage();
    const { survives } = await storage.open();
    await storage.close();
    if (survives !== "nothing") await run(place);
  });
}

async function opened(place: Place): Promise<Storage> {
  const storage = place.storage();
  await storage.open();
  return storage;
}

/** The next `count` entries of the made-up history. */
function append(storage: Storage, expected: Position, count: number): Promise<Appended> {
  return storage.append(expected, sampleEntries(expected, count));
}

function sampleEntries(after: Position, count: number): Entry[] {
  return Array.from({ length: count }, (_, index) => {
    const position = after + 1 + index;
    return { position, commit: `check.${position}`, body: sampleCommit(position) };
  });
}

async function storeSnapshot(storage: Storage, at: Position): Promise<void> {
  const content = sampleContent(at);
  await storage.snapshots.store(at, encodeChanges({ number: at, at: content.at }, content.changes()));
}

/** A snapshot whose making breaks in the middle. */
async function* interrupted(): AsyncGenerator<Uint8Array> {
  for await (const bytes of encodeChanges({ number: 1, at: 1 }, sampleContent(5).changes())) {
    yield bytes;
    throw new Error("interrupted");
  }
}

/** The newest snapshot and the entries after it make the state of the first `head` commits. */
async function holds(storage: Storage, head: Position): Promise<void> {
  deepEqual(comparable(await loadContent(storage)), comparable(sampleContent(head)));
}

function sampleContent(head: Position): Content {
  const content = new Content("");
  content.apply(sampleEntries(0, head).map(({ body }) => body));
  return content;
}

function comparable(content: Content): unknown {
  const changes = [...content.changes()].map((change) => JSON.stringify(change)).sort();
  return { head: content.head, at: content.at, changes };
}

async function entriesOf(storage: Storage, from: Position): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const group of storage.read(from)) entries.push(...group);
  return entries;
}
