import {
  type AnyModel,
  type ContentType,
  isRecord,
  type Schema,
  type Status,
  type UnknownRecord,
} from "../../../engine/internal.ts";
import { anyOf, type Dialect, fieldsOf } from "./dialect.ts";
import { flatPopulate } from "./populate.ts";

/**
 * In Strapi 4 a published entry is one row. Its draft gets an id of its own here, this much higher, and so do its
 * components.
 */
const DRAFT_IDS = 1_000_000_000;

const LOCALIZATIONS = "populate[localizations][fields][0]=id";

/**
 * The dialect of Strapi 4. Its entries have no documentId: the lowest id among the locales of an entry is taken for one,
 * so that a path with an id finds the same entry in a twin.
 */
export function dialect4(schema: Schema): Dialect {
  const localizations = ({ locale }: ContentType) => (locale === null ? [] : [LOCALIZATIONS]);
  return {
    version: "4",
    everyLocale: "locale=all",
    status: (status) => `publicationState=${status === "draft" ? "preview" : "live"}`,
    populate: (type) => {
      const fieldOf = (target: ContentType | undefined) => (target?.draftAndPublish === true ? "publishedAt" : "id");
      return [...flatPopulate(schema, type, fieldOf), ...localizations(type)];
    },
    stamps: (type) => {
      const { draftAndPublish, locale } = type;
      const names = [
        "createdAt",
        "updatedAt",
        ...(draftAndPublish ? ["publishedAt"] : []),
        ...(locale === null ? [] : ["locale"]),
      ];
      return [...fieldsOf(names), ...localizations(type)];
    },
    named: ({ locale }, names) => {
      if (locale === null) return anyOf("filters[id]", names);
      return [...anyOf("filters[$or][0][id]", names), ...anyOf("filters[$or][1][localizations][id]", names)];
    },
    idAtSource: (id) => (id > DRAFT_IDS ? id - DRAFT_IDS : id),
    entry: (type, status, entry) => new Reshaping(schema, status).entry(type, entry),
    bare: named,
  };
}

/** Gives entries of one status the form of Strapi 5. */
class Reshaping {
  readonly #schema: Schema;
  readonly #status: Status;

  constructor(schema: Schema, status: Status) {
    this.#schema = schema;
    this.#status = status;
  }

  entry(type: ContentType, entry: UnknownRecord): UnknownRecord {
    // Users are not wrapped.
    const given = isRecord(entry.attributes) ? entry.attributes : entry;
    const { localizations, publishedAt = null, ...attributes } = given;
    const { createdAt = null } = given;
    const id = Number(entry.id);
    const ids = [id, ...itemsOf(localizations).map((other) => Number(other.id))];
    const isDraft = this.#status === "draft" && type.draftAndPublish;
    const added = isDraft && publishedAt !== null ? DRAFT_IDS : 0;
    return {
      ...this.#values(type, attributes, added),
      id: id + added,
      documentId: String(Math.min(...ids)),
      publishedAt: isDraft ? null : type.draftAndPublish ? publishedAt : createdAt,
    };
  }

  /** `added`: to the ids of components. */
  #values(model: AnyModel, given: UnknownRecord, added: number): UnknownRecord {
    const values = Object.entries(given).map(([name, value]) => {
      const attribute = model.attributes.get(name);
      switch (attribute?.kind) {
        case "media":
          return [name, each(value, named)] as const;
        case "relation":
          return [name, each(value, (item) => this.#target(attribute.target, item))] as const;
        case "morph":
          return [name, each(value, (item) => this.#target(String(item.__type), item))] as const;
        case "component":
          return [name, plain(value, (item) => this.#component(attribute.component, item, added))] as const;
        case "dynamiczone":
          return [name, plain(value, (item) => this.#component(String(item.__component), item, added))] as const;
        default:
          return [name, value] as const;
      }
    });
    return Object.fromEntries(values);
  }

  #component(uid: string, item: UnknownRecord, added: number): UnknownRecord {
    const component = this.#schema.components.get(uid);
    if (component === undefined) return item;
    return { ...this.#values(component, item, added), id: Number(item.id) + added };
  }

  /** The row that a link leads to: of the draft from a draft, and none to a draft from a published entry. */
  #target(uid: string, item: UnknownRecord): UnknownRecord | null {
    const found = named(item);
    if (this.#schema.types.get(uid)?.draftAndPublish !== true) return found;
    const isPublished = found.publishedAt != null;
    if (this.#status === "published") return isPublished ? found : null;
    return isPublished ? { ...found, id: Number(found.id) + DRAFT_IDS } : found;
  }
}

/** A linked entry, or a file, with its id as its name. */
function named(item: UnknownRecord): UnknownRecord {
  const { attributes, ...rest } = item;
  return { ...(isRecord(attributes) ? attributes : {}), ...rest, documentId: String(item.id) };
}

/** One entry, several, or none, each changed; also in `data`. */
function each(value: unknown, change: (item: UnknownRecord) => UnknownRecord | null): unknown {
  const data = isRecord(value) && "data" in value ? value.data : value;
  return plain(data, change);
}

function plain(value: unknown, change: (item: UnknownRecord) => UnknownRecord | null): unknown {
  if (Array.isArray(value)) return value.filter(isRecord).flatMap((item) => change(item) ?? []);
  return isRecord(value) ? change(value) : null;
}

function itemsOf(value: unknown): readonly UnknownRecord[] {
  const data = isRecord(value) ? value.data : value;
  return Array.isArray(data) ? data.filter(isRecord) : [];
}
