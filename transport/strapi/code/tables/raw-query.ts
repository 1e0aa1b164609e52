import { standIn } from "../object/stand-in.ts";
import type { Loose } from "../strapi-object.ts";
import type { Dialect } from "./tables.ts";

/** The question of a check of health to a database: `SELECT 1`, with a name or without. */
const ALIVE = /^select 1(?: as (\w+))? ?;?$/i;

/** Statements that make a database faster, and change no content. */
const TUNING = /^(?:pragma (?:journal_mode|synchronous|busy_timeout|cache_size|temp_store|mmap_size)|create index)\b/i;

/**
 * `strapi.db.connection.raw` for a kind of database: the answer to a check of health. Settings and indexes have no effect, which
 * is told; any other text is refused by name.
 */
export function rawQuery(dialect: Dialect, note: (text: string) => void): (text: string) => Promise<Loose> {
  const refused = standIn("strapi.db.connection.raw");
  return (given) => {
    const text = String(given).trim().replaceAll(/\s+/g, " ");
    const alive = ALIVE.exec(text);
    const isTuning = TUNING.test(text);
    if (alive === null && !isTuning) return refused(given);
    if (isTuning) note(`there is no database to tune: ${text.split(" ", 2).join(" ")} has no effect`);
    const rows = alive === null ? [] : [{ [alive[1] ?? (dialect === "postgres" ? "?column?" : "1")]: 1 }];
    if (dialect === "postgres") return Promise.resolve({ command: "SELECT", rowCount: rows.length, rows });
    return Promise.resolve(dialect === "mysql" ? [rows, []] : rows);
  };
}
