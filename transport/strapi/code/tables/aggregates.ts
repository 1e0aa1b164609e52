import type { Row } from "../queries/rows.ts";
import type { Loose } from "../strapi-object.ts";
import type { Column, Dialect } from "./tables.ts";

/** A value of many rows, under the name that it gets. */
export interface Aggregated {
  readonly as: string;
  of(rows: readonly Row[]): Loose;
}

const KINDS: Readonly<Record<string, (values: readonly Loose[]) => Loose>> = {
  sum: (values) => (values.length === 0 ? null : values.reduce((sum, value) => sum + Number(value), 0)),
  avg: (values) => (values.length === 0 ? null : values.reduce((sum, value) => sum + Number(value), 0) / values.length),
  min: (values) => values.reduce((least, value) => (least === null || value < least ? value : least), null),
  max: (values) => values.reduce((most, value) => (most === null || value > most ? value : most), null),
};

/** `count()`, `sum("price")`, `max("price as most")`, `count({ n: "*" })`. */
export function aggregateOf(
  kind: string,
  given: Loose,
  named: (name: Loose) => Column,
  dialect: Dialect,
): readonly Aggregated[] {
  if (typeof given === "object" && given !== null && !Array.isArray(given)) {
    return Object.entries(given).flatMap(([as, name]) => aggregateOf(kind, `${name} as ${as}`, named, dialect));
  }
  const [name = "*", alias] = String(given ?? "*").split(/ as /i);
  const column = name.trim() === "*" ? null : named(name.trim());
  const as =
    alias?.trim() ??
    (dialect === "postgres" ? kind : `${kind}(${column === null ? "*" : `\`${name.replace(".", "`.`")}\``})`);
  const valuesOf = (rows: readonly Row[]) =>
    column === null ? rows : rows.map((row) => row[column.attribute] ?? null).filter((value) => value !== null);
  // A client of PostgreSQL gives wide numbers as texts.
  const isText = dialect === "postgres" && /^(?:count|sum|avg)$/.test(kind);
  return [
    {
      as,
      of(rows) {
        const values = valuesOf(rows);
        const value = kind === "count" ? values.length : KINDS[kind]?.(values);
        return isText && value !== null ? String(value) : value;
      },
    },
  ];
}
