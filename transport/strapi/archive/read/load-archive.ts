import type { Change, Engine } from "../../../../engine/internal.ts";
import type { FileStore, Progress, Store } from "../../../../storage/core.ts";
import { seedGuard } from "../../../library/seed/seed-guard.ts";
import { ArchiveAssets } from "../archive-assets.ts";
import type { ArchiveFile } from "../entries/archive-bytes.ts";
import { eachEntry } from "../entries/each-entry.ts";
import { jsonLines } from "../entries/json-lines.ts";
import { ARCHIVE_LIMITS } from "../entries/limits.ts";
import type { ArchiveRows } from "./archive-rows.ts";
import { checkModels } from "./check-models.ts";
import { Faults } from "./faults.ts";
import { LinkReader } from "./read-links.ts";
import { readRows } from "./read-rows.ts";
import { isPart, placeOf, surveyArchive } from "./survey.ts";

/** Destination of an archive's content. */
export interface ArchiveTarget {
  /** Must be empty. */
  readonly store: Store;
  readonly files: FileStore;
}

export interface LoadSettings {
  /** Called with the number of rows read. */
  readonly progress?: Progress | undefined;
  /** Refuse content that has no place in the project's types, instead of leaving it out. Default: true. */
  readonly strict?: boolean | undefined;
}

/** The result of loading an archive. */
export interface LoadedArchive {
  /** Number of versions of documents. */
  readonly rows: number;
  readonly files: number;
  /** One line for each attribute that is of another type in the project. */
  readonly notes: readonly string[];
  /** Number of items that were left out, by kind. */
  readonly leftOut: ReadonlyMap<string, number>;
}

/**
 * Loads an archive that Strapi exported into an empty store: drafts and published versions with their ids, documentIds,
 * times and order, and files. All of it becomes visible at once, or nothing does.
 *
 * The archive is read three times, so that no more than its rows and links is held: for its schemas and to verify that it
 * is complete, for its rows, and for its links and files.
 *
 * @throws ProjectError that names the archive, and entry, line and path of every fault.
 */
export async function loadArchive(
  target: ArchiveTarget,
  archive: ArchiveFile,
  { progress = () => {}, strict = true }: LoadSettings = {},
): Promise<LoadedArchive> {
  const { store, files } = target;
  const faults = new Faults(archive.path, strict);
  const survey = await surveyArchive(archive);
  const changes = checkModels(survey, store.engine.schema, faults);
  faults.check();
  const rows = await readRows(survey, store.engine.schema, changes, faults, progress);
  faults.check();
  const assets = new ArchiveAssets(files);
  try {
    const links = await readRest(archive, store.engine, rows, assets, faults);
    faults.check();
    const content = contentOf(store.engine, survey.createdAt, [...rows.sequences(), ...rows.puts, ...links]);
    await store.replace(content, undefined, seedGuard(store));
  } catch (error) {
    await assets.takeBack();
    throw error;
  }
  return { rows: rows.puts.length, files: assets.count, notes: changes.notes, leftOut: rows.leftOut };
}

async function readRest(
  archive: ArchiveFile,
  engine: Engine,
  rows: ArchiveRows,
  assets: ArchiveAssets,
  faults: Faults,
): Promise<Change[]> {
  const reader = new LinkReader(engine, rows, faults);
  const links: Change[] = [];
  await eachEntry(archive, async (entry) => {
    if (isPart(entry.name, "links")) {
      for await (const line of jsonLines(entry.bytes, ARCHIVE_LIMITS.lineBytes)) {
        links.push(...reader.read(line, placeOf(entry.name, line.number)));
      }
    } else await assets.take(entry);
  });
  return links;
}

/** An engine of the same schema with only these changes. */
function contentOf(empty: Engine, at: number, changes: readonly Change[]): Engine {
  const engine = empty.fork();
  engine.restore({ number: 1, at, changes });
  return engine;
}
