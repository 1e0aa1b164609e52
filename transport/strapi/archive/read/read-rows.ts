import {
  type ContentType,
  isRecord,
  layerOf,
  type Schema,
  type Status,
  storedLocale,
  type UnknownRecord,
  type VersionRecord,
} from "../../../../engine/internal.ts";
import { type Progress, valueFaults } from "../../../../storage/core.ts";
import { recordAt } from "../../project/record.ts";
import { EntryFault } from "../entries/archive-entry.ts";
import { eachEntry } from "../entries/each-entry.ts";
import { type JsonLine, jsonLines } from "../entries/json-lines.ts";
import { ARCHIVE_LIMITS } from "../entries/limits.ts";
import { isOwnAttribute } from "./archive-definition.ts";
import { ArchiveRows, type Put } from "./archive-rows.ts";
import type { ModelChanges } from "./check-models.ts";
import type { Faults } from "./faults.ts";
import { isNothing, readValues } from "./read-values.ts";
import { instantOf } from "./stored-value.ts";
import { isPart, LOCALE_TYPE, placeOf, type Survey } from "./survey.ts";

/**
 * Converts the rows of an archive to versions of the schema's types. Rows of other plugins' types are left out, and so
 * are rows of types without locales in other locales than the default one.
 *
 * @throws ProjectError for an archive that cannot be read; rows that do not fit the schema are added to `faults`.
 */
export async function readRows(
  survey: Survey,
  schema: Schema,
  changes: ModelChanges,
  faults: Faults,
  progress: Progress,
): Promise<ArchiveRows> {
  const rows = new ArchiveRows(changes);
  await eachEntry(survey.archive, async ({ name, bytes }) => {
    if (!isPart(name, "entities")) return;
    for await (const line of jsonLines(bytes, ARCHIVE_LIMITS.lineBytes)) {
      addRow({ survey, schema, rows, faults, place: placeOf(name, line.number) }, line);
      progress(rows.puts.length);
    }
  });
  return rows;
}

interface RowContext {
  readonly survey: Survey;
  readonly schema: Schema;
  readonly rows: ArchiveRows;
  readonly faults: Faults;
  /** Of the current line. */
  readonly place: string;
}

function addRow(context: RowContext, line: JsonLine): void {
  const { rows, faults, place } = context;
  const { uid, id, data } = parseRow(line);
  const type = placeFor(context, uid, data);
  if (type === undefined) return;
  checkKnown(context, type, data);
  if (!isId(id)) faults.add(place, ["id"], "must be a whole number from 1");
  else if (rows.find(uid, id) !== undefined) faults.add(place, ["id"], `${id} occurs twice among ${uid}`);
  else addVersion(context, type, id, data);
}

interface RowLine {
  readonly uid: string;
  readonly id: unknown;
  readonly data: UnknownRecord;
}

function parseRow({ number, value }: JsonLine): RowLine {
  if (!isRecord(value) || typeof value.type !== "string" || !isRecord(value.data))
    throw new EntryFault("must hold a row with type, id and data", number);
  return { uid: value.type, id: value.id, data: value.data };
}

/** The content type of a row; null for one that is left out. */
function placeFor({ survey, schema, rows, faults, place }: RowContext, uid: string, data: UnknownRecord) {
  const { locale } = data;
  const type = schema.types.get(uid);
  const isOther = typeof locale === "string" && locale !== survey.defaultLocale;
  if (isOther && (type === undefined || type.locale === null || !isLocale(schema, locale))) {
    rows.leaveOut(`of locale ${locale}`);
    return undefined;
  }
  if (type !== undefined) return type;
  if (faults.areStrict && uid.startsWith("api::") && !rows.unserved.has(uid))
    faults.once(uid, place, ["type"], `${uid} is not a content type of the project`);
  if (uid !== LOCALE_TYPE) rows.leaveOut(`of type ${uid}`);
  return undefined;
}

function isLocale({ locales }: Schema, code: string): boolean {
  return locales.some((locale) => locale.code === code);
}

/** The locale of a row, as stored. */
function localeOfRow(type: ContentType, { locale }: UnknownRecord): string | null {
  return storedLocale(type, typeof locale === "string" ? locale : type.locale);
}

function addVersion(context: RowContext, type: ContentType, id: number, data: UnknownRecord): void {
  const { survey, rows, faults, place } = context;
  const wasDraft = survey.contentTypes.get(type.uid)?.value;
  if (!type.draftAndPublish && recordAt(wasDraft, "options").draftAndPublish === true && isNothing(data.publishedAt)) {
    // As Strapi does when drafts are switched off.
    rows.leaveOut(`of drafts of ${type.uid}`);
    return;
  }
  const version = versionOf(context, type, id, data);
  if (version === undefined) return;
  const status: Status = type.draftAndPublish && version.publishedAt === null ? "draft" : "published";
  const locale = localeOfRow(type, data);
  const values = locale === null ? version.values : { ...version.values, locale };
  const put: Put = { kind: "put", type: type.uid, status: layerOf(status, locale), version: { ...version, values } };
  if (rows.addPut(put, type)) return;
  faults.add(place, ["data"], `is a second ${status} version of ${type.uid} ${version.documentId}`);
}

function versionOf(context: RowContext, type: ContentType, id: number, data: UnknownRecord): VersionRecord | undefined {
  const { survey, schema, rows, faults, place } = context;
  const { documentId } = data;
  if (typeof documentId !== "string" || documentId === "" || documentId.length > 255) {
    return faults.add(place, ["data", "documentId"], "must be a text of 1 to 255 characters");
  }
  const fallback = new Date(survey.createdAt).toISOString();
  const time = (name: string): string | null => timeIn(context, data, name);
  const publishedAt = time("publishedAt");
  const status = type.draftAndPublish ? (publishedAt === null ? "draft" : "published") : null;
  const locale = type.locale === null ? undefined : localeOfRow(type, data);
  const see = (component: string, componentId: unknown): void => {
    if (!isId(componentId)) return;
    if (!rows.addReference(component, componentId, { name: componentId, status, locale }))
      faults.add(place, ["data"], `holds ${component} with id ${componentId}, which stands elsewhere already`);
  };
  const values = readValues(type, data, { schema, rows, isStrict: faults.areStrict, see });
  for (const { path, message } of valueFaults(schema, type, values, ["data"])) faults.add(place, path, message);
  return {
    id,
    documentId,
    createdAt: time("createdAt") ?? publishedAt ?? fallback,
    updatedAt: time("updatedAt") ?? publishedAt ?? fallback,
    publishedAt,
    values,
  };
}

function timeIn({ faults, place }: RowContext, data: UnknownRecord, name: string): string | null {
  const value = data[name] ?? null;
  const instant = typeof value === "string" || typeof value === "number" ? instantOf(value) : undefined;
  if (value !== null && instant === undefined) faults.add(place, ["data", name], "must be a time");
  return instant ?? null;
}

const SYSTEM = new Set(["id", "documentId"]);

/** No value of a project's own entry is dropped silently. */
function checkKnown({ rows, faults, place }: RowContext, type: ContentType, data: UnknownRecord): void {
  if (!type.uid.startsWith("api::")) return;
  for (const [name, value] of Object.entries(data)) {
    if (SYSTEM.has(name) || !isOwnAttribute(name) || type.attributes.has(name) || isNothing(value)) continue;
    if (!faults.areStrict || rows.unserved.has(`${type.uid}.${name}`)) {
      rows.leaveOut(`of values of ${type.uid}.${name}`);
      continue;
    }
    const message = `is not an attribute of ${type.uid} in the project`;
    faults.once(`${type.uid}.${name}`, place, ["data", name], message);
  }
}

/** Whether a value may be the id of a row. */
export function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}
