import {
  type Attribute,
  createDocument,
  deleteDocument,
  EngineError,
  type Entry,
  FULL_ACCESS,
  isRecord,
  type Transaction,
  type UnknownRecord,
  updateDocument,
} from "../../../engine/internal.ts";
import type { Store } from "../../../storage/core.ts";
import { type Asked, writeAsked } from "../../access/note-author.ts";
import { LEGACY_ID, NULLS_OF_ROW } from "../../json-server/legacy-id.ts";
import type { Random } from "../../runtime/random.ts";
import { filterOf, idsFilter } from "./filter-of.ts";
import { isFitting } from "./is-fitting.ts";
import { nullsIn, REST_OF_ROW, type Resource, type Row } from "./resource.ts";
import type { ResourceSet } from "./resource-set.ts";
import type { ReadParams, RowReader } from "./row-reader.ts";

/** A change of a row, or of an object, which has no id. */
interface RowChange {
  readonly id: string | null;
  readonly body: Row;
  /** Members that the body does not name stay. */
  readonly isPatch: boolean;
}

/** Creates, changes and deletes rows. */
export class RowWriter {
  readonly #store: Store;
  readonly #reader: RowReader;
  readonly #resources: ResourceSet;
  readonly #random: () => Random;

  constructor(store: Store, reader: RowReader, resources: ResourceSet, random: () => Random) {
    this.#store = store;
    this.#reader = reader;
    this.#resources = resources;
    this.#random = random;
  }

  /** Creates a row, with the id of its body if version 0 gets one. @throws EngineError `validation` if the id is taken */
  create(resource: Resource, body: Row, asked: Asked): Promise<Row> {
    return writeAsked(
      this.#store,
      asked,
      (tx) => {
        const isGiven = this.#resources.version === 0 && Object.hasOwn(body, resource.idKey);
        const id = this.#idFor(resource, isGiven ? body[resource.idKey] : undefined);
        const data = { ...this.#data(resource, body, null), ...(id !== null && { [LEGACY_ID]: id }) };
        return createDocument(tx, payload(resource, data), true).documentId;
      },
      (documentId) => this.#written(resource, documentId),
    );
  }

  /** Replaces a row or an object, or some of its members. Null if there is none. */
  update(resource: Resource, { id, body, isPatch }: RowChange, asked: Asked): Promise<Row | null> {
    return writeAsked(
      this.#store,
      asked,
      (tx) => {
        const entry = this.#find(resource, id);
        if (entry === null && id !== null) return null;
        const before = isPatch ? entry : null;
        const data = { ...(isPatch ? {} : absent(resource)), ...this.#data(resource, body, before) };
        if (entry === null) return createDocument(tx, payload(resource, data), true).documentId;
        return updateDocument(tx, payload(resource, data), idOf(entry), true).documentId;
      },
      (documentId) => (documentId === null ? null : this.#written(resource, documentId)),
    );
  }

  /**
   * Deletes a row. Version 0 deletes the rows that refer to it, and so on; version 1 only rows of the lists in
   * `dependents`, and sets all other references to null. Null if there is no such row.
   */
  remove(
    resource: Resource,
    { id, dependents }: { readonly id: string; readonly dependents: readonly string[] },
    asked: Asked,
  ): Promise<Row | null> {
    return writeAsked(
      this.#store,
      asked,
      (tx) => {
        const entry = this.#find(resource, id);
        if (entry === null) return null;
        const row = this.#resources.row(resource, entry);
        this.#removeWith(tx, resource, entry, dependents, new Set());
        return row;
      },
      (row) => row,
    );
  }

  #removeWith(
    tx: Transaction,
    resource: Resource,
    entry: Entry,
    dependents: readonly string[],
    gone: Set<string>,
  ): void {
    if (gone.has(idOf(entry))) return;
    gone.add(idOf(entry));
    const id = String(this.#resources.row(resource, entry)[resource.idKey]);
    const found = [...this.#resources.all.values()].flatMap((inner) => this.#referring(inner, resource, id));
    for (const { inner, key, each } of found) {
      if (this.#resources.version === 0) this.#removeWith(tx, inner, each, dependents, gone);
      else if (dependents.includes(inner.name)) {
        if (!gone.has(idOf(each))) deleteDocument(tx, inner.type, idOf(each));
        gone.add(idOf(each));
      } else updateDocument(tx, payload(inner, this.#data(inner, { [key]: null }, each)), idOf(each), true);
    }
    deleteDocument(tx, resource.type, idOf(entry));
  }

  #referring(inner: Resource, outer: Resource, id: string) {
    if (inner.isSingle) return [];
    const key = this.#resources.referenceTo(inner, outer);
    const filter = filterOf(inner, { path: key, operator: "eq", texts: [id] }, this.#resources.of);
    if (filter === null || filter === "never") return [];
    return this.#read(inner, { filters: filter }).map((each) => ({ inner, key, each }));
  }

  /** Reads at once, within a write. */
  #read({ type, populate }: Resource, params: ReadParams): readonly Entry[] {
    return this.#reader.now(type, { ...params, populate });
  }

  #find(resource: Resource, id: string | null): Entry | null {
    const filters = id === null ? {} : idsFilter(resource, [id]);
    if (filters === null || filters === "never") return null;
    return this.#read(resource, { filters, limit: 1 })[0] ?? null;
  }

  #written(resource: Resource, documentId: string): Row {
    const entry = this.#read(resource, { filters: { documentId }, limit: 1 })[0];
    if (entry === undefined) throw new EngineError("not-found", "Not Found");
    return this.#resources.row(resource, entry);
  }

  /** The id of a new row: given, the next number, or random characters where ids are texts. Null: it is the entry's. */
  #idFor(resource: Resource, given: unknown): unknown {
    const attribute = resource.idAttribute;
    if (attribute?.kind !== "scalar") return null;
    if (given !== undefined && given !== null) {
      if (!isFitting(attribute, given)) {
        throw new EngineError(
          "validation",
          `id must be of the type that all ids of ${resource.name} have: ${attribute.type}`,
        );
      }
      if (this.#find(resource, String(given)) !== null) throw new EngineError("validation", `id ${given} is taken`);
      return given;
    }
    const ids = this.#read(
      resource,
      attribute.type === "json"
        ? {}
        : { sort: `${LEGACY_ID}:desc`, filters: { [LEGACY_ID]: { $notNull: true } }, limit: 1 },
    )
      .map((entry) => entry[LEGACY_ID])
      .filter((id) => id !== null && id !== undefined);
    if (attribute.type === "biginteger") return String(BigInt(String(ids[0] ?? 0)) + 1n);
    const numbers = ids.filter((id) => typeof id === "number");
    const isNumbered =
      attribute.type === "integer" ||
      attribute.type === "float" ||
      (attribute.type === "json" && (numbers.length > 0 || ids.length === 0));
    if (isNumbered) return numbers.reduce((most, id) => Math.max(most, id), 0) + 1;
    return Buffer.from(this.#random().bytes(6)).toString("base64url");
  }

  /**
   * The members of a row as attributes. Values that fit no attribute, and nulls, are kept beside them, with those in `before`.
   */
  #data(resource: Resource, body: Row, before: Entry | null): UnknownRecord {
    const data: { [name: string]: unknown } = {};
    const kept = before?.[REST_OF_ROW];
    const rest: { [key: string]: unknown } = isRecord(kept) ? { ...kept } : {};
    const nulls = new Set(before === null ? [] : nullsIn(before));
    for (const [key, value] of Object.entries(body)) {
      if (key === resource.idKey && !resource.isSingle) continue;
      const attribute = key === resource.idKey ? resource.idAttribute : resource.attribute(key);
      const stored = attribute === undefined ? undefined : this.#stored(attribute, value);
      if (attribute !== undefined) data[attribute.name] = stored ?? null;
      delete rest[key];
      nulls.delete(key);
      if (value === null && attribute !== undefined) nulls.add(key);
      else if (stored === undefined) rest[key] = value;
    }
    const hasRest = resource.type.attributes.has(REST_OF_ROW);
    const [first] = Object.keys(rest);
    if (!hasRest && first !== undefined && rest[first] !== null) {
      throw new EngineError(
        "validation",
        `${first} is no attribute of ${resource.name}, or has a value of another type`,
      );
    }
    if (!hasRest) return data;
    return {
      ...data,
      [REST_OF_ROW]: first === undefined ? null : rest,
      [NULLS_OF_ROW]: nulls.size > 0 ? [...nulls] : null,
    };
  }

  /** Undefined for a value that the attribute cannot hold. */
  #stored(attribute: Attribute, value: unknown): unknown {
    if (value === null || value === undefined) return undefined;
    if (attribute.kind === "scalar") return isFitting(attribute, value) ? value : undefined;
    const target = attribute.kind === "relation" ? this.#resources.of(attribute.target) : undefined;
    if (target === undefined || (typeof value !== "string" && typeof value !== "number")) return undefined;
    return this.#find(target, String(value))?.documentId;
  }
}

function payload(resource: Resource, data: UnknownRecord) {
  return { type: resource.type, data, access: FULL_ACCESS, unknownKeys: "refuse", locale: null } as const;
}

function idOf({ documentId }: Entry): string {
  return String(documentId);
}

function absent(resource: Resource): UnknownRecord {
  const id = resource.isSingle && resource.idAttribute !== undefined ? { [LEGACY_ID]: null } : {};
  return { ...id, ...Object.fromEntries([...resource.members].map(([, { name }]) => [name, null])) };
}
