import { type Asked, chosen } from "../queries/chosen-rows.ts";
import type { Row } from "../queries/rows.ts";
import type { Loose } from "../strapi-object.ts";
import type { Column, Table, TableRows } from "./tables.ts";

/** A table of a statement. */
interface Source {
  readonly table: Table;
  /** Beginnings of names that name a column of this table: by its alias, and by its own name. */
  readonly prefixes: readonly string[];
  /** The beginning of the members that a row has of this table; empty for the first one. */
  readonly path: string;
}

interface Join {
  readonly source: Source;
  /** Whether a row stays that nothing of the table fits. */
  readonly isOuter: boolean;
  /** Members that are equal: of the rows so far, and of the rows of the table. */
  readonly pairs: readonly (readonly [string, string])[];
}

/** The tables of a statement: the first one, and the tables that it joins by equal columns. */
export class Sources {
  readonly #first: Source;
  readonly #joins: Join[] = [];

  constructor(table: Table, called: string) {
    this.#first = { table, prefixes: prefixesOf(table, called), path: "" };
  }

  get isJoined(): boolean {
    return this.#joins.length > 0;
  }

  get #all(): readonly Source[] {
    return [this.#first, ...this.#joins.map(({ source }) => source)];
  }

  /** A column by its name. @throws Error for none, and for one of several tables. */
  named(given: unknown): Column {
    if (typeof given !== "string") throw new Error("Parts of a query that are no names are not there in Galley");
    return columnIn(this.#all, given);
  }

  /** The columns behind `*` and `posts.*`; null for any other name. */
  whole(name: string): readonly Column[] | null {
    if (!/^(?:.*\.)?\*$/.test(name)) return null;
    const some = this.#all.filter(({ prefixes }) => name === "*" || prefixes.some((prefix) => name === `${prefix}*`));
    if (some.length === 0) throw new Error(`The table ${this.#first.table.name} has no columns ${name}`);
    return some.flatMap((source) => [...source.table.columns.values()].map((column) => within(source, column)));
  }

  /**
   * `join("tags as t", "posts.id", "t.post_id")`, with `=` between the columns, as `{ column: column }`, or as a function that
   * calls `on`.
   */
  join(table: Table, called: string, given: readonly Loose[], isOuter: boolean): void {
    const prefixes = prefixesOf(table, called);
    const source: Source = { table, prefixes, path: prefixes[0] as string };
    const columns = [...this.#all, source];
    const pairs = pairsOf(given).map(([one, other]) => {
      const [left, right] = [columnIn(columns, one), columnIn(columns, other)].map(({ attribute }) => attribute);
      const isLeft = left?.startsWith(source.path) === true;
      if (isLeft === right?.startsWith(source.path))
        throw new Error(`A join of ${one} and ${other} is not there in Galley`);
      return [isLeft ? right : left, isLeft ? left : right] as readonly [string, string];
    });
    this.#joins.push({ source, isOuter, pairs });
  }

  /** The rows that a statement asks for, by the rows of tables. */
  async rows(rowsOf: (table: Table) => TableRows, asked: Asked): Promise<Row[]> {
    const { table } = this.#first;
    if (!this.isJoined) return rowsOf(table).findMany(asked);
    let rows = await rowsOf(table).findMany({});
    for (const join of this.#joins) rows = joined(rows, join, await rowsOf(join.source.table).findMany({}));
    return chosen(rows, asked);
  }
}

function prefixesOf({ name }: Table, called: string): readonly string[] {
  const [, alias = name] = called.split(/ as /i);
  return [`${alias.trim()}.`, `${name}.`];
}

function within({ path }: Source, column: Column): Column {
  return path === "" ? column : { ...column, attribute: path + column.attribute };
}

function columnIn(sources: readonly Source[], given: string): Column {
  const found = sources.flatMap((source) => {
    const prefix = source.prefixes.find((each) => given.startsWith(each)) ?? "";
    const column = source.table.columns.get(given.slice(prefix.length));
    return column === undefined ? [] : [within(source, column)];
  });
  const [column] = found;
  if (column === undefined) throw new Error(`The table ${sources[0]?.table.name} has no column ${given}`);
  if (found.length > 1) throw new Error(`ambiguous column name: ${given}`);
  return column;
}

function pairsOf(given: readonly Loose[]): readonly (readonly [string, string])[] {
  const [first, second, third] = given;
  if (typeof first === "function") {
    const pairs: (readonly [string, string])[] = [];
    const on = (...each: readonly Loose[]) => {
      pairs.push(...pairsOf(each));
      return clause;
    };
    const clause: Loose = { on, andOn: on };
    first.call(clause, clause);
    return pairs;
  }
  if (typeof first === "object" && first !== null) return Object.entries<string>(first);
  const other = given.length > 2 ? third : second;
  const isEqual = given.length === 2 || second === "=";
  if (!isEqual || typeof first !== "string" || typeof other !== "string") {
    throw new Error("A join by anything but equal columns is not there in Galley");
  }
  return [[first, other]];
}

/** Each row with each row of the table that fits it. Null fits nothing. */
function joined(rows: readonly Row[], { source, isOuter, pairs }: Join, others: readonly Row[]): Row[] {
  const keyOf = (values: readonly Loose[]) => (values.includes(null) ? null : JSON.stringify(values));
  const byKey = new Map<string | null, Loose[]>();
  for (const other of others) {
    const named = Object.fromEntries(Object.entries(other).map(([name, value]) => [source.path + name, value]));
    const key = keyOf(pairs.map(([, name]) => named[name] ?? null));
    const same = byKey.get(key);
    if (same === undefined) byKey.set(key, [named]);
    else same.push(named);
  }
  return rows.flatMap((row): Row[] => {
    const key = keyOf(pairs.map(([name]) => row[name] ?? null));
    const fitting = (key === null ? undefined : byKey.get(key)) ?? [];
    if (fitting.length === 0) return isOuter ? [row] : [];
    return fitting.map((other) => ({ ...row, ...other }));
  });
}
