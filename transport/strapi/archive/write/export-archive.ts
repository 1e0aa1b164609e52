import {
  BUILT_IN_TYPES,
  type ContentType,
  type Engine,
  type Locale,
  type SchemaDefinition,
} from "../../../../engine/internal.ts";
import type { FileStore } from "../../../../storage/core.ts";
import { isInternal } from "../../../contract/model/internal-type.ts";
import { TODO_TYPE } from "../../../parts/todo/todo.ts";
import { ACCESS_TYPES } from "../access-types.ts";
import { LOCALE_TYPE } from "../read/survey.ts";
import { type AccessLines, accessLines, documentIdOf, type Granted } from "./access-lines.ts";
import { assetEntries } from "./asset-entries.ts";
import { type EntityLine, entityLine } from "./entity-line.ts";
import { linkLines } from "./link-lines.ts";
import { jsonEntry, linesEntries, type NewEntry, settingsEntries } from "./new-entry.ts";
import { componentLine, typeLine } from "./schema-line.ts";

/** Sources of an archive. */
export interface Exported {
  /** Must not change during the export: pass a fork. */
  readonly engine: Engine;
  /** The definition of the engine's schema. */
  readonly definition: SchemaDefinition;
  readonly files: FileStore;
  /** Access of callers, for content without roles of its own. */
  readonly access: Granted;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Called for each file that has a row but no bytes. */
  readonly missing?: (file: string) => void;
  /** Called for each version of a document: how many have been written, of how many. */
  readonly wrote?: (done: number, all: number) => void;
}

/** The version of Strapi whose archive format this is. */
const STRAPI_VERSION = "5.54.0";

/**
 * The files of an archive that Strapi imports, in the order of its own exports. The same content and time give the same
 * bytes.
 */
export async function* archiveEntries(exported: Exported): AsyncGenerator<NewEntry> {
  const { engine, definition, files, missing = () => {} } = exported;
  const createdAt = new Date(exported.createdAt).toISOString();
  const types = [...engine.schema.types.values()].filter(isExported);
  const uids = new Set(types.map(({ uid }) => uid));
  const access = accessLines(engine, exported.access, createdAt);

  yield* linesEntries("schemas", schemaLines(types, definition));
  yield* linesEntries("entities", entityLines(exported, types, access, createdAt));
  yield* assetEntries(engine, files, missing);
  yield* linesEntries(
    "links",
    chain(
      linkLines(engine, (uid) => uids.has(uid)),
      access.links,
    ),
  );
  yield* settingsEntries(engine.schema.defaultLocale);
  yield jsonEntry("metadata.json", { createdAt, strapi: { version: STRAPI_VERSION } }, 2);
}

/** Todos and schedules belong to Galley only, and no archive contains accounts of the admin panel. */
function isExported({ uid }: ContentType): boolean {
  return uid !== TODO_TYPE && !isInternal(uid) && !uid.startsWith("admin::");
}

/** The types for users and roles are always included: every archive has rows of them. */
function* schemaLines(types: readonly ContentType[], { contentTypes, components = {} }: SchemaDefinition) {
  for (const uid of new Set([...types.map((type) => type.uid), ...ACCESS_TYPES])) {
    const definition = contentTypes[uid] ?? BUILT_IN_TYPES.get(uid);
    if (definition !== undefined) yield typeLine(uid, definition);
  }
  for (const [uid, definition] of Object.entries(components)) yield componentLine(uid, definition);
}

function* entityLines(
  { engine, wrote = () => {} }: Exported,
  types: readonly ContentType[],
  access: AccessLines,
  createdAt: string,
): Generator<EntityLine> {
  for (const [at, locale] of engine.schema.locales.entries()) yield localeLine(locale, at, createdAt);
  yield* access.rows;
  const all = types.reduce((sum, { uid }) => sum + countVersions(engine, uid), 0);
  let done = 0;
  for (const { uid } of types) {
    const own = engine.schema.type(uid).locale;
    for (const version of versionsOf(engine, uid)) {
      yield entityLine(engine.schema, uid, version, own === null ? null : String(version.values.locale ?? own));
      wrote(++done, all);
    }
  }
}

/** The drafts and published versions of a type, in all locales. */
export function countVersions({ state }: Engine, uid: string): number {
  return [...state.collection(uid).all()].reduce(
    (sum, { spaces }) => sum + spaces.draft.size + spaces.published.size,
    0,
  );
}

/** Drafts and published versions in order of their ids. */
function* versionsOf({ state }: Engine, uid: string) {
  const collection = state.collection(uid);
  if (collection.localeCodes() !== null) {
    const spaces = [...collection.all()].flatMap(({ spaces: { draft, published } }) => [
      ...draft.rows(),
      ...published.rows(),
    ]);
    for (const row of spaces.sort((a, b) => a.id - b.id)) yield state.shape.layouts.record(uid, row);
    return;
  }
  const { draft, published } = collection.spaces;
  const others = published.rows()[Symbol.iterator]();
  let other = others.next();
  for (const row of draft.rows()) {
    for (; other.done !== true && other.value.id < row.id; other = others.next())
      yield state.shape.layouts.record(uid, other.value);
    yield state.shape.layouts.record(uid, row);
  }
  for (; other.done !== true; other = others.next()) yield state.shape.layouts.record(uid, other.value);
}

function localeLine({ code, name }: Locale, at: number, now: string): EntityLine {
  const times = { createdAt: now, updatedAt: now, publishedAt: now };
  const documentId = documentIdOf(at === 0 ? "locale" : `locale ${code}`);
  const data = { documentId, name, code, ...times, locale: null };
  return { type: LOCALE_TYPE, id: at + 1, data };
}

function* chain<T>(...lists: readonly Iterable<T>[]): Generator<T> {
  for (const list of lists) yield* list;
}
