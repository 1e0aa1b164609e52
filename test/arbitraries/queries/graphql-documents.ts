import {
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isObjectType,
  isUnionType,
} from "graphql";
import { fc } from "../../support/fast-check.ts";
import { INSTANTS, TEXTS } from "../values.ts";

/** A document with one query, and values for its variables. */
export interface DrawnDocument {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * Queries that fit a schema: every kind of field, argument, fragment and condition, names that fields are given.
 * `depth`: levels of fields within each other.
 */
export function documentsOf(schema: GraphQLSchema, depth = 4): fc.Arbitrary<DrawnDocument> {
  return fc.gen().map((draw) => new Drawing(draw, schema, depth).document());
}

class Drawing {
  readonly #depth: number;
  readonly #draw: fc.GeneratorValue;
  readonly #schema: GraphQLSchema;
  readonly #variables: { readonly name: string; readonly type: string; readonly value: unknown }[] = [];
  readonly #fragments: string[] = [];
  #names = 0;

  constructor(draw: fc.GeneratorValue, schema: GraphQLSchema, depth: number) {
    this.#depth = depth;
    this.#draw = draw;
    this.#schema = schema;
  }

  document(): DrawnDocument {
    const root = this.#schema.getQueryType();
    const selection = root ? this.#selection(root, 0) : "{ __typename }";
    const declared = this.#variables.map(({ name, type }) => `$${name}: ${type}`).join(", ");
    const head = declared === "" ? "query" : `query (${declared})`;
    const variables = Object.fromEntries(this.#variables.map(({ name, value }) => [name, value]));
    return { query: [`${head} ${selection}`, ...this.#fragments].join("\n"), variables };
  }

  #selection(type: GraphQLObjectType, depth: number): string {
    const fields = Object.values(type.getFields()).filter(
      (field) => depth < this.#depth || isLeafType(getNamedType(field.type)),
    );
    const wanted = this.#number(1, depth === 0 ? 3 : 5);
    const parts = Array.from({ length: wanted }, () => this.#part(type, fields, depth));
    return `{ ${parts.join(" ")} }`;
  }

  #part(type: GraphQLObjectType, fields: readonly GraphQLField<unknown, unknown>[], depth: number): string {
    const field = this.#one(fields);
    const text = field === undefined || this.#happens(0.1) ? "__typename" : this.#field(field, depth);
    if (this.#happens(0.8)) return text;
    const condition = this.#happens(0.5) ? ` on ${type.name}` : "";
    if (this.#happens(0.5)) return `...${condition}${this.#condition()} { ${text} }`;
    const name = `F${this.#names++}`;
    this.#fragments.push(`fragment ${name} on ${type.name} { ${text} }`);
    return `...${name}${this.#condition()}`;
  }

  #condition(): string {
    if (this.#happens(0.6)) return "";
    const value = this.#happens(0.5);
    const shown = this.#happens(0.5) ? `$${this.#variable("Boolean!", value)}` : String(value);
    return ` @${this.#happens(0.5) ? "include" : "skip"}(if: ${shown})`;
  }

  /** Fields with arguments have names of their own, so that no two differ under one. */
  #field(field: GraphQLField<unknown, unknown>, depth: number): string {
    const args = field.args.flatMap(({ name, type }) => {
      if (name !== "documentId" && this.#happens(0.5)) return [];
      return [`${name}: ${this.#argument(name, type)}`];
    });
    const alias = args.length > 0 || this.#happens(0.2) ? `a${this.#names++}: ` : "";
    const given = args.length === 0 ? "" : `(${args.join(", ")})`;
    return `${alias}${field.name}${given}${this.#below(field.type, depth)}`;
  }

  #below(type: GraphQLOutputType, depth: number): string {
    const named = getNamedType(type);
    if (isObjectType(named)) return ` ${this.#selection(named, depth + 1)}`;
    if (!isUnionType(named)) return "";
    // Of one member: a name of one may mean something else in another.
    const member = this.#one(named.getTypes());
    const part = member === undefined ? "" : `... on ${member.name} ${this.#selection(member, depth + 1)}`;
    return ` { __typename ${part} }`;
  }

  #argument(name: string, type: GraphQLInputType): string {
    const value = this.#valueOf(name, type);
    if (value instanceof Word) return value.text;
    return this.#happens(0.3) ? `$${this.#variable(String(type), value)}` : literal(value);
  }

  #valueOf(name: string, type: GraphQLInputType): unknown {
    if (name === "documentId") return `${this.#one(["note", "tag", "author"])}${"0".repeat(20)}`;
    if (name === "id") return this.#one(["1", "2", "3", "4", "5", "99", "x", `note${"0".repeat(20)}`, null]);
    if (name === "pagination") return this.#pagination();
    if (name === "locale") return this.#one(["en", "fr", "all", "*", "zz", "", null]);
    if (name === "sort") return this.#one([["title"], ["name:desc"], ["id:desc"], ["createdAt", "id"], [], ["nope"]]);
    const named = getNullableType(type);
    if (isEnumType(named)) return new Word(this.#one(named.getValues())?.name ?? "null");
    if (isInputObjectType(named)) return this.#filters(named, 0);
    return this.#happens(0.5);
  }

  #pagination(): unknown {
    const number = () => this.#number(-1, 4);
    return this.#one([
      { page: number(), pageSize: number() },
      { start: number(), limit: number() },
      { limit: number() },
      {},
      null,
      { page: 1, limit: 1 },
    ]);
  }

  #filters(type: GraphQLInputObjectType, depth: number): unknown {
    const wanted = Array.from({ length: this.#number(0, 2) }, () => this.#one(Object.values(type.getFields())));
    const members = wanted.flatMap((field) => {
      if (field === undefined) return [];
      const value = this.#operand(field.type, depth + 1);
      return value === undefined ? [] : [[field.name, value] as const];
    });
    return Object.fromEntries(members);
  }

  #operand(type: GraphQLInputType, depth: number): unknown {
    const named = getNullableType(type);
    if (isListType(named))
      return Array.from({ length: this.#number(0, 2) }, () => this.#operand(named.ofType, depth) ?? null);
    if (isInputObjectType(named)) return depth > 3 ? undefined : this.#filters(named, depth);
    if (this.#happens(0.1)) return null;
    return this.#one(OPERANDS[String(named)] ?? ["1"]);
  }

  #variable(type: string, value: unknown): string {
    const name = `v${this.#variables.length}`;
    this.#variables.push({ name, type, value });
    return name;
  }

  #happens(chance: number): boolean {
    return this.#number(0, 99) < chance * 100;
  }

  #number(least: number, most: number): number {
    return this.#draw(fc.integer, { min: least, max: most });
  }

  #one<T>(values: readonly T[]): T | undefined {
    return values.length === 0 ? undefined : values[this.#number(0, values.length - 1)];
  }
}

/** The name of an enum's value. */
class Word {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const OPERANDS: Readonly<Record<string, readonly unknown[]>> = {
  String: TEXTS,
  ID: ["note00000000000000000000", "tag000000000000000000001"],
  Int: [0, 1, 2, 7],
  Long: ["1", "12345678901", 3],
  Float: [0.5, 1, 4.5],
  Boolean: [true, false],
  Date: ["2024-01-01", "2024-02-29"],
  Time: ["10:00:00.000", "23:59:59"],
  DateTime: INSTANTS,
  JSON: ["a", 1, { a: 1 }, [1, 2], null],
};

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, member]) => `${name}: ${literal(member)}`)
    .join(", ")}}`;
}
