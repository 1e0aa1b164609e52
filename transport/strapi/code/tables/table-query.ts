import type { Store } from "../../../../storage/core.ts";
import type { Lifecycles } from "../lifecycles/lifecycles.ts";
import { standIn } from "../object/stand-in.ts";
import { chosen } from "../queries/chosen-rows.ts";
import { DbQuery } from "../queries/db-query.ts";
import type { Row } from "../queries/rows.ts";
import type { Loose } from "../strapi-object.ts";
import { type Aggregated, aggregateOf } from "./aggregates.ts";
import { Conditions } from "./conditions.ts";
import { Sources } from "./sources.ts";
import { type Column, columnValue, type Dialect, storedValue, type Table, type TableRows } from "./tables.ts";

export interface TablesContext {
  readonly dialect: Dialect;
  readonly store: () => Store;
  /** The table of a name, with an alias or without. @throws Error for none. */
  readonly tableOf: (called: Loose) => Table;
  /** Runs statements as one write. */
  readonly transaction: (work: () => Promise<unknown>) => Promise<unknown>;
  /** Nobody listens to statements. */
  readonly unheard: Lifecycles;
}

/** A selected column. */
interface Selected {
  readonly column: Column;
  readonly as: string;
}

/**
 * `strapi.db.connection(table)`: the part of knex's builder that reads tables, alone or joined, and writes one. A statement runs
 * when it is awaited, on rows past hooks and lifecycles, as statements of a database; one that writes is one write. Anything else is refused by name.
 */
export function tableQuery(context: TablesContext, table: Table, called: string): Loose {
  const statement = new Statement(context, table, called);
  const query: Loose = standIn(
    `strapi.db.connection("${called}")`,
    statement.methods(() => query),
  );
  return query;
}

class Statement {
  readonly #context: TablesContext;
  readonly #table: Table;
  readonly #sources: Sources;
  readonly #conditions: Conditions;
  #selected: Selected[] = [];
  #aggregated: Aggregated[] = [];
  #groups: Column[] = [];
  readonly #order: Loose[] = [];
  #limit: number | undefined;
  #offset: number | undefined;
  /** The form of what is read. */
  #shape: (rows: readonly Loose[]) => Loose = (rows) => rows;
  #write: ((rows: TableRows) => Promise<Loose>) | null = null;
  #returning = false;

  constructor(context: TablesContext, table: Table, called: string) {
    this.#context = context;
    this.#table = table;
    this.#sources = new Sources(table, called);
    this.#conditions = new Conditions({
      named: (name) => this.#named(name),
      isLikeCaseless: context.dialect !== "postgres",
    });
  }

  #named(given: unknown): Column {
    return this.#sources.named(given);
  }

  methods(builder: () => Loose): Loose {
    const changing = (change: (...given: readonly Loose[]) => void) => {
      return (...given: readonly Loose[]) => {
        change(...given);
        return builder();
      };
    };
    const run = () => this.#run();
    const joining = (isOuter: boolean) =>
      changing((called, ...on) => this.#sources.join(this.#context.tableOf(called), called, on, isOuter));
    const select = changing((...given) => this.#select(given));
    const remove = changing(() => {
      this.#write = (rows) => this.#change((_, row) => rows.deleteRow(row));
    });
    return {
      ...this.#conditions.methods(builder),
      join: joining(false),
      innerJoin: joining(false),
      leftJoin: joining(true),
      leftOuterJoin: joining(true),
      select,
      column: select,
      first: changing((...given) => {
        this.#select(given);
        this.#limit = 1;
        this.#shape = ([row]) => row;
      }),
      pluck: changing((name) => {
        this.#select([name]);
        this.#shape = (rows) => rows.flatMap((row) => Object.values(row));
      }),
      ...Object.fromEntries(
        ["count", "sum", "avg", "min", "max"].map((kind) => [
          kind,
          changing((given) => {
            this.#aggregated.push(...aggregateOf(kind, given, (name) => this.#named(name), this.#context.dialect));
          }),
        ]),
      ),
      groupBy: changing((...given) => void this.#groups.push(...given.flat().map((name) => this.#named(name)))),
      orderBy: changing((given, direction) => this.#orderBy(given, direction)),
      limit: changing((limit) => {
        this.#limit = Number(limit);
      }),
      offset: changing((offset) => {
        this.#offset = Number(offset);
      }),
      // A transaction has all statements in it, and writes wait for each other.
      ...Object.fromEntries(["transacting", "forUpdate", "forShare"].map((name) => [name, changing(() => {})])),
      insert: changing((given, returned) => {
        this.#returns(returned);
        this.#write = (rows) => this.#insert(rows, [given].flat());
      }),
      update: changing((given, value) => {
        const data = typeof given === "string" ? { [given]: value } : given;
        this.#write = (rows) => this.#change((id) => rows.update({ where: { id }, data: this.#data(data) }));
      }),
      increment: changing((given, by) => this.#add(given, by, 1)),
      decrement: changing((given, by) => this.#add(given, by, -1)),
      del: remove,
      delete: remove,
      returning: changing((given) => this.#returns(given)),
      // biome-ignore lint/suspicious/noThenProperty: a builder of knex is a thenable.
      then: (done: Loose, failed: Loose) => run().then(done, failed),
      catch: (failed: Loose) => run().catch(failed),
      finally: (ended: Loose) => run().finally(ended),
    };
  }

  #returns(given: Loose): void {
    if (given === undefined) return;
    this.#returning = true;
    this.#select([given]);
  }

  /** `*`, `name`, `name as other`, `{ other: name }`, or lists of them. */
  #select(given: readonly Loose[]): void {
    for (const each of given.flat()) {
      if (typeof each === "object" && each !== null) {
        this.#select(Object.entries(each).map(([as, name]) => `${name} as ${as}`));
        continue;
      }
      const [name, as] = String(each).split(/ as /i);
      const whole = this.#sources.whole(String(name));
      for (const column of whole ?? []) this.#selected.push({ column, as: column.name });
      if (whole === null) {
        const column = this.#named(typeof each === "string" ? name?.trim() : each);
        this.#selected.push({ column, as: as?.trim() ?? column.name });
      }
    }
  }

  #orderBy(given: Loose, direction: Loose = "asc"): void {
    for (const each of [given].flat()) {
      const { column, order = direction } = typeof each === "string" ? { column: each } : each;
      this.#order.push({ [column]: String(order).toLowerCase() });
    }
  }

  /** The order of rows, without what is known of groups alone. */
  get #orderOfRows(): readonly Loose[] {
    const names = this.#order
      .flatMap((each) => Object.entries<Loose>(each))
      .filter(([name]) => !this.#isAggregate(name));
    return names.map(([name, order]) => ({ [this.#named(name).attribute]: order }));
  }

  get #orderOfGroups(): readonly Loose[] {
    return this.#order.filter((each) => Object.keys(each).every((name) => this.#isAggregate(name)));
  }

  #isAggregate(name: string): boolean {
    return this.#aggregated.some(({ as }) => as === name);
  }

  /** `("views", 2)`, or `({ views: 2 })`. */
  #add(given: Loose, by: number | undefined, sign: 1 | -1): void {
    const amounts = Object.entries(typeof given === "string" ? { [given]: by ?? 1 } : given);
    this.#write = (rows) =>
      this.#change((id, row) => {
        const data: Loose = {};
        for (const [name, amount] of amounts) {
          const { attribute } = this.#named(name);
          const before = row[attribute] ?? null;
          // Null stays null, as in a database.
          if (before !== null) data[attribute] = Number(before) + sign * Number(amount);
        }
        return rows.update({ where: { id }, data });
      });
  }

  async #run(): Promise<Loose> {
    const write = this.#write;
    if (write === null) return this.#read();
    if (this.#sources.isJoined) throw new Error("A write of joined tables is not there in Galley");
    return this.#context.transaction(() => write(this.#rowsOf(this.#table)));
  }

  #rowsOf(table: Table): TableRows {
    const { store, unheard } = this.#context;
    return table.rows(new DbQuery(store(), table.type, unheard));
  }

  async #read(): Promise<Loose> {
    const isAggregated = this.#aggregated.length > 0 || this.#groups.length > 0;
    const paged = isAggregated ? {} : { limit: this.#limit, offset: this.#offset };
    const asked = {
      where: this.#conditions.where,
      ...(this.#order.length > 0 && { orderBy: this.#orderOfRows }),
      ...Object.fromEntries(Object.entries(paged).filter(([, value]) => value !== undefined)),
    };
    const rows = await this.#sources.rows((table) => this.#rowsOf(table), asked);
    if (!isAggregated) return this.#shape(rows.map((row) => this.#shown(row)));
    const groups = this.#grouped(rows).map((group) => ({
      ...(this.#selected.length > 0 && this.#shown(group[0] as Row)),
      ...Object.fromEntries(this.#aggregated.map(({ as, of }) => [as, of(group)])),
    }));
    return this.#shape(chosen(groups, { orderBy: this.#orderOfGroups, limit: this.#limit, offset: this.#offset }));
  }

  /** Without `groupBy` all rows are one group, empty or not. */
  #grouped(rows: readonly Row[]): readonly (readonly Row[])[] {
    if (this.#groups.length === 0) return [rows];
    const groups = new Map<string, Row[]>();
    for (const row of rows) {
      const key = JSON.stringify(this.#groups.map(({ attribute }) => row[attribute] ?? null));
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
    return [...groups.values()];
  }

  #shown(row: Row): Loose {
    const whole = () => (this.#sources.whole("*") ?? []).map((column) => ({ column, as: column.name }));
    const selected = this.#selected.length === 0 ? whole() : this.#selected;
    return Object.fromEntries(
      selected.map(({ column, as }) => [as, columnValue(this.#context.dialect, column, row[column.attribute])]),
    );
  }

  /** The values of a row that is written. */
  #data(given: Loose): Loose {
    const named = Object.entries<Loose>(given).filter(([, value]) => value !== undefined);
    return Object.fromEntries(
      named.map(([name, value]) => {
        const column = this.#named(name);
        if (typeof value === "function") throw new Error("Values that are queries are not there in Galley");
        return [column.attribute, storedValue(column, value)];
      }),
    );
  }

  async #insert(into: TableRows, given: readonly Loose[]): Promise<Loose> {
    const rows: Row[] = [];
    for (const each of given) {
      const { id, ...data } = this.#data(each);
      if (id !== undefined) throw new Error("An id of its own for a row is not there in Galley");
      rows.push(await into.create({ data: { ...data, publishedAt: data.publishedAt ?? null } }));
    }
    const { dialect } = this.#context;
    if (this.#returning && dialect !== "mysql") return rows.map((row) => this.#shown(row));
    if (dialect === "postgres") return { command: "INSERT", rowCount: rows.length, rows: [] };
    return [(dialect === "mysql" ? rows[0] : rows.at(-1))?.id];
  }

  /** The number of changed rows, or the rows. */
  async #change(change: (id: number, row: Row) => Promise<Row | null>): Promise<Loose> {
    const rows = await this.#rowsOf(this.#table).findMany({ where: this.#conditions.where });
    const changed: (Row | null)[] = [];
    for (const row of rows) changed.push(await change(row.id, row));
    const isShown = this.#returning && this.#context.dialect !== "mysql";
    return isShown ? changed.flatMap((row) => (row === null ? [] : [this.#shown(row)])) : rows.length;
  }
}
