import { BUILT_IN_TYPES, type ContentType, type Engine, type SchemaDefinition } from "../../../engine/internal.ts";
import type { FileStore } from "../../../storage/internal.ts";
import type { Roles } from "../../access/roles.ts";
import { TODO_TYPE } from "../../todo/todo.ts";
import { type AccessLines, accessLines, documentIdOf } from "./access-lines.ts";
import { ACCESS_TYPES } from "./access-types.ts";
import { assetEntries } from "./asset-entries.ts";
import { type EntityLine, entityLine } from "./entity-line.ts";
import { linkLines } from "./link-lines.ts";
import { jsonEntry, linesEntries, type NewEntry } from "./new-entry.ts";
import { componentLine, typeLine } from "./schema-line.ts";

/** What an archive is made of. */
export interface Exported {
  /** Must not change meanwhile: give a fork. */
  readonly engine: Engine;
  /** What the engine's schema was made of. */
  readonly definition: SchemaDefinition;
  readonly files: FileStore;
  /** What callers may do, for content without roles of its own. */
  readonly roles: Roles;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Told of each file that has a row but no bytes. */
  readonly missing?: (file: string) => void;
}

/** The version of Strapi whose archives these are. */
const STRAPI_VERSION = "5.54.0";

/**
 * The files of an archive that Strapi imports, in the order in which it exports them itself. The same content and time
 * give the same bytes.
 */
export async function* archiveEntries(exported: Exported): AsyncGenerator<NewEntry> {
  const { engine, definition, files, missing = () => {} } = exported;
  const createdAt = new Date(exported.createdAt).toISOString();
  const types = [...engine.schema.types.values()].filter(isExported);
  const uids = new Set(types.map(({ uid }) => uid));
  const { defaultLocale: locale = "en" } = definition;
  const access = accessLines(engine, exported.roles, createdAt);

  yield* linesEntries("schemas", schemaLines(types, definition));
  yield* linesEntries("entities", entityLines(engine, types, locale, access, createdAt));
  yield* assetEntries(engine, files, missing);
  yield* linesEntries(
    "links",
    chain(
      linkLines(engine, (uid) => uids.has(uid)),
      access.links,
    ),
  );
  yield* linesEntries("configuration", [{ type: "core-store", value: defaultLocaleSetting(locale) }]);
  yield jsonEntry("metadata.json", { createdAt, strapi: { version: STRAPI_VERSION } }, 2);
}

function defaultLocaleSetting(value: string) {
  return { id: 1, key: "plugin_i18n_default_locale", value, type: "string", environment: null, tag: null };
}

/** Todos are Galley's own, and accounts of the admin panel are in no archive. */
function isExported({ uid }: ContentType): boolean {
  return uid !== TODO_TYPE && !uid.startsWith("admin::");
}

/** The types for users and roles are always told: every archive has rows of them. */
function* schemaLines(types: readonly ContentType[], { contentTypes, components = {} }: SchemaDefinition) {
  for (const uid of new Set([...types.map((type) => type.uid), ...ACCESS_TYPES])) {
    const definition = contentTypes[uid] ?? BUILT_IN_TYPES.get(uid);
    if (definition !== undefined) yield typeLine(uid, definition);
  }
  for (const [uid, definition] of Object.entries(components)) yield componentLine(uid, definition);
}

function* entityLines(
  engine: Engine,
  types: readonly ContentType[],
  locale: string,
  access: AccessLines,
  createdAt: string,
): Generator<EntityLine> {
  yield localeLine(locale, createdAt);
  yield* access.rows;
  for (const { uid } of types) {
    const own = engine.schema.type(uid).locale;
    for (const version of versionsOf(engine, uid)) yield entityLine(engine.schema, uid, version, own);
  }
}

/** Drafts and published versions in order of their ids. */
function* versionsOf({ state }: Engine, uid: string) {
  const { draft, published } = state.collection(uid).spaces;
  const others = published.rows()[Symbol.iterator]();
  let other = others.next();
  for (const row of draft.rows()) {
    for (; other.done !== true && other.value.id < row.id; other = others.next())
      yield state.shape.layouts.record(uid, other.value);
    yield state.shape.layouts.record(uid, row);
  }
  for (; other.done !== true; other = others.next()) yield state.shape.layouts.record(uid, other.value);
}

function localeLine(code: string, now: string): EntityLine {
  const times = { createdAt: now, updatedAt: now, publishedAt: now };
  const name = `${LANGUAGES.of(code) ?? code} (${code})`;
  const data = { documentId: documentIdOf("locale"), name, code, ...times, locale: null };
  return { type: "plugin::i18n.locale", id: 1, data };
}

const LANGUAGES = new Intl.DisplayNames("en", { type: "language" });

function* chain<T>(...lists: readonly Iterable<T>[]): Generator<T> {
  for (const list of lists) yield* list;
}
