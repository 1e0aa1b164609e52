import {
  type AnyModel,
  type Attribute,
  CHECK_LIMITS,
  type ContentType,
  checkQuery,
  type Engine,
  FULL_ACCESS,
  findOne,
  isPassword,
  isRecord,
  OBJECTS,
  type Output,
  type Query,
  readContextOf,
  type Schema,
  type Status,
  TEXT,
  type UnknownRecord,
  type VersionRecord,
} from "../../engine/internal.ts";
import { inStoredLocale } from "../contract/locales/locale.ts";
import { wholePopulate } from "../contract/model/whole-populate.ts";
import type { EventEntry } from "./content-event.ts";

const LIMITS = { ...CHECK_LIMITS, defaultLimit: null, maxLimit: null };

/** How the entries of a type are read. */
interface Asked {
  readonly query: Query;
  readonly hasZones: boolean;
}

/** Entries of events as Strapi sends them: relations one level deep, media and components whole, nothing private. */
export class EventEntries {
  readonly #engine: Engine;
  /** By status and type. */
  readonly #asked = new Map<string, Asked>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** A version as it is now; null if it is gone. `locale`: as it is stored. */
  now(type: ContentType, documentId: string, status: Status, locale: string | null): EventEntry | null {
    const { query, hasZones } = this.#askedOf(type, status);
    const entry = this.#find(OBJECTS, query, documentId, locale);
    if (!isRecord(entry)) return null;
    return (hasZones ? componentNamesLast(entry) : entry) as EventEntry;
  }

  /** The same as JSON text, which takes the texts of related entries from where reads keep them. */
  text(type: ContentType, documentId: string, status: Status, locale: string | null): string {
    const { query, hasZones } = this.#askedOf(type, status);
    if (hasZones) return JSON.stringify(this.now(type, documentId, status, locale));
    return this.#find(TEXT, query, documentId, locale)?.text ?? "null";
  }

  #find<T>(output: Output<T>, asked: Query, documentId: string, locale: string | null): T | null {
    const { state, rules } = this.#engine;
    const query = inStoredLocale(asked, locale);
    return findOne(readContextOf(state, rules, query, FULL_ACCESS, "caller"), output, query, documentId);
  }

  /** A version as it was, without relations, media and components. */
  was(type: ContentType, version: VersionRecord, locale: string | null): EventEntry {
    const { id, documentId, createdAt, updatedAt, publishedAt, values } = version;
    const scalars = [...type.attributes.values()].filter(
      (attribute) => isShown(attribute) && attribute.kind === "scalar",
    );
    return {
      id,
      documentId,
      ...Object.fromEntries(scalars.map(({ name }) => [name, values[name] ?? null])),
      createdAt,
      updatedAt,
      publishedAt,
      ...(type.locale !== null && { locale: locale ?? type.locale }),
    };
  }

  #askedOf(type: ContentType, status: Status): Asked {
    const key = `${status} ${type.uid}`;
    const known = this.#asked.get(key);
    if (known !== undefined) return known;
    const { schema, rules } = this.#engine;
    const query = checkQuery({
      schema,
      type,
      params: { status, populate: wholePopulate(schema, type, (each) => each.kind !== "morph" && isShown(each)) },
      access: FULL_ACCESS,
      audience: "caller",
      rules,
      limits: LIMITS,
      shape: "findOne",
    });
    const asked = { query, hasZones: isWithZones(schema, type) };
    this.#asked.set(key, asked);
    return asked;
  }
}

function isShown(attribute: Attribute): boolean {
  return !attribute.private && !isPassword(attribute) && !("system" in attribute && attribute.system === true);
}

/** Components cannot contain themselves. */
function isWithZones(schema: Schema, model: AnyModel): boolean {
  return [...model.attributes.values()].some((attribute) => {
    if (attribute.kind === "dynamiczone") return true;
    const component = attribute.kind === "component" ? schema.components.get(attribute.component) : undefined;
    return component !== undefined && isWithZones(schema, component);
  });
}

/** Strapi's webhooks name the component of an item of a zone behind its other members. */
function componentNamesLast(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(componentNamesLast);
  if (!isRecord(value)) return value;
  const { __component: component, ...members } = value;
  if (component === undefined) return mapped(value);
  return { ...mapped(members), __component: component };
}

function mapped(record: UnknownRecord): UnknownRecord {
  return Object.fromEntries(Object.entries(record).map(([name, member]) => [name, componentNamesLast(member)]));
}
