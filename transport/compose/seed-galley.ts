import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { copyFiles, type Progress, type Report } from "../../storage/core.ts";
import { isUrl } from "../config/shape-parts.ts";
import type { Galley } from "../library/galley.ts";
import { type PlantOptions, plantSeed } from "../library/seed/plant-seed.ts";
import type { Seed, SeedFunction } from "../library/seed/seed.ts";
import { SeedError } from "../library/seed/seed-error.ts";
import { seedGuard } from "../library/seed/seed-guard.ts";
import type { AnySchema } from "../library/typed/schema.ts";
import type { ArchiveFile } from "../strapi/archive/entries/archive-bytes.ts";
import { isArchive } from "../strapi/archive/is-archive.ts";
import { readSections } from "../strapi/project/files/read-sections.ts";

export interface SeedWith<S extends AnySchema> {
  readonly seed: Seed<S>;
  /** Key of an encrypted archive. */
  readonly key?: string | undefined;
  /** Refuse an archive with content that the types have no place for, instead of leaving it out. */
  readonly strict?: boolean | undefined;
  /** Called with the parts of an archive that a galley has no place for. */
  readonly report: Report;
  /** Called with the progress now and then. */
  readonly progress?: Progress | undefined;
  /** The roles of the configuration, which users may have though none is stored. */
  readonly roleNames?: readonly string[] | undefined;
}

/**
 * Seeds an empty galley.
 *
 * @throws SeedError, ProjectError for an archive (rejected), or the error of a seed function.
 */
export async function seedGalley<S extends AnySchema>(
  galley: Galley<S>,
  { seed, key, ...rest }: SeedWith<S>,
): Promise<void> {
  if (typeof seed === "string" || isUrl(seed)) return seedFromFile(galley, pathOf(seed), { key, ...rest });
  if (typeof seed === "function") return seedByFunction(galley, seed, rest);
  await plantSeed(galley.store, seed, "The seed", rest);
}

/**
 * If several nodes find a shared log empty, each calls the function on its own draft, and only one replaces the content
 * for it: all writes of the function become one write of that node.
 */
async function seedByFunction<S extends AnySchema>(galley: Galley<S>, seed: SeedFunction<S>, options: PlantOptions) {
  const { store, files } = galley;
  const target = store.opened.shared ? galley.fork() : galley;
  const data: unknown = await seed(target);
  if (data !== undefined) await plantSeed(target.store, data, "The seed", options);
  if (target === galley) return;
  // First, so that no entry is ever without its file. Those of a draft that was not taken are left over.
  await copyFiles(target.files, files);
  if (target.engine.number > 0) await store.replace(target.engine, undefined, seedGuard(store));
  await target.close();
}

type Target = Pick<Galley, "store" | "files">;

async function seedFromFile(target: Target, path: string, options: Omit<SeedWith<AnySchema>, "seed">) {
  const { key, report, ...rest } = options;
  if (isArchive(path)) return seedFromArchive(target, { path, key }, options);
  const source = basename(path);
  const data = await readSections(path);
  if ("fault" in data) throw new SeedError(source, [{ path: [], message: data.fault }]);
  await plantSeed(target.store, data.value, source, rest);
}

async function seedFromArchive(
  target: Target,
  archive: ArchiveFile,
  { report, progress, strict = false }: Omit<SeedWith<AnySchema>, "seed">,
): Promise<void> {
  const { loadArchive } = await import("../strapi/archive/read/load-archive.ts");
  const { notes, leftOut } = await loadArchive(target, archive, { progress, strict });
  for (const note of notes) report(note, { archive: basename(archive.path) });
  for (const [what, rows] of leftOut) report(`Rows ${what} are left out`, { archive: basename(archive.path), rows });
}

function pathOf(place: string | URL): string {
  return typeof place === "string" ? place : fileURLToPath(place);
}
