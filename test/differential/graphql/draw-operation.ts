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
import type { Schema } from "../../../engine/internal.ts";
import { meaningOf } from "../../../transport/parts/graphql/schema/meaning.ts";
import { typeName } from "../../../transport/parts/graphql/schema/names.ts";
import type { Random } from "../../support/random.ts";
import { DAYS, DrawValue, FRACTIONS, HOURS, INSTANTS, NUMBERS, TEXTS, Word } from "./draw-value.ts";

export interface DrawnOperation {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

export interface DrawOptions {
  readonly random: Random;
  /** The schema that is asked; fields are drawn from its root types, where `takes` allows. */
  readonly graphql: GraphQLSchema;
  readonly schema: Schema;
  /** Names of documents by the name of their object type. */
  readonly idsOf: (type: string) => readonly string[];
}

type Field = GraphQLField<unknown, unknown>;

/** Levels of fields within each other. */
const DEPTH = 4;

/** Fields at which the real server always fails, or that it answers as nobody should. */
const LEFT_OUT: ReadonlySet<string> = new Set(["pass", "subject", "subjects", "related", "emptyZone"]);

/** One operation, drawn by each instance. */
export class DrawOperation {
  readonly #random: Random;
  readonly #options: DrawOptions;
  readonly #variables: { readonly name: string; readonly type: string; readonly value: unknown }[] = [];
  readonly #fragments: string[] = [];
  #names = 0;

  constructor(options: DrawOptions) {
    this.#random = options.random;
    this.#options = options;
  }

  query(): DrawnOperation {
    const root = this.#options.graphql.getQueryType();
    if (!root) throw new Error("There is nothing to ask");
    const fields = Object.values(root.getFields()).filter((field) => this.#isOfProject(field));
    const most = this.#random.chance(6) ? 2 : 1;
    return this.#operation(
      "query",
      this.#some(1, most, () => this.#field(this.#random.one(fields), 0)),
    );
  }

  mutation(): DrawnOperation {
    const root = this.#options.graphql.getMutationType();
    if (!root) throw new Error("There is nothing to write");
    const fields = Object.values(root.getFields()).filter((field) => this.#isOfProject(field));
    return this.#operation(
      "mutation",
      this.#some(1, this.#random.chance(8) ? 2 : 1, () => this.#writing(this.#random.one(fields))),
    );
  }

  /** A document with one word, sign or text replaced. */
  spoiled(): DrawnOperation {
    const drawn = this.#random.chance(3) ? this.mutation() : this.query();
    const parts = drawn.query.split(/(\w+|"[^"]*"|[^\w\s])/);
    parts[2 * this.#random.below(parts.length >> 1) + 1] = this.#random.one(SPOILS);
    return { ...drawn, query: parts.join("") };
  }

  #operation(kind: string, parts: readonly string[]): DrawnOperation {
    const declared = this.#variables.map(({ name, type }) => `$${name}: ${type}`).join(", ");
    const head = declared === "" ? kind : `${kind} (${declared})`;
    const variables = Object.fromEntries(this.#variables.map(({ name, value }) => [name, value]));
    return { query: [`${head} { ${parts.join(" ")} }`, ...this.#fragments].join("\n"), variables };
  }

  #isOfProject(field: Field): boolean {
    const meaning = meaningOf(field);
    return meaning !== undefined && "type" in meaning && meaning.type.uid.startsWith("api::");
  }

  #writing(field: Field): string {
    const meaning = meaningOf(field);
    if (meaning === undefined || !("type" in meaning)) throw new Error(`${field.name} writes nothing`);
    const { type, kind } = meaning;
    const draw = new DrawValue(this.#random, this.#options.schema, this.#options.idsOf);
    const args: string[] = [];
    for (const { name, type: input } of field.args) {
      if (name === "documentId") args.push(`documentId: ${this.#given(input, this.#id(typeName(type)))}`);
      if (name === "data") args.push(`data: ${this.#given(input, draw.data(type, kind === "create" ? 0.8 : 0.3))}`);
      if (name === "status" && this.#random.chance(2)) args.push(`status: ${this.#random.one(["DRAFT", "PUBLISHED"])}`);
    }
    const named = getNamedType(field.type);
    const below = kind.startsWith("delete") || !isObjectType(named) ? "{ documentId }" : this.#selection(named, 1);
    return `a${this.#names++}: ${field.name}${args.length === 0 ? "" : `(${args.join(", ")})`} ${below}`;
  }

  #selection(type: GraphQLObjectType, depth: number): string {
    const all = Object.values(type.getFields()).filter(({ name }) => !LEFT_OUT.has(name));
    const fields = all.filter((field) => depth < DEPTH || isLeafType(getNamedType(field.type)));
    const identity = type.getFields().documentId ? ["documentId"] : [];
    const parts = fields.length === 0 ? [] : this.#some(1, 5, () => this.#part(type, this.#random.one(fields), depth));
    return `{ ${["__typename", ...identity, ...parts].join(" ")} }`;
  }

  #part(type: GraphQLObjectType, field: Field, depth: number): string {
    const text = this.#field(field, depth);
    if (!this.#random.chance(8)) return text;
    if (this.#random.chance(2)) return `... on ${type.name}${this.#condition()} { ${text} }`;
    const name = `F${this.#names++}`;
    this.#fragments.push(`fragment ${name} on ${type.name} { ${text} }`);
    return `...${name}${this.#condition()}`;
  }

  #condition(): string {
    if (!this.#random.chance(3)) return "";
    const value = this.#random.chance(2);
    const shown = this.#random.chance(2) ? this.#variable("Boolean!", value) : String(value);
    return ` @${this.#random.one(["include", "skip"])}(if: ${shown})`;
  }

  /** Fields with arguments have names of their own, so that no two differ under one. */
  #field(field: Field, depth: number): string {
    const args = field.args.flatMap(({ name, type }) => {
      if (name !== "documentId" && !this.#random.chance(2)) return [];
      const value = this.#argument(name, type, field);
      return value === undefined ? [] : [`${name}: ${this.#given(type, value)}`];
    });
    const alias = args.length > 0 || (field.name !== "id" && this.#random.chance(6)) ? `a${this.#names++}: ` : "";
    return `${alias}${field.name}${args.length === 0 ? "" : `(${args.join(", ")})`}${this.#below(field.type, depth)}`;
  }

  #below(type: GraphQLOutputType, depth: number): string {
    const named = getNamedType(type);
    if (isObjectType(named)) return ` ${this.#selection(named, depth + 1)}`;
    if (!isUnionType(named)) return "";
    // Of one member: a name of one may mean something else in another.
    const member = this.#random.one(named.getTypes());
    return ` { ... on ${member.name} ${this.#selection(member, depth + 1)} }`;
  }

  #argument(name: string, type: GraphQLInputType, field: Field): unknown {
    if (name === "documentId") return this.#id(getNamedType(field.type).name);
    if (name === "pagination") return this.#pagination();
    if (name === "sort") return this.#sort(field);
    if (name === "filters" && this.#random.chance(20)) return null;
    const named = getNullableType(type);
    if (isEnumType(named)) return new Word(this.#random.one(named.getValues()).name);
    if (isInputObjectType(named)) return this.#filters(named, 0);
    return this.#random.chance(2);
  }

  #id(type: string): string {
    const known = this.#options.idsOf(type);
    return known.length === 0 || this.#random.chance(12) ? "nopenopenopenopenopenope" : this.#random.one(known);
  }

  #pagination(): unknown {
    const number = () => this.#random.below(7) - 1;
    return this.#random.one([
      { page: number(), pageSize: number() },
      { start: number(), limit: number() },
      { limit: number() },
      { pageSize: number() },
      { start: number() },
      { page: null, pageSize: null },
      {},
      { page: 1, limit: 1 },
    ]);
  }

  #sort(field: Field): unknown {
    const keys = () => {
      const type = getNamedType(field.type);
      const nodes = isObjectType(type) ? (type.getFields().nodes ?? null) : null;
      const entry = nodes === null ? type : getNamedType(nodes.type);
      const names = isObjectType(entry)
        ? Object.keys(entry.getFields()).filter((name) => !/^(documentI|i)d$/.test(name))
        : [];
      const key = this.#random.one([...names, "nope", "author.name", "seo.metaTitle", "tags.name"]);
      return key + this.#random.one(["", ":asc", ":desc", ":DESC", ":up"].slice(0, this.#random.chance(8) ? 5 : 3));
    };
    // With the last word on entries that are equal otherwise.
    return this.#random.one([keys(), [keys(), "createdAt"], [keys(), keys()], `${keys()},${keys()}`, [], "", null]);
  }

  #filters(type: GraphQLInputObjectType, depth: number): Record<string, unknown> {
    const isScalar = type.name.match(/^(ID|String|Int|Long|Float|Boolean|DateTime|Date|Time|JSON)FilterInput$/);
    const fields = Object.values(type.getFields()).filter(({ name }) => {
      if (isScalar?.[1] === "ID") return OF_IDS.has(name);
      return !LEFT_OUT.has(name) && (isScalar === null || isScalar[1] === "String" || !OF_TEXTS.test(name));
    });
    const members = this.#some(isScalar ? 1 : 0, 2, () => this.#random.one(fields)).flatMap((field) => {
      const value = isScalar ? this.#operand(field.name, isScalar[1] ?? "", depth) : this.#inner(field.type, depth + 1);
      return value === undefined ? [] : [[field.name, value] as const];
    });
    return Object.fromEntries(members);
  }

  #inner(type: GraphQLInputType, depth: number): unknown {
    const named = getNullableType(type);
    if (isListType(named)) return this.#some(0, 2, () => this.#inner(named.ofType, depth));
    if (!isInputObjectType(named) || depth > 3) return undefined;
    return this.#random.chance(20) ? null : this.#filters(named, depth);
  }

  /** Undefined for what the real server is known to fail at or to forget. */
  #operand(operator: string, scalar: string, depth: number): unknown {
    const one = () => this.#random.one(OPERANDS[scalar] ?? ["1"]);
    switch (operator) {
      case "and":
      case "or":
        return undefined;
      case "not":
        return depth > 4 ? undefined : { [this.#random.one(["eq", "gt", "contains"])]: one() };
      case "in":
      case "notIn":
        return scalar === "DateTime" ? undefined : this.#some(1, 3, one);
      case "between":
        return scalar === "DateTime" ? undefined : [one(), one()];
      case "null":
      case "notNull":
        return this.#random.chance(2);
      default:
        return this.#random.chance(15) && (operator === "eq" || operator === "ne") ? null : one();
    }
  }

  /** In the document itself, or as a variable. */
  #given(type: GraphQLInputType, value: unknown): string {
    return value instanceof Word || !this.#random.chance(3) ? literal(value) : this.#variable(String(type), value);
  }

  #variable(type: string, value: unknown): string {
    const name = `v${this.#variables.length}`;
    this.#variables.push({ name, type, value });
    return `$${name}`;
  }

  #some<T>(least: number, most: number, draw: () => T): T[] {
    return Array.from({ length: least + this.#random.below(most - least + 1) }, draw);
  }
}

const SPOILS = [
  "",
  "nope",
  "titles",
  "documentID",
  "post",
  "5",
  '"a"',
  "null",
  "true",
  "$",
  "{",
  ")",
  "@skip",
  "...",
  "[]",
];

/** On values of other types they look at how the database keeps them. */
const OF_TEXTS = /^(?:not)?contains|With|^(?:eq|ne)i/i;

/** Each server has its own ids, so their order and contents differ. */
const OF_IDS: ReadonlySet<string> = new Set(["eq", "ne", "in", "notIn", "eqi", "nei", "null", "notNull"]);

const OPERANDS: Readonly<Record<string, readonly unknown[]>> = {
  String: TEXTS,
  ID: ["@Post:0@", "@Tag:1@", "@Article:0@", "nope"],
  Int: NUMBERS,
  Long: [0, 12, "1234567890123"],
  Float: FRACTIONS,
  Boolean: [true, false],
  Date: DAYS,
  Time: HOURS,
  DateTime: INSTANTS,
  JSON: ["text", 42],
};

function literal(value: unknown): string {
  if (value instanceof Word) return value.text;
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${name}: ${literal(member)}`);
  return `{${members.join(", ")}}`;
}
