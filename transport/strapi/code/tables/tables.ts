import {
  type ContentType,
  ENTRY_FIELDS,
  isEntryTime,
  type ScalarType,
  snakeCase,
} from "../../../../engine/internal.ts";
import type { Asked } from "../queries/chosen-rows.ts";
import type { DbQuery } from "../queries/db-query.ts";
import type { Row } from "../queries/rows.ts";
import type { Loose } from "../strapi-object.ts";

/** A column by the name that a database has for it. */
export interface Column {
  readonly name: string;
  /** The member of a row that it has. */
  readonly attribute: string;
  readonly type: ScalarType;
}

/** The rows of a table, with the methods of `strapi.db.query`. */
export interface TableRows {
  findMany(params: Asked): Promise<Row[]>;
  create(params: Loose): Promise<Row>;
  update(params: Loose): Promise<Row | null>;
  deleteRow(row: Row): Promise<Row | null>;
}

/** A table that Strapi has for a content type: one row for each version, one column for each scalar value. */
export interface Table {
  readonly name: string;
  /** The content type; of links, the type of their owners. */
  readonly type: ContentType;
  readonly columns: ReadonlyMap<string, Column>;
  /** The rows of the table, by the rows of the type. */
  rows(query: DbQuery): TableRows;
}

/** The tables of content types by name. Components, which have tables of their own in Strapi, are in none. */
export function tablesOf(
  types: Iterable<ContentType>,
  nameOf: (uid: string) => string | undefined,
): ReadonlyMap<string, Table> {
  const tables = [...types].flatMap((type): Table[] => {
    const name = nameOf(type.uid);
    return name === undefined ? [] : [{ name, type, columns: columnsOf(type), rows: rowsOf }];
  });
  return new Map(tables.map((table) => [table.name, table]));
}

function rowsOf(query: DbQuery): TableRows {
  return {
    findMany: (params) => query.findMany(params),
    create: (params) => query.create(params),
    update: (params) => query.update(params),
    deleteRow: ({ id }) => query.delete({ where: { id } }),
  };
}

function columnsOf({ attributes }: ContentType): ReadonlyMap<string, Column> {
  const own = [...attributes.values()].flatMap((attribute): Column[] => {
    if (attribute.kind !== "scalar") return [];
    return [{ name: snakeCase(attribute.name), attribute: attribute.name, type: attribute.type }];
  });
  return new Map([...OF_ALL, ...own].map((column) => [column.name, column]));
}

const OF_ALL: readonly Column[] = [...ENTRY_FIELDS].map((attribute): Column => {
  const type = attribute === "id" ? "integer" : isEntryTime(attribute) ? "datetime" : "string";
  return { name: snakeCase(attribute), attribute, type };
});

/** Kinds of databases, which give values and results of writes in different forms. */
export type Dialect = "sqlite" | "postgres" | "mysql";

/** The kind of a database by the name of its client. */
export function dialectOf(client: string): Dialect {
  if (client.startsWith("postgres") || client === "pg") return "postgres";
  return client.startsWith("mysql") ? "mysql" : "sqlite";
}

/** A value of a row as a client of this database gives it. */
export function columnValue(dialect: Dialect, { type }: Column, value: Loose): Loose {
  if (value === null || value === undefined) return null;
  switch (type) {
    case "datetime":
    case "timestamp":
      return dialect === "sqlite" ? Date.parse(value) : new Date(value);
    case "boolean":
      return dialect === "postgres" ? value : Number(value);
    case "json":
    case "blocks":
      return dialect === "sqlite" ? JSON.stringify(value) : value;
    case "decimal":
      return dialect === "postgres" ? String(value) : value;
    default:
      return value;
  }
}

/** A value for a column as the engine takes it. */
export function storedValue({ type }: Column, value: Loose): Loose {
  if (value === null || value === undefined) return value;
  switch (type) {
    case "datetime":
    case "timestamp":
      return typeof value === "string" ? value : new Date(value).toISOString();
    case "boolean":
      return value === 0 || value === 1 ? value === 1 : value;
    case "json":
    case "blocks":
      return typeof value === "string" ? JSON.parse(value) : value;
    default:
      return value;
  }
}
