import type { GraphQLResolveInfo } from "graphql";
import {
  type Access,
  type ContentType,
  fieldAt,
  isRecord,
  statusOf,
  type UnknownRecord,
} from "../../../../engine/internal.ts";
import { USER_TYPE } from "../../../access/user-types.ts";
import type { Arguments } from "../execute/arguments/list-params.ts";
import type { Budget } from "../execute/budget.ts";
import { type EntrySource, isEntrySource } from "../execute/entry-source.ts";
import type { Reader } from "../execute/reader.ts";
import { typeName } from "../schema/names.ts";

/** The type of the signed-in user, which has a few of its attributes. */
const ME = "UsersPermissionsMe";

export interface OwnEntriesOptions {
  readonly reader: Reader;
  readonly budget: Budget;
  sourceOf(found: ReturnType<Reader["stored"]>, budget: Budget): EntrySource | null;
}

/** Entries on their way to own code and back, in one operation: own code sees plain objects, as of the Document Service. */
export class OwnEntries {
  readonly #options: OwnEntriesOptions;
  /** Where plain objects come from, or what they were found to be. */
  readonly #sources = new WeakMap<object, EntrySource | null>();
  readonly #types = new Map<string, ContentType | null>();
  readonly #plain = new WeakMap<EntrySource, UnknownRecord>();
  /** The versions that root fields ask for, by their key. */
  readonly #statuses = new Map<string | number, unknown>();

  constructor(options: OwnEntriesOptions) {
    this.#options = options;
  }

  /** Remembers which versions a root field asks for. */
  note({ path }: GraphQLResolveInfo, { status }: Arguments): void {
    this.#statuses.set(path.key, status);
  }

  /** A value of the usual resolvers as own code sees it. `access`: the rights behind it, if others have led there. */
  shown(value: unknown, type: string, access: Access | null): unknown {
    if (isEntrySource(value)) return this.#plainOf(value, access);
    if (Array.isArray(value) || isGenerated(value)) return Array.from(value, (each) => this.shown(each, type, access));
    if (!isRecord(value)) return value;
    if (type === ME) return { ...this.#user(value), ...value };
    if (isGenerated(value.nodes)) {
      const nodes = this.shown(value.nodes, type, access);
      return { ...value, nodes, data: nodes };
    }
    return isEntrySource(value.data) ? { ...value, data: this.#plainOf(value.data, access) } : value;
  }

  /** The source that own code hands on to a usual resolver. `access`: the rights that it reads with, if they are others. */
  sourceFor(parent: unknown, info: GraphQLResolveInfo, access: Access | null): unknown {
    const source = this.sourceOf(parent, info);
    return source === null ? parent : withAccess(source, access);
  }

  /**
   * An entry of own code as the source of the usual fields of its type; null if it is not stored. As in Strapi, a draft leads
   * to drafts only where the root field asks for them, or in a mutation.
   */
  sourceOf(value: unknown, info: GraphQLResolveInfo): EntrySource | null {
    if (isEntrySource(value)) return value;
    if (!isRecord(value)) return null;
    const known = this.#sources.get(value);
    if (known !== undefined) return known;
    const { reader, budget, sourceOf } = this.#options;
    const type = this.#typeNamed(info.parentType.name);
    const found = type && reader.stored(type, value);
    const source = found === null ? null : sourceOf(found, budget);
    const isHeld = source !== null && this.#holds(source, info);
    const reading = source && { ...source.reading, ...(isHeld && { access: reader.access }) };
    const made = source && reading && { ...source, reading, isHeld };
    this.#sources.set(value, made);
    return made;
  }

  /** Null for a component. */
  #typeNamed(name: string): ContentType | null {
    const known = this.#types.get(name);
    if (known !== undefined) return known;
    const types = [...this.#options.reader.schema.types.values()];
    // In Strapi 4 an entity has the entry in it.
    const found = types.find((type) => typeName(type) === name || `${typeName(type)}Entity` === name) ?? null;
    this.#types.set(name, found);
    return found;
  }

  #holds({ layer }: EntrySource, { operation, path }: GraphQLResolveInfo): boolean {
    if (operation.operation !== "query" || statusOf(layer) !== "draft") return false;
    let root = path;
    while (root.prev !== undefined) root = root.prev;
    return this.#statuses.get(root.key) !== "draft";
  }

  #plainOf(source: EntrySource, access: Access | null): UnknownRecord {
    const known = this.#plain.get(source);
    if (known !== undefined) return known;
    const plain = source.own ?? this.#read(source);
    this.#plain.set(source, plain);
    // It shows what code makes of it.
    this.#sources.set(plain, { ...withAccess(source, access), own: plain });
    return plain;
  }

  #read({ node, layer, place, reading }: EntrySource): UnknownRecord {
    const { model } = place;
    if ("documentId" in node && model.model === "content-type") {
      return { ...this.#options.reader.asDocument(model, node.documentId, layer) };
    }
    const { shape } = reading.view.state;
    const scalars = [...model.attributes.values()].filter(({ kind }) => kind === "scalar");
    return Object.fromEntries(
      ["id", ...scalars.map(({ name }) => name)].map((name) => [name, fieldAt(shape, place, name).read(node)]),
    );
  }

  /** Attributes of the signed-in user that are not private. */
  #user({ documentId }: UnknownRecord): UnknownRecord {
    const { reader } = this.#options;
    const type = reader.schema.type(USER_TYPE);
    const user = reader.asDocument(type, String(documentId), "published") ?? {};
    return Object.fromEntries(
      Object.entries(user).filter(([name]) => {
        const attribute = type.attributes.get(name);
        return attribute?.private !== true && !(attribute?.kind === "scalar" && attribute.type === "password");
      }),
    );
  }
}

/** Drafts are never shown with more than the rights on drafts. */
function withAccess(source: EntrySource, access: Access | null): EntrySource {
  if (access === null) return source;
  const shown = statusOf(source.layer) === "draft" ? (access.toDrafts ?? access) : access;
  return { ...source, reading: { ...source.reading, access: shown } };
}

/** A list whose entries are made as they are asked for. */
function isGenerated(value: unknown): value is Iterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.iterator in value && !Array.isArray(value);
}
