import type { Loose } from "../strapi-object.ts";
import { standIn } from "./stand-in.ts";

/** The question of a check of health to a database: `SELECT 1`, with a name or without. */
const ALIVE = /^select 1(?: as (\w+))? ?;?$/i;

/** `strapi.db.connection.raw` for a kind of database: the answer to a check of health; any other text is refused by name. */
export function rawQuery(client: string): (text: string) => Promise<Loose> {
  const refused = standIn("strapi.db.connection.raw");
  return (text) => {
    const alive = ALIVE.exec(String(text).trim().replaceAll(/\s+/g, " "));
    if (alive === null) return refused(text);
    const isPostgres = client.startsWith("postgres") || client === "pg";
    const rows = [{ [alive[1] ?? (isPostgres ? "?column?" : "1")]: 1 }];
    if (isPostgres) return Promise.resolve({ command: "SELECT", rowCount: 1, rows });
    return Promise.resolve(client.startsWith("mysql") ? [rows, []] : rows);
  };
}
