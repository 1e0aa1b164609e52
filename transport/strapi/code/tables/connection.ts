import { placeOfProjectCode } from "../object/place-of-project-code.ts";
import { standIn } from "../object/stand-in.ts";
import { currentRealm } from "../realm.ts";
import type { Loose } from "../strapi-object.ts";
import { rawQuery } from "./raw-query.ts";
import { type TablesContext, tableQuery } from "./table-query.ts";
import type { Table } from "./tables.ts";

export interface ConnectionParts extends Omit<TablesContext, "tableOf"> {
  /** The name of the database's client in `config/database`. */
  readonly client: string;
  readonly tables: () => ReadonlyMap<string, Table>;
  /** Tells once what has no effect. */
  readonly note: (text: string) => void;
}

/** Tables of Strapi's own, which hold nothing here. */
const OF_THE_PANEL = /^(?:admin|strapi)_/;

/**
 * `strapi.db.connection`: there is no database, but queries of tables of content types and of their links are answered, as code asks
 * them that counts views or looks for rows. Anything else is refused by name.
 */
export function connectionOf(parts: ConnectionParts): Loose {
  const { client, dialect, tables, note } = parts;
  const tableOf = (called: Loose): Table | undefined => tables().get(String(called).split(/ as /i)[0]?.trim() ?? "");
  const knownTable = (called: Loose): Table => {
    const table = tableOf(called);
    if (table !== undefined) return table;
    const name = typeof called === "string" ? `"${called}"` : "";
    throw new Error(
      `strapi.db.connection(${name}) is not there in Galley${placeOfProjectCode()}: only content types and their links have tables`,
    );
  };
  const context: TablesContext = { ...parts, tableOf: knownTable };
  const query = (called: Loose): Loose => {
    if (tableOf(called) === undefined && OF_THE_PANEL.test(called)) return emptyTable(String(called), note);
    return tableQuery(context, knownTable(called), called);
  };
  const isTable = (name: Loose) => tableOf(name) !== undefined || OF_THE_PANEL.test(name);
  // An index has no effect; a column or a table cannot be added.
  const indexes = (_table: Loose, define: Loose) => {
    const told = () => note("there is no database to tune: indexes of tables have no effect");
    return Promise.resolve(define(standIn("strapi.db.connection.schema.alterTable", { index: told, dropIndex: told })));
  };
  const connection: Loose = standIn(
    "strapi.db.connection",
    {
      client: standIn("strapi.db.connection.client", { config: { client } }),
      raw: rawQuery(dialect, note),
      from: query,
      table: query,
      fn: { now: () => new Date(currentRealm()?.galley?.clock.now() ?? Date.now()) },
      transaction: (work: Loose) =>
        typeof work === "function"
          ? parts.transaction(async () => work(connection))
          : standIn("strapi.db.connection.transaction without a function")(),
      schema: standIn("strapi.db.connection.schema", {
        hasTable: async (name: Loose) => isTable(name),
        hasColumn: async (name: Loose, column: string) => tableOf(name)?.columns.has(column) ?? false,
        alterTable: indexes,
        table: indexes,
      }),
    },
    query,
  );
  return connection;
}

/** A query of a table that has no rows, and keeps none. */
function emptyTable(name: string, note: (text: string) => void): Loose {
  let answer: Loose = [];
  const query: Loose = new Proxy(
    {},
    {
      get(_, member) {
        const done = Promise.resolve(answer);
        if (member === "then" || member === "catch" || member === "finally") return done[member].bind(done);
        return () => {
          if (member === "first") answer = undefined;
          if (/^(?:insert|update|del|delete|increment|decrement)$/.test(String(member))) {
            note(`the table ${name} is of the admin panel, and empty here`);
            answer = member === "insert" ? [] : 0;
          }
          return query;
        };
      },
    },
  );
  return query;
}
