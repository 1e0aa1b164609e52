import { fc } from "../../support/fast-check.ts";
import { BIG_NUMBERS, FRACTIONS, NUMBERS, noteId, WORDS } from "../asked-notes.ts";

/** Requests of one client that differ only in the values of their variables. */
export interface DrawnRequests {
  readonly query: string;
  readonly sent: readonly Sent[];
}

/** The parts of one request besides the document. */
interface Sent {
  readonly operationName: string | null;
  /** In the order in which they are written. */
  readonly variables: Variables;
}

/** Each leaf is a `JsonText`. */
type Variables = Readonly<Record<string, unknown>>;

/** A value as JSON writes it: there are several ways for most. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

interface Variable {
  readonly type: string;
  readonly defaultValue: string | null;
  /** Another value; undefined where the variable is not sent. */
  readonly next: () => unknown;
}

/** A field by which notes are found, with values that some of them have. */
interface Field {
  readonly name: string;
  readonly type: string;
  readonly operators: readonly string[];
  readonly values: readonly (string | number)[];
}

const ORDERED = ["eq", "ne", "lt", "gte", "in", "notIn"];
const TEXT = [...ORDERED, "contains", "startsWith", "containsi", "eqi"];

const FIELDS: readonly Field[] = [
  { name: "title", type: "String", operators: TEXT, values: WORDS },
  { name: "slug", type: "String", operators: TEXT, values: WORDS },
  { name: "count", type: "Int", operators: ORDERED, values: NUMBERS },
  { name: "ratio", type: "Float", operators: ORDERED, values: FRACTIONS },
  { name: "big", type: "Long", operators: ORDERED, values: BIG_NUMBERS },
  { name: "data", type: "JSON", operators: ["eq", "ne"], values: WORDS },
  { name: "documentId", type: "ID", operators: ["eq", "ne", "in"], values: [noteId(0), noteId(1), noteId(2)] },
];

/** Two make a template. */
const FEWEST_REQUESTS = 5;
const MOST_REQUESTS = 12;

/**
 * Requests for notes with variables wherever there can be one: in conditions, orders, pages, conditions of fields and
 * fragments, arguments within entries, and in several of these at once; as whole objects or as leaves, with defaults,
 * null, or not sent.
 */
export const requests: fc.Arbitrary<DrawnRequests> = fc.gen().map((draw) => new Drawing(draw).requests());

class Drawing {
  readonly #draw: fc.GeneratorValue;
  readonly #variables = new Map<string, Variable>();
  readonly #fragments: string[] = [];

  constructor(draw: fc.GeneratorValue) {
    this.#draw = draw;
  }

  requests(): DrawnRequests {
    const fields = [this.#root("notes"), ...(this.#happens(0.1) ? [this.#root("others: notes")] : [])];
    const isOneOfTwo = this.#happens(0.15);
    const declared = [...this.#variables].map(
      ([name, { type, defaultValue }]) => `$${name}: ${type}${defaultValue === null ? "" : ` = ${defaultValue}`}`,
    );
    const head = `query ${isOneOfTwo ? "Main" : ""} ${declared.length === 0 ? "" : `(${declared.join(", ")})`}`;
    const others = isOneOfTwo ? ["query Other { tags { name } }"] : [];
    const names = this.#shuffled([...this.#variables.keys()]);
    return {
      query: [`${head} { ${fields.join(" ")} }`, ...this.#fragments, ...others].join("\n"),
      sent: this.#sent(names, isOneOfTwo ? ["Main", "Main", "Main", "Other"] : [null]),
    };
  }

  /** Most values are taken over from the request before: a template takes only some of them for its own. */
  #sent(names: readonly string[], operations: readonly (string | null)[]): readonly Sent[] {
    const all: Sent[] = [];
    let last = new Map<string, unknown>();
    for (let count = this.#number(FEWEST_REQUESTS, MOST_REQUESTS); count > 0; count--) {
      const values = names.map((name) => {
        const keeps = last.has(name) && this.#happens(0.75);
        return [name, keeps ? last.get(name) : this.#variables.get(name)?.next()] as const;
      });
      last = new Map(values);
      const variables = Object.fromEntries(values.filter(([, value]) => value !== undefined));
      all.push({ operationName: this.#one(operations), variables });
    }
    return all;
  }

  #root(name: string): string {
    if (this.#happens(0.15)) {
      const id = this.#variable("ID!", () => this.#leaf([noteId(0), noteId(1), noteId(2)]));
      return `${name.replace("notes", "note")}(documentId: $${id}) ${this.#selection()}`;
    }
    const args = this.#shuffled([
      `filters: ${this.#filters()}`,
      ...(this.#happens(0.4) ? [`sort: ${this.#sort()}`] : []),
      ...(this.#happens(0.5) ? [`pagination: ${this.#page()}`] : []),
      ...(this.#happens(0.2) ? [`status: $${this.#status()}`] : []),
    ]).join(", ");
    if (this.#happens(0.8)) return `${name}(${args}) ${this.#selection()}`;
    return `${name.replace("notes", "notes_connection")}(${args}) { nodes ${this.#selection()} pageInfo { total } }`;
  }

  #selection(): string {
    const parts = [
      "documentId",
      ...(this.#happens(0.3) ? [`title${this.#condition()}`] : []),
      ...(this.#happens(0.4) ? [this.#tags()] : []),
      ...(this.#happens(0.4) ? [this.#spread(this.#tags())] : []),
      ...(this.#happens(0.2) ? [this.#spread("slug")] : []),
    ];
    return `{ ${parts.join(" ")} }`;
  }

  /** Tags under a name of their own, with arguments that other places may use too. */
  #tags(): string {
    const name = this.#leafVariable("String", WORDS);
    const page = this.#happens(0.3) ? `, pagination: { limit: $${this.#leafVariable("Int", NUMBERS)} }` : "";
    return `t${this.#variables.size}: tags(filters: { name: { ne: $${name} } }${page}) { name }`;
  }

  #spread(part: string): string {
    if (this.#happens(0.3)) return `... on Note${this.#condition()} { ${part} }`;
    const name = `F${this.#fragments.length}`;
    this.#fragments.push(`fragment ${name} on Note { ${part} }`);
    return `...${name}${this.#condition()}`;
  }

  #condition(): string {
    if (this.#happens(0.3)) return "";
    return ` @${this.#one(["include", "skip"])}(if: $${this.#flag()})`;
  }

  #flag(): string {
    const isOptional = this.#happens(0.3);
    const next = () => (isOptional && this.#happens(0.3) ? undefined : new JsonText(String(this.#happens(0.5))));
    return this.#variable(isOptional ? "Boolean" : "Boolean!", next, isOptional ? String(this.#happens(0.5)) : null);
  }

  #filters(): string {
    const fields = this.#fields();
    if (this.#happens(0.75)) return this.#joined(fields.map((field) => `${field.name}: ${this.#comparison(field)}`));
    const operators = fields.map((field) => [field, this.#one(field.operators)] as const);
    return `$${this.#variable("NoteFiltersInput", () =>
      Object.fromEntries(
        operators.map(([field, operator]) => [field.name, { [operator]: this.#operand(field, operator) }]),
      ),
    )}`;
  }

  /** Mostly of texts, whose values other places can use too. */
  #fields(): readonly Field[] {
    const [texts, others] = [FIELDS.slice(0, 2), FIELDS.slice(2)];
    const first = this.#one(this.#happens(0.7) ? texts : others);
    return this.#shuffled([
      first,
      ...this.#shuffled(FIELDS.filter((each) => each !== first)).slice(0, this.#number(0, 2)),
    ]);
  }

  #joined(conditions: readonly string[]): string {
    const [first, ...others] = conditions;
    const kind = this.#number(0, 3);
    if (kind === 0) return `{ not: { ${first} } }`;
    if (kind === 1) return `{ ${this.#one(["or", "and"])}: [${conditions.map((each) => `{ ${each} }`).join(", ")}] }`;
    return `{ ${[first, ...others].join(", ")} }`;
  }

  #comparison({ type, operators, values }: Field): string {
    const operator = this.#one(operators);
    if (type === "JSON" && this.#happens(0.5)) {
      return `{ ${operator}: $${this.#variable(type, () => ({ word: this.#leaf(values) }))} }`;
    }
    if (!isList(operator)) return `{ ${operator}: $${this.#leafVariable(type, values)} }`;
    if (this.#happens(0.5)) return `{ ${operator}: $${this.#variable(`[${type}]`, () => this.#list(values))} }`;
    const items = Array.from({ length: this.#number(1, 3) }, () => `$${this.#leafVariable(type, values)}`);
    return `{ ${operator}: [${items.join(", ")}] }`;
  }

  #operand({ values }: Field, operator: string): unknown {
    return isList(operator) ? this.#list(values) : this.#leaf(values);
  }

  /** Of one length, so that requests differ in values alone. */
  #list(values: readonly (string | number)[]): readonly unknown[] {
    return [this.#leaf(values), this.#leaf(values)];
  }

  #sort(): string {
    if (this.#happens(0.3)) return '["count:desc", "title"]';
    if (this.#happens(0.5)) return `[$${this.#leafVariable("String", WORDS)}]`;
    return `$${this.#variable("[String]", () => [this.#leaf(WORDS), this.#leaf(["createdAt", "id:desc"])])}`;
  }

  #page(): string {
    const [first, second] = this.#one([
      ["page", "pageSize"],
      ["start", "limit"],
    ] as const);
    if (this.#happens(0.5)) {
      return `$${this.#variable("PaginationArg", () => ({ [first]: this.#leaf(NUMBERS), [second]: this.#leaf(NUMBERS) }))}`;
    }
    const size = this.#happens(0.5) ? "3" : `$${this.#leafVariable("Int", NUMBERS)}`;
    return `{ ${second}: ${size}, ${first}: $${this.#leafVariable("Int", NUMBERS)} }`;
  }

  #status(): string {
    return this.#variable("PublicationStatus", () => this.#leaf(["DRAFT", "PUBLISHED"]));
  }

  /** A variable for a leaf, which another place may use too. */
  #leafVariable(type: string, values: readonly (string | number)[]): string {
    const known = [...this.#variables].filter(([, variable]) => variable.type === type).map(([name]) => name);
    if (known.length > 0 && this.#happens(0.5)) return this.#one(known);
    const defaultValue = this.#happens(0.15) ? JSON.stringify(this.#one(values)) : null;
    const next = () => {
      if (this.#happens(0.03)) return null;
      return this.#happens(defaultValue === null ? 0.02 : 0.2) ? undefined : this.#leaf(values);
    };
    return this.#variable(type, next, defaultValue);
  }

  #variable(type: string, next: () => unknown, defaultValue: string | null = null): string {
    const name = `v${this.#variables.size}`;
    this.#variables.set(name, { type, next, defaultValue });
    return name;
  }

  #leaf(values: readonly (string | number)[]): JsonText {
    const value = this.#one(values);
    if (this.#happens(0.03))
      return new JsonText(this.#one(typeof value === "number" ? STRANGE_NUMBERS : STRANGE_TEXTS));
    if (this.#happens(0.98)) return new JsonText(JSON.stringify(value));
    return new JsonText(this.#one(typeof value === "number" ? otherNumbers(value) : otherTexts(value)));
  }

  #shuffled<T>(items: readonly T[]): readonly T[] {
    const left = [...items];
    return items.map(() => left.splice(this.#number(0, left.length - 1), 1)[0] as T);
  }

  #happens(chance: number): boolean {
    return this.#number(0, 99) < chance * 100;
  }

  #number(least: number, most: number): number {
    return this.#draw(unbiased, least, most);
  }

  #one<T>(values: readonly T[]): T {
    return values[this.#number(0, values.length - 1)] as T;
  }
}

/** Chances count on every number being as likely. */
function unbiased(min: number, max: number): fc.Arbitrary<number> {
  return fc.noBias(fc.integer({ min, max }));
}

function isList(operator: string): boolean {
  return operator === "in" || operator === "notIn";
}

/** Some are not valid in every place, but look valid. */
const STRANGE_NUMBERS = ["0", "-1", "1.5", "3000000000"];
const STRANGE_TEXTS = ['""', '"x"', '"2"'];

/** The same number in other words, and literals that are no such number. */
function otherNumbers(value: number): readonly string[] {
  const texts = [value.toFixed(2), `${value}e0`, `0${value}`, `+${value}`, `"${value}"`];
  return [...texts, "true", "9007199254740993", "-0"];
}

/** The same text in other words, and literals that are no such text. */
function otherTexts(value: string): readonly string[] {
  const code = value.charCodeAt(0).toString(16).padStart(4, "0");
  return [
    `"\\u${code}${value.slice(1)}"`,
    `"${value}\\n"`,
    '"\\u0001#"',
    "1",
    "null",
    "true",
    '""',
    "9007199254740993",
  ];
}
