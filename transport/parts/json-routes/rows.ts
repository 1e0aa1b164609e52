import type { UnknownRecord } from "../../../engine/internal.ts";
import { kebabCase, singularOf } from "../../json-server/names.ts";
import { filterOf, idsFilter } from "./filter-of.ts";
import type { Alternatives, ListParams } from "./list-params.ts";
import { REST_OF_ROW, type Resource, type Row } from "./resource.ts";
import type { ResourceSet } from "./resource-set.ts";
import type { ReadParams, RowReader } from "./row-reader.ts";
import { inOrder, type RowTest, searchOf, testOf } from "./row-test.ts";

/** The content as json-server's lists and objects, read by the engine. */
export class Rows {
  readonly #reader: RowReader;
  readonly #resources: ResourceSet;

  constructor(reader: RowReader, resources: ResourceSet) {
    this.#reader = reader;
    this.#resources = resources;
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
      const filter = filterOf(resource, condition, this.#resources.of);
      if (filter === null || isMixed) {
        const isKnown = isMixed || resource.attribute(condition.path.split(".")[0] ?? "") !== undefined;
        if (isKnown || this.#resources.version === 1 || condition.operator !== "eq") tests.push(testOf(condition));
      } else if (filter === "never") return { filters: null, test: null, sort: null };
      else filters.push(filter);
    }
    for (const groups of alternatives) {
      const found = groups.map((group) => group.map((condition) => filterOf(resource, condition, this.#resources.of)));
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
      const attribute = path === resource.idKey ? resource.idAttribute : resource.attribute(path);
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
    for (const [name, resource] of this.#resources.all) {
      if (!may(resource)) continue;
      found.push([name, resource.isSingle ? await this.object(resource) : await this.#rows(resource, {})]);
    }
    return Object.fromEntries(found);
  }

  async #rows(resource: Resource, params: ReadParams): Promise<readonly Row[]> {
    const entries = await this.#reader.entries(resource.type, { ...params, populate: resource.populate });
    return entries.map((entry) => this.#resources.row(resource, entry));
  }

  /**
   * Adds rows that refer to these (`comments` of posts), or to which these refer (`post`, by `postId`), as members.
   * Unknown names add nothing, or in version 0 an empty list.
   */
  async join(resource: Resource, rows: readonly Row[], { embed, expand }: Pick<ListParams, "embed" | "expand">) {
    let joined = rows;
    for (const name of embed) {
      const isOne = this.#resources.version === 1 && singularOf(name) === name;
      joined = isOne ? await this.#expanded(joined, name) : await this.#embedded(resource, joined, name);
    }
    for (const name of expand) joined = await this.#expanded(joined, name);
    return joined;
  }

  async #embedded(resource: Resource, rows: readonly Row[], name: string): Promise<readonly Row[]> {
    const inner = this.#resources.all.get(name);
    if (inner === undefined && this.#resources.version === 1) return rows;
    const key = inner === undefined ? undefined : this.#resources.referenceTo(inner, resource);
    const texts = rows.flatMap(({ [resource.idKey]: id }) => (id === undefined ? [] : [String(id)]));
    const found =
      inner === undefined || key === undefined || texts.length === 0
        ? []
        : (await this.list(inner, { ...NOTHING, conditions: [{ path: key, operator: "in", texts }] })).rows;
    const groups = new Map<string, Row[]>(texts.map((text) => [text, []]));
    for (const row of found) groups.get(String(row[key ?? ""]))?.push(row);
    return rows.map((row) => ({ ...row, [name]: groups.get(String(row[resource.idKey])) ?? [] }));
  }

  async #expanded(rows: readonly Row[], name: string): Promise<readonly Row[]> {
    const outer = [...this.#resources.all.values()].find(
      ({ type, isSingle }) => !isSingle && type.singularName === kebabCase(name),
    );
    if (outer === undefined) return rows;
    const keyOf = (row: Row) => this.#resources.reference(row, name);
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
        : (await this.list(outer, { ...NOTHING, conditions: [{ path: outer.idKey, operator: "eq", texts }] })).rows;
    const byId = new Map(found.map((row) => [String(row[outer.idKey]), row]));
    return rows.map((row) => {
      const one = byId.get(String(keyOf(row)));
      return one === undefined ? row : { ...row, [name]: one };
    });
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
