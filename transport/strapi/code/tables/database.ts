import { FILE_TYPE } from "../../../../engine/internal.ts";
import type { Store } from "../../../../storage/core.ts";
import { PERMISSION_TYPE, ROLE_TYPE, USER_TYPE } from "../../../access/user-types.ts";
import { Lifecycles } from "../lifecycles/lifecycles.ts";
import { standIn } from "../object/stand-in.ts";
import { addStandIns } from "../object/stand-in-members.ts";
import { isInTransaction } from "../object/transactions.ts";
import type { Loose, StrapiObject } from "../strapi-object.ts";
import { connectionOf } from "./connection.ts";
import { linkTablesOf } from "./link-table.ts";
import { dialectOf, type Table, tablesOf } from "./tables.ts";

interface DatabaseParts {
  readonly query: StrapiObject["query"];
  readonly lifecycles: Lifecycles;
  readonly config: StrapiObject["config"];
  /** `strapi.db.transaction` */
  readonly transaction: (work: Loose) => Promise<unknown>;
  readonly store: () => Store;
  /** The name of the table that Strapi has for a content type. */
  readonly tableNames: (uid: string) => string | undefined;
  /** Tells once what has no effect. */
  readonly note: (text: string) => void;
}

/** The tables of Strapi's plugins. */
const OF_PLUGINS: Readonly<Record<string, string>> = {
  [USER_TYPE]: "up_users",
  [ROLE_TYPE]: "up_roles",
  [PERMISSION_TYPE]: "up_permissions",
  [FILE_TYPE]: "files",
};

/** `strapi.db`: rows, lifecycles, transactions, and the tables of content types. There is no database. */
export function databaseOf(parts: DatabaseParts) {
  const { query, lifecycles, config, transaction, store, tableNames, note } = parts;
  const client = config.get("database.connection.client", "sqlite");
  let found: ReadonlyMap<string, Table> | null = null;
  const tables = () => {
    const { schema } = store().engine;
    const ofTypes = () => tablesOf(schema.types.values(), (uid) => OF_PLUGINS[uid] ?? tableNames(uid));
    // The tables of types come first, where `metadata` looks for them.
    found ??= new Map([...ofTypes(), ...linkTablesOf(ofTypes().values(), schema)]);
    return found;
  };
  const unheard = new Lifecycles(
    (uid) => ({ uid }),
    () => {},
  );
  const connection = connectionOf({ client, dialect: dialectOf(client), tables, store, transaction, unheard, note });
  const metadataOf = (uid: string) => {
    const table = [...tables().values()].find(({ type }) => type.uid === uid);
    if (table === undefined) throw new Error(`Metadata for "${uid}" not found`);
    const { type, columns } = table;
    const attributes = [...columns.values()].map(({ attribute, name }) => [
      attribute,
      { ...type.attributes.get(attribute), columnName: name },
    ]);
    return { uid, tableName: table.name, attributes: Object.fromEntries(attributes) };
  };
  const db = {
    query,
    lifecycles: { subscribe: (subscriber: Loose) => lifecycles.subscribe(subscriber) },
    connection,
    getConnection: (table?: string) => (table === undefined ? connection : connection(table)),
    metadata: standIn("strapi.db.metadata", { get: metadataOf }),
    dialect: standIn("strapi.db.dialect", { client }),
    config: config.get("database", {}),
    inTransaction: isInTransaction,
    transaction,
  };
  addStandIns(db, "strapi.db");
  return db;
}
