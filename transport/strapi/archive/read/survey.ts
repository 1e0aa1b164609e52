import { basename } from "node:path";
import { isRecord, type UnknownRecord } from "../../../../engine/internal.ts";
import { ProjectError, type ProjectFault } from "../../project/project-error.ts";
import { recordAt } from "../../project/record.ts";
import type { ArchiveFile } from "../entries/archive-bytes.ts";
import { EntryFault } from "../entries/archive-entry.ts";
import { eachEntry } from "../entries/each-entry.ts";
import { type JsonLine, jsonFile, jsonLines } from "../entries/json-lines.ts";
import { ARCHIVE_LIMITS } from "../entries/limits.ts";

/** A line of an archive with the words that name its place in messages. */
export interface PlacedLine {
  readonly place: string;
  readonly value: UnknownRecord;
}

/** The description of an archive, whose every byte has been read to verify that it is complete. */
export interface Survey {
  readonly archive: ArchiveFile;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** By uid. */
  readonly contentTypes: ReadonlyMap<string, PlacedLine>;
  readonly components: ReadonlyMap<string, PlacedLine>;
  /** Code of the default locale. */
  readonly defaultLocale: string;
  /** Names of the locales by their codes, in the order of the archive. */
  readonly locales: ReadonlyMap<string, string>;
}

const { lineBytes } = ARCHIVE_LIMITS;

/**
 * Reads an archive once from end to end for the parts that its content depends on: the files may come in
 * any order.
 *
 * @throws ProjectError that names the archive and the entry.
 */
export async function surveyArchive(archive: ArchiveFile): Promise<Survey> {
  const contentTypes = new Map<string, PlacedLine>();
  const components = new Map<string, PlacedLine>();
  let createdAt: number | null = null;
  const locales = new Map<string, string>();
  let defaultLocale = "en";
  await eachEntry(archive, async ({ name, bytes }) => {
    if (name === "metadata.json") createdAt = creationOf(await jsonFile(bytes, lineBytes));
    else if (isPart(name, "schemas"))
      for await (const line of jsonLines(bytes, lineBytes)) addSchema(line, name, contentTypes, components);
    else if (isPart(name, "entities"))
      for await (const { value } of jsonLines(bytes, lineBytes, `"${LOCALE_TYPE}"`)) addLocale(value, locales);
    else if (isPart(name, "configuration"))
      for await (const { value } of jsonLines(bytes, lineBytes)) defaultLocale = localeIn(value) ?? defaultLocale;
  });
  if (createdAt === null) throw refused(archive, "has no metadata.json, so it is not an export, or not a complete one");
  if (contentTypes.size === 0) throw refused(archive, "holds no content types under schemas/");
  return { archive, createdAt, contentTypes, components, defaultLocale, locales };
}

/** Strapi's type of locales, which are entries there. */
export const LOCALE_TYPE = "plugin::i18n.locale";

function addLocale(row: unknown, locales: Map<string, string>): void {
  if (!isRecord(row) || row.type !== LOCALE_TYPE || !isRecord(row.data)) return;
  const { code, name } = row.data;
  if (typeof code === "string" && CODE.test(code)) locales.set(code, typeof name === "string" ? name : code);
}

const CODE = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/;

/** A file of JSON lines in one of the archive's folders. */
export function isPart(name: string, folder: "schemas" | "entities" | "links" | "configuration"): boolean {
  return name.startsWith(`${folder}/`) && name.endsWith(".jsonl");
}

export function placeOf(entry: string, line: number): string {
  return `${entry}, line ${line}`;
}

function refused({ path }: ArchiveFile, message: string): ProjectError {
  const fault: ProjectFault = { file: basename(path), path: [], message };
  return new ProjectError(path, [fault]);
}

function creationOf(metadata: unknown): number {
  if (!isRecord(metadata)) throw new EntryFault("must hold an object");
  const createdAt = Date.parse(String(metadata.createdAt));
  if (Number.isNaN(createdAt)) throw new EntryFault("createdAt: must be a time");
  return createdAt;
}

function addSchema(
  { number, value }: JsonLine,
  entry: string,
  contentTypes: Map<string, PlacedLine>,
  components: Map<string, PlacedLine>,
): void {
  if (!isRecord(value) || typeof value.uid !== "string") throw new EntryFault("must hold a schema with a uid", number);
  const { uid, modelType } = value;
  if (modelType !== "contentType" && modelType !== "component")
    throw new EntryFault("modelType: must be contentType or component", number);
  const known = modelType === "component" ? components : contentTypes;
  if (known.has(uid)) throw new EntryFault(`holds ${uid} a second time`, number);
  known.set(uid, { place: placeOf(entry, number), value });
}

function localeIn(line: unknown): string | undefined {
  const { key, value } = recordAt(line, "value");
  return key === "plugin_i18n_default_locale" && typeof value === "string" ? value : undefined;
}
