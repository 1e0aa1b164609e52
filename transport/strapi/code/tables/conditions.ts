import type { Loose } from "../strapi-object.ts";
import { type Column, storedValue } from "./tables.ts";

/** The names of columns in a statement. */
export interface Columns {
  /** Throws Error for a column that there is not, and for anything but a name. */
  named(name: unknown): Column;
  /** Whether texts are compared in any case by `like`. */
  readonly isLikeCaseless: boolean;
}

/** The conditions of a statement, as the builder of knex takes them, and as a `where` of `strapi.db.query`. */
export class Conditions {
  readonly #columns: Columns;
  /** Lists of conditions that hold together. One of the lists must hold. */
  readonly #any: Loose[][] = [[]];

  constructor(columns: Columns) {
    this.#columns = columns;
  }

  /** `where`, `andWhere`, `orWhere` and the like. Each returns what `builder` gives. */
  methods(builder: () => Loose): Loose {
    const methods: Loose = {};
    for (const [suffix, condition] of Object.entries(CONDITIONS)) {
      const add = (...given: readonly Loose[]) => {
        this.#any.at(-1)?.push(condition(this.#columns, ...given));
        return builder();
      };
      Object.assign(methods, { [`where${suffix}`]: add, [`andWhere${suffix}`]: add });
      methods[`orWhere${suffix}`] = (...given: readonly Loose[]) => {
        this.#any.push([]);
        return add(...given);
      };
    }
    return methods;
  }

  get where(): Loose {
    const lists = this.#any.filter((list) => list.length > 0);
    if (lists.length === 0) return undefined;
    return lists.length === 1 ? { $and: lists[0] } : { $or: lists.map((list) => ({ $and: list })) };
  }
}

type Condition = (columns: Columns, ...given: readonly Loose[]) => Loose;

const CONDITIONS: Readonly<Record<string, Condition>> = {
  "": conditionOf,
  Not: (columns, ...given) => not(conditionOf(columns, ...given)),
  In: (columns, name, values) => compared(columns, name, "in", values),
  NotIn: (columns, name, values) => compared(columns, name, "not in", values),
  Null: (columns, name) => ({ [columns.named(name).attribute]: null }),
  NotNull: (columns, name) => ({ [columns.named(name).attribute]: { $notNull: true } }),
  Between: (columns, name, values) => compared(columns, name, "between", values),
  Like: (columns, name, value) => compared(columns, name, "like", value),
  ILike: (columns, name, value) => compared(columns, name, "ilike", value),
};

/** `(column, value)`, `(column, operator, value)`, `({ column: value })`, or a function that adds conditions to a group. */
function conditionOf(columns: Columns, ...given: readonly Loose[]): Loose {
  const [first, second, third] = given;
  if (typeof first === "function") {
    const group = new Conditions(columns);
    const methods = group.methods(() => methods);
    first.call(methods, methods);
    return group.where ?? {};
  }
  if (typeof first === "object" && first !== null) {
    return { $and: Object.entries<Loose>(first).map(([name, value]) => compared(columns, name, "=", value)) };
  }
  return given.length > 2
    ? compared(columns, first, String(second).toLowerCase(), third)
    : compared(columns, first, "=", second);
}

const OPERATORS: Readonly<Record<string, string>> = {
  "=": "$eq",
  "<": "$lt",
  "<=": "$lte",
  ">": "$gt",
  ">=": "$gte",
  in: "$in",
  between: "$between",
};

function compared(columns: Columns, name: Loose, operator: string, given: Loose): Loose {
  const column = columns.named(name);
  const { attribute } = column;
  if (given === undefined) {
    throw new Error(`Undefined binding(s) detected when compiling a query. Undefined column(s): [${column.name}]`);
  }
  const isList = Array.isArray(given);
  const value = isList ? given.map((each) => storedValue(column, each)) : storedValue(column, given);
  if (value === null) {
    if (operator === "=" || operator === "is") return { [attribute]: null };
    return { [attribute]: { $notNull: true } };
  }
  switch (operator) {
    case "!=":
    case "<>":
      return not({ [attribute]: { $eq: value } });
    case "not in":
      return not({ [attribute]: { $in: value } });
    case "like":
      return { [attribute]: likeOf(String(value), columns.isLikeCaseless) };
    case "ilike":
      return { [attribute]: likeOf(String(value), true) };
  }
  const known = OPERATORS[operator];
  if (known === undefined) throw new Error(`The operator ${operator} is not there in Galley`);
  return { [attribute]: { [known]: value } };
}

/** As in a database, a comparison with null does not hold, and neither does its opposite. */
function not(condition: Loose): Loose {
  const given: readonly Loose[] = condition.$and ?? [condition];
  const names = given.flatMap((each) => Object.keys(each));
  if (names.some((name) => name.startsWith("$"))) throw new Error("whereNot of a group is not there in Galley");
  return { $and: [...given.map((each) => ({ $not: each })), ...names.map((name) => ({ [name]: { $notNull: true } }))] };
}

/** Signs for any text are taken at the ends alone. */
function likeOf(pattern: string, isCaseless: boolean): Loose {
  const [, before = "", text = "", after = ""] = /^(%?)([^%_\\]*)(%?)$/.exec(pattern) ?? [];
  if (before + text + after !== pattern) throw new Error(`The pattern ${pattern} is not there in Galley`);
  const caseless = isCaseless ? "i" : "";
  if (before === "" && after === "") return { [`$eq${caseless}`]: text };
  const operator = before === "" ? "$startsWith" : after === "" ? "$endsWith" : "$contains";
  return { [`${operator}${caseless}`]: text };
}
