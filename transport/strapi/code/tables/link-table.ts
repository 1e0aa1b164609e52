import { type ContentType, type RelationAttribute, type Schema, snakeCase } from "../../../../engine/internal.ts";
import { type Asked, chosen } from "../queries/chosen-rows.ts";
import type { DbQuery } from "../queries/db-query.ts";
import type { Row } from "../queries/rows.ts";
import type { Loose } from "../strapi-object.ts";
import type { Column, Table, TableRows } from "./tables.ts";

/** The tables in which Strapi keeps the links of relations: one row for each, with the ids of the rows that it joins. */
export function linkTablesOf(tables: Iterable<Table>, schema: Schema): readonly (readonly [string, Table])[] {
  return [...tables].flatMap((table) =>
    [...table.type.attributes.values()].flatMap((attribute): (readonly [string, Table])[] => {
      if (attribute.kind !== "relation" || attribute.mappedBy !== undefined) return [];
      const target = schema.types.get(attribute.target);
      return target === undefined ? [] : [linkTable(table, attribute, target)];
    }),
  );
}

function linkTable(table: Table, { name }: RelationAttribute, target: ContentType): readonly [string, Table] {
  const { type } = table;
  const [own, other] = [snakeCase(type.singularName), snakeCase(target.singularName)];
  const far = own === other ? `inv_${other}` : other;
  const column = (called: string, attribute: string): [string, Column] => [
    called,
    { name: called, attribute, type: "integer" },
  ];
  const columns = [
    column("id", "id"),
    column(`${own}_id`, "source"),
    column(`${far}_id`, "target"),
    column(`${far}_ord`, "place"),
    column(`${own}_ord`, "inverse"),
  ];
  const link: Table = {
    name: `${table.name}_${snakeCase(name)}_lnk`,
    type,
    columns: new Map(columns),
    rows: (owners) => new LinkRows(owners, name),
  };
  return [link.name, link];
}

/** Links as rows, in the order of the entries' lists: a place that is written has no effect. */
class LinkRows implements TableRows {
  readonly #owners: DbQuery;
  readonly #name: string;

  constructor(owners: DbQuery, name: string) {
    this.#owners = owners;
    this.#name = name;
  }

  async findMany(asked: Asked): Promise<Row[]> {
    const owners = await this.#owners.findMany({ populate: { [this.#name]: { select: ["id"] } } });
    const links = owners.flatMap((owner: Loose) =>
      [owner[this.#name] ?? []].flat().map((target: Loose, at: number) => ({
        source: owner.id,
        target: target.id,
        place: at + 1,
        inverse: 1,
      })),
    );
    return chosen(
      links.map((link: Loose, at: number) => ({ id: at + 1, ...link })),
      asked,
    );
  }

  async create({ data }: Loose): Promise<Row> {
    const [before] = await this.findMany({ where: { source: { $eq: data.source }, target: { $eq: data.target } } });
    if (before === undefined) await this.#change(data, "connect");
    const [row] = await this.findMany({ where: { source: { $eq: data.source }, target: { $eq: data.target } } });
    if (row === undefined) throw new Error(`There are no rows ${data.source} and ${data.target} that a link may join`);
    return row;
  }

  async update(): Promise<never> {
    throw new Error("Changes of links are not there in Galley: delete one, and insert another");
  }

  async deleteRow(row: Loose): Promise<Row> {
    await this.#change(row, "disconnect");
    return row;
  }

  async #change({ source, target }: Loose, operation: "connect" | "disconnect"): Promise<void> {
    await this.#owners.update({ where: { id: source }, data: { [this.#name]: { [operation]: [{ id: target }] } } });
  }
}
