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
import type { RunLater } from "../../http/service.ts";
import { LEGACY_ID } from "../../json-server/legacy-id.ts";
import { camelCase, kebabCase, singularOf } from "../../json-server/names.ts";
import { isDate, isInteger } from "../../json-server/scalar-type.ts";
import type { Random } from "../../runtime/random.ts";
import { filterOf, idsFilter, type ResourceOf } from "./filter-of.ts";
import type { Alternatives, ListParams } from "./list-params.ts";
import { REST_OF_ROW, type Resource, type Row } from "./resource.ts";
import { type ReadParams, RowReader } from "./row-reader.ts";
import { inOrder, type RowTest, searchOf, testOf } from "./row-test.ts";

/** The content as json-server's lists and objects, read and written by the engine. */
export class Rows {
  readonly #store: Store;
  readonly #reader: RowReader;
  readonly #random: () => Random;
  readonly #version: 0 | 1;
  readonly #resources: ReadonlyMap<string, Resource>;
  readonly #resourceOf: ResourceOf;

  constructor(
    store: Store,
    resources: ReadonlyMap<string, Resource>,
    version: 0 | 1,
    { runLater, random }: { readonly runLater: RunLater; readonly random: () => Random },
  ) {
    this.#store = store;
    this.#reader = new RowReader(store, runLater);
    this.#random = random;
    this.#version = version;
    this.#resources = resources;
    const byType = new Map([...resources.values()].map((resource) => [resource.type.uid, resource]));
    this.#resourceOf = (uid) => byType.get(uid);
  }

  /** The fitting rows of a list in their order, cut to the window, and the number of all fitting rows. */
  async list(
    resource: Resource,
    params: ListParams,
  ): Promise<{ readonly rows: readonly Row[]; readonly total: number }> {
    const { window } = params;
    const { filters, test, sort } = await this.#planOf(resource, params);
    if (filters === null) return { rows: [], total: 0 };
    const [start, end] =
      window.kind === "all"
        ? [0, Number.POSITIVE_INFINITY]
        : window.kind === "slice"
          ? [window.start, window.end]
          : [(window.page - 1) * window.size, window.page * window.size];
    if (test === null && sort !== null && start >= 0 && end >= start) {
      const asked = { filters, sort, start, ...(Number.isFinite(end) && { limit: end - start }) };
      const total = window.kind === "all" ? 0 : await this.#reader.count(resource.type, filters);
      const rows = end === start ? [] : await this.#rows(resource, asked);
      return { rows, total: window.kind === "all" ? rows.length : total };
    }
    const all = await this.#rows(resource, { filters, ...(sort !== null && { sort }) });
    const fitting = test === null ? all : all.filter(test);
    const sorted = sort === null ? inOrder(fitting, params.sort) : fitting;
    return { rows: window.kind === "all" ? sorted : sorted.slice(start, end), total: fitting.length };
  }

  /**
   * The filters and the order for the engine, and a test for the other conditions. `filters` null: no row fits; `sort`
   * null: the engine's order is another one.
   */
  async #planOf(resource: Resource, { conditions, alternatives, search, sort }: ListParams) {
    const isMixed = await this.#hasRests(resource);
    const filters: UnknownRecord[] = [];
    const tests: RowTest[] = search === null ? [] : [searchOf(search)];
    for (const condition of conditions) {
      const filter = filterOf(resource, condition, this.#resourceOf);
      if (filter === null || isMixed) {
        const isKnown = isMixed || resource.attribute(condition.path.split(".")[0] ?? "") !== undefined;
        if (isKnown || this.#version === 1 || condition.operator !== "eq") tests.push(testOf(condition));
      } else if (filter === "never") return { filters: null, test: null, sort: null };
      else filters.push(filter);
    }
    for (const groups of alternatives) {
      const found = groups.map((group) => group.map((condition) => filterOf(resource, condition, this.#resourceOf)));
      const possible = found.filter((group) => !group.includes("never"));
      if (isMixed || found.flat().includes(null)) tests.push(anyOf(groups));
      else if (possible.length === 0) return { filters: null, test: null, sort: null };
      else filters.push({ $or: possible.map((group) => ({ $and: group })) });
    }
    const test = tests.length === 0 ? null : (row: Row) => tests.every((each) => each(row));
    return {
      filters: filters.length === 0 ? {} : { $and: filters },
      test,
      sort: await this.#sortOf(resource, isMixed, sort),
    };
  }

  /** Whether rows have members that are no attributes: the engine has no filters for these. */
  async #hasRests(resource: Resource): Promise<boolean> {
    if (!resource.type.attributes.has(REST_OF_ROW)) return false;
    return (await this.#reader.count(resource.type, { [REST_OF_ROW]: { $notNull: true } })) > 0;
  }

  /** Null where rows lack a value to sort by: these come first in the engine, and last in json-server. */
  async #sortOf(resource: Resource, isMixed: boolean, sort: ListParams["sort"]): Promise<readonly string[] | null> {
    const keys: string[] = [];
    for (const { path, isDescending } of sort) {
      const attribute = path === "id" ? resource.idAttribute : resource.attribute(path);
      if (isMixed || attribute?.kind !== "scalar" || attribute.type === "json") return null;
      const filters = { [attribute.name]: { $null: true } };
      if ((await this.#reader.count(resource.type, filters)) > 0) return null;
      keys.push(`${attribute.name}:${isDescending ? "desc" : "asc"}`);
    }
    return keys;
  }

  async one(resource: Resource, id: string): Promise<Row | null> {
    const filters = idsFilter(resource, [id]);
    if (filters === null || filters === "never") return null;
    const rows = await this.#rows(resource, { filters, limit: 1 });
    return rows[0] ?? null;
  }

  /** The row of an object. */
  async object(resource: Resource): Promise<Row | null> {
    return (await this.#rows(resource, { limit: 1 }))[0] ?? null;
  }

  /** Everything, as `db.json` has it. */
  async all(may: (resource: Resource) => boolean): Promise<UnknownRecord> {
    const found: [string, unknown][] = [];
    for (const [name, resource] of this.#resources) {
      if (!may(resource)) continue;
      found.push([name, resource.isSingle ? await this.object(resource) : await this.#rows(resource, {})]);
    }
    return Object.fromEntries(found);
  }

  async #rows(resource: Resource, params: ReadParams): Promise<readonly Row[]> {
    const entries = await this.#reader.entries(resource.type, { ...params, populate: resource.populate });
    return entries.map((entry) => this.#row(resource, entry));
  }

  #row(resource: Resource, entry: Entry): Row {
    return resource.row(entry, this.#version === 1);
  }

  /**
   * Adds rows that refer to these (`comments` of posts), or to which these refer (`post`, by `postId`), as members.
   * Unknown names add nothing, or in version 0 an empty list.
   */
  async join(resource: Resource, rows: readonly Row[], { embed, expand }: Pick<ListParams, "embed" | "expand">) {
    let joined = rows;
    for (const name of embed) {
      const isOne = this.#version === 1 && singularOf(name) === name;
      joined = isOne ? await this.#expanded(joined, name) : await this.#embedded(resource, joined, name);
    }
    for (const name of expand) joined = await this.#expanded(joined, name);
    return joined;
  }

  async #embedded(resource: Resource, rows: readonly Row[], name: string): Promise<readonly Row[]> {
    const inner = this.#resources.get(name);
    if (inner === undefined && this.#version === 1) return rows;
    const key = inner === undefined ? undefined : this.referenceTo(inner, resource);
    const texts = rows.flatMap(({ id }) => (id === undefined ? [] : [String(id)]));
    const found =
      inner === undefined || key === undefined || texts.length === 0
        ? []
        : (await this.list(inner, { ...NOTHING, conditions: [{ path: key, operator: "in", texts }] })).rows;
    const groups = new Map<string, Row[]>(texts.map((text) => [text, []]));
    for (const row of found) groups.get(String(row[key ?? ""]))?.push(row);
    return rows.map((row) => ({ ...row, [name]: groups.get(String(row.id)) ?? [] }));
  }

  async #expanded(rows: readonly Row[], name: string): Promise<readonly Row[]> {
    const outer = [...this.#resources.values()].find(
      ({ type, isSingle }) => !isSingle && type.singularName === kebabCase(name),
    );
    if (outer === undefined) return rows;
    const keyOf = (row: Row) => row[`${name}Id`] ?? row[`${name}_id`];
    const texts = [
      ...new Set(
        rows
          .map(keyOf)
          .filter((id) => id !== undefined && id !== null)
          .map(String),
      ),
    ];
    const found =
      texts.length === 0
        ? []
        : (await this.list(outer, { ...NOTHING, conditions: [{ path: "id", operator: "eq", texts }] })).rows;
    const byId = new Map(found.map((row) => [String(row.id), row]));
    return rows.map((row) => {
      const one = byId.get(String(keyOf(row)));
      return one === undefined ? row : { ...row, [name]: one };
    });
  }

  /** The key of `inner`'s rows that holds ids of `outer`: `postId`. */
  referenceTo(inner: Resource, outer: Resource): string {
    const wanted = [`${camelCase(outer.type.singularName)}Id`, `${outer.type.singularName.replaceAll("-", "_")}_id`];
    for (const [key, attribute] of inner.members) {
      if (attribute.kind === "relation" && attribute.target === outer.type.uid && wanted.includes(key)) return key;
    }
    return wanted.find((key) => inner.attribute(key) !== undefined) ?? `${camelCase(outer.type.singularName)}Id`;
  }

  /** Creates a row, with the id of its body if version 0 gets one. @throws EngineError `validation` if the id is taken */
  create(resource: Resource, body: Row): Promise<Row> {
    return this.#store.write(
      (tx) => {
        const id = this.#idFor(resource, this.#version === 0 ? body.id : undefined);
        const data = { ...this.#data(resource, body, null), ...(id !== null && { [LEGACY_ID]: id }) };
        return createDocument(tx, payload(resource, data), true).documentId;
      },
      (documentId) => this.#written(resource, documentId),
    );
  }

  /** Replaces a row or an object, or some of its members. Null if there is none. */
  update(resource: Resource, id: string | null, body: Row, isPatch: boolean): Promise<Row | null> {
    return this.#store.write(
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
  remove(resource: Resource, id: string, dependents: readonly string[]): Promise<Row | null> {
    return this.#store.write(
      (tx) => {
        const entry = this.#find(resource, id);
        if (entry === null) return null;
        const row = this.#row(resource, entry);
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
    const id = String(this.#row(resource, entry).id);
    const found = [...this.#resources.values()].flatMap((inner) => this.#referring(inner, resource, id));
    for (const { inner, key, each } of found) {
      if (this.#version === 0) this.#removeWith(tx, inner, each, dependents, gone);
      else if (dependents.includes(inner.name)) {
        if (!gone.has(idOf(each))) deleteDocument(tx, inner.type, idOf(each));
        gone.add(idOf(each));
      } else updateDocument(tx, payload(inner, this.#data(inner, { [key]: null }, each)), idOf(each), true);
    }
    deleteDocument(tx, resource.type, idOf(entry));
  }

  #referring(inner: Resource, outer: Resource, id: string) {
    if (inner.isSingle) return [];
    const key = this.referenceTo(inner, outer);
    const filter = filterOf(inner, { path: key, operator: "eq", texts: [id] }, this.#resourceOf);
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
    return this.#row(resource, entry);
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
    const isNumbered =
      attribute.type === "integer" ||
      attribute.type === "float" ||
      (attribute.type === "json" && ids.every((id) => typeof id === "number"));
    if (isNumbered) return ids.reduce<number>((most, id) => Math.max(most, Number(id)), 0) + 1;
    return Buffer.from(this.#random().bytes(6)).toString("base64url");
  }

  /**
   * The members of a row as attributes. Values that fit no attribute are kept beside them, with the ones in `before`.
   */
  #data(resource: Resource, body: Row, before: Entry | null): UnknownRecord {
    const data: { [name: string]: unknown } = {};
    const kept = before?.[REST_OF_ROW];
    const rest: { [key: string]: unknown } = isRecord(kept) ? { ...kept } : {};
    for (const [key, value] of Object.entries(body)) {
      if (key === "id" && !resource.isSingle) continue;
      const attribute = resource.attribute(key);
      const stored = attribute === undefined ? undefined : this.#stored(attribute, value);
      if (attribute !== undefined) data[attribute.name] = stored ?? null;
      if (stored === undefined) rest[key] = value;
      else delete rest[key];
    }
    const hasRest = resource.type.attributes.has(REST_OF_ROW);
    const [first] = Object.keys(rest);
    if (!hasRest && first !== undefined && rest[first] !== null) {
      throw new EngineError(
        "validation",
        `${first} is no attribute of ${resource.name}, or has a value of another type`,
      );
    }
    return hasRest ? { ...data, [REST_OF_ROW]: first === undefined ? null : rest } : data;
  }

  /** Undefined for a value that the attribute cannot hold; null is kept as a value that was written. */
  #stored(attribute: Attribute, value: unknown): unknown {
    if (value === null || value === undefined) return undefined;
    if (attribute.kind === "scalar") return isFitting(attribute, value) ? value : undefined;
    const target = attribute.kind === "relation" ? this.#resourceOf(attribute.target) : undefined;
    if (target === undefined || (typeof value !== "string" && typeof value !== "number")) return undefined;
    return this.#find(target, String(value))?.documentId;
  }
}

/** Whether all conditions of some group hold. */
function anyOf(groups: Alternatives): RowTest {
  const tests = groups.map((group) => group.map(testOf));
  return (row) => tests.some((group) => group.every((each) => each(row)));
}

const NOTHING: ListParams = {
  conditions: [],
  alternatives: [],
  search: null,
  sort: [],
  window: { kind: "all" },
  embed: [],
  expand: [],
};

function payload(resource: Resource, data: UnknownRecord) {
  return { type: resource.type, data, access: FULL_ACCESS, unknownKeys: "refuse", locale: null } as const;
}

function idOf({ documentId }: Entry): string {
  return String(documentId);
}

function absent(resource: Resource): UnknownRecord {
  return Object.fromEntries([...resource.members].map(([, { name }]) => [name, null]));
}

function isFitting(attribute: Attribute, value: unknown): boolean {
  if (attribute.kind !== "scalar") return false;
  switch (attribute.type) {
    case "integer":
      return isInteger(value);
    case "float":
    case "decimal":
      return typeof value === "number";
    case "biginteger":
      return typeof value === "string" ? /^-?\d+$/.test(value) : Number.isSafeInteger(value);
    case "boolean":
      return typeof value === "boolean";
    case "date":
      return isDate(value);
    case "datetime":
      return typeof value === "string" && /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value));
    case "json":
    case "blocks":
      return true;
    default:
      return typeof value === "string";
  }
}
