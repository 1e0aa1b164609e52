import { type Change, type Commit, type Engine, lazyRecordsOf, type Schema } from "../../engine/internal.ts";
import { StorageError } from "../error.ts";
import type { Entry, Opened, Position, Storage, StoredSnapshot } from "../port.ts";
import type { Report } from "../report.ts";
import { describe } from "../shapes/shape.ts";
import { storedFaults } from "../shapes/stored-faults.ts";
import { decodeSnapshot, decodeWhole, type Snapshot, type SnapshotPart } from "../snapshot/decode.ts";
import { SchemaFit } from "./schema-fit.ts";

type VersionsPart = Extract<SnapshotPart, { kind: "versions" }>;

/**
 * Brings an empty engine to the state at the storage's head; returns the position of the snapshot that it started from.
 * Content that does not fit the engine's schema is left out and reported.
 *
 * @throws StorageError `damaged` when entries are missing or out of order, `invalid` for edited content with faults.
 */
export async function recover(
  engine: Engine,
  storage: Storage,
  opened: Pick<Opened, "head" | "shared">,
  report: Report,
): Promise<Position | null> {
  const fit = new SchemaFit(engine);
  const stored = await storage.snapshots.newest();
  if (stored !== null) await restore(engine, await load(stored, engine.schema), fit);
  await restoreEntries(engine, storage, fit);
  engine.finishRestore();
  // The head of a shared log may advance while it is read.
  const isWhole = opened.shared ? engine.number >= opened.head : engine.number === opened.head;
  if (!isWhole) throw outOfOrder(engine.number + 1, null);
  for (const [name, changes] of fit.leftOut) {
    report(`Stored content of ${name} does not fit the schema and is left out`, { name, changes });
  }
  return stored?.at ?? null;
}

/** Applies entries in order and calls `tell` for each. Throws StorageError `damaged` where one is missing. */
export function applyEntries(
  engine: Engine,
  entries: Iterable<Entry>,
  fit: SchemaFit,
  tell?: (commit: Commit) => void,
): void {
  for (const body of bodiesOf(entries, engine)) {
    const commit = fit.adapt(body);
    engine.apply(commit);
    tell?.(commit);
  }
}

/** Applies the entries after the last one of the engine; rows are not made yet. Throws as `applyEntries` does. */
async function restoreEntries(engine: Engine, storage: Storage, fit: SchemaFit): Promise<void> {
  for await (const entries of storage.read(engine.number + 1)) {
    const { scan } = entries;
    if (scan === undefined) for (const body of bodiesOf(entries, engine)) engine.apply(fit.adapt(body));
    else restoreGroup(engine, scan.bind(entries), fit);
  }
}

/** A separate function, so that the closure that reads the versions again holds no other data in memory. */
function restoreGroup(engine: Engine, scan: () => readonly Commit[], fit: SchemaFit): void {
  const prepare = (body: Commit) => {
    if (body.number !== engine.number + 1) throw outOfOrder(engine.number + 1, body.number);
    return fit.adapt(body);
  };
  const versions = () => scan().flatMap(({ changes }) => [...fit.versionsAgain(changes)]);
  engine.restoreCommits(scan(), prepare, { versions });
}

/** Each is yielded after the ones before it have been applied. */
function* bodiesOf(entries: Iterable<Entry>, engine: Engine): Generator<Commit> {
  for (const { position, body } of entries) {
    const expected = engine.number + 1;
    if (position !== expected || body.number !== position) throw outOfOrder(expected, position);
    yield body;
  }
}

async function restore(engine: Engine, { number, at, parts }: Snapshot, fit: SchemaFit): Promise<void> {
  for await (const part of parts) {
    if (part.kind === "changes") engine.restorePart(fit.adapt({ number, at, changes: part.changes }).changes);
    else if (part.kind === "links") fit.leaveOut(part.columns.relation, engine.restoreLinks(part.columns));
    else restoreVersions(engine, part, fit);
  }
  engine.endRestore(number, at);
}

function restoreVersions(engine: Engine, { columns, again }: VersionsPart, fit: SchemaFit): void {
  const fitted = fit.fitVersions(columns);
  if (fitted === null) return;
  const { type } = columns;
  engine.restoreVersions(fitted, {
    versions: () => lazyRecordsOf(fit.fitAgain(again.columns())),
    version: (index) => {
      const only = again.columnsOf(index);
      return only && (lazyRecordsOf(fit.fitAgain(only)).at(0) ?? null);
    },
    column: (name) => fit.fitColumnAgain(type, name, again.column(name)),
  });
}

async function load({ bytes, edited }: StoredSnapshot, schema: Schema): Promise<Snapshot> {
  if (edited === undefined) return decodeSnapshot(bytes);
  const { number, at, changes } = await decodeWhole(bytes);
  const issues = storedFaults(schema, changes);
  if (issues.length === 0) return { number, at, parts: onePart(changes) };
  throw new StorageError("invalid", `${edited} cannot be used: ${describe(issues)}`, { file: edited, issues });
}

function outOfOrder(expected: Position, found: Position | null): StorageError {
  const instead = found === null ? "it is missing" : `position ${found} came`;
  return new StorageError("damaged", `The log should go on with position ${expected}, but ${instead}`, {
    expected,
    found,
  });
}

async function* onePart(changes: readonly Change[]): AsyncGenerator<SnapshotPart> {
  yield { kind: "changes", changes };
}
