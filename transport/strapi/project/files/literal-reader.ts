import { isRecord, type UnknownRecord } from "../../../../engine/internal.ts";
import { configEnv, type Environment } from "../config/config-env.ts";

/** Thrown where something is not a literal. */
export const CODE = Symbol("code");

interface Token {
  readonly kind: "text" | "number" | "name" | "sign";
  readonly text: string;
  /** Its place in the source. */
  readonly at: number;
}

const TOKEN =
  /(?<blank>\s+|\/\/[^\n]*|\/\*.*?(?:\*\/|$))|(?<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\$]|\\.)*`)|(?<number>\d(?:[\w.]|(?<=e)[+-])*)|(?<name>[\p{ID_Start}$_][\p{ID_Continue}$]*)|(?<sign>`(?:[^`\\]|\\.)*`|=>|.)/gsu;

function tokensOf(source: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const { groups = {}, 0: text, index: at } of source.matchAll(TOKEN)) {
    const kind = (["text", "number", "name", "sign"] as const).find((each) => groups[each] !== undefined);
    if (kind !== undefined) tokens.push({ kind, text, at });
    // A text without an end; looking for it again at each quote inside would take quadratic time.
    if (kind === "sign" && /^["'`]$/.test(text)) break;
  }
  return tokens;
}

/** Deeper than any configuration, and far from the end of the stack. */
const MAX_DEPTH = 100;

/** Functions of this package that return their argument. */
const IDENTITIES: ReadonlySet<string> = new Set(["defineConfig", "defineSchema"]);

const CONSTANTS: ReadonlyMap<string, unknown> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
  ["undefined", undefined],
]);

/** A recursive descent over the tokens; each method reads the value in its name, or throws `CODE`. */
export class LiteralReader {
  readonly #source: string;
  readonly #tokens: readonly Token[];
  readonly #environment: Environment;
  readonly #constants = new Map(CONSTANTS);
  /** Constants that hold functions: only the exported one is called. */
  readonly #functions = new Map<string, unknown>();
  /** Whether the query that code reads is a value: the query of a request that asks for nothing. */
  #hasRequest = false;
  #at = 0;
  #depth = 0;

  constructor(source: string, environment: Environment) {
    this.#source = source;
    this.#tokens = tokensOf(source);
    this.#environment = environment;
  }

  /** The line of the next token, from 1. */
  get line(): number {
    return this.#source.slice(0, this.#tokens[this.#at]?.at).split("\n").length;
  }

  readModule(): unknown {
    let exported: { readonly value: unknown } | undefined;
    while (this.#at < this.#tokens.length) {
      if (this.#take(";")) continue;
      if (this.#peek()?.kind === "text") this.#at++;
      else if (this.#take("import")) this.#import();
      else if (this.#take("const")) this.#constant();
      else if (this.#take("module", ".", "exports", "=") || this.#take("export", "default")) {
        exported = { value: this.#exported() };
      } else throw CODE;
    }
    if (exported === undefined) throw CODE;
    return exported.value;
  }

  /**
   * Takes up the literal constants of a module with code, at any depth, beside these; then `settings` and `readAt` look
   * into the code.
   */
  gather(constants: UnknownRecord = {}): void {
    for (const [name, value] of Object.entries(constants)) this.#constants.set(name, value);
    this.#hasRequest = true;
    for (let at = 0; at < this.#tokens.length; at = Math.max(this.#at, at + 1)) {
      if (this.#tokens[at]?.text === "const") this.#attempt(at + 1, () => this.#constant());
    }
  }

  /** Where code gives an object new members (`ctx.query.populate = …`), or replaces it (null), in order. */
  settings(object: string): readonly { readonly name: string | null; readonly at: number }[] {
    return this.#tokens.flatMap(({ text }, place) => {
      if (text !== object) return [];
      this.#at = place + 1;
      const member = this.#take(".") ? this.#peek()?.text : undefined;
      if (member !== undefined) this.#at++;
      if (!this.#take("?", "?", "=") && !this.#take("|", "|", "=") && !this.#take("=")) return [];
      return this.#sees("=") ? [] : [{ name: member ?? null, at: this.#at }];
    });
  }

  /** Where the arguments of a function's calls begin. */
  calls(name: string): readonly number[] {
    return this.#tokens.flatMap(({ text }, at) => (text === name && this.#tokens[at + 1]?.text === "(" ? at + 2 : []));
  }

  /** Where the values of an object's members with a name begin. */
  members(name: string): readonly number[] {
    const isName = ({ kind, text }: Token) => text === name || (kind === "text" && text.slice(1, -1) === name);
    return this.#tokens.flatMap((token, at) => (isName(token) && this.#tokens[at + 1]?.text === ":" ? at + 2 : []));
  }

  /** The value that begins at a place, or the line at which it is code. */
  readAt(place: number): { readonly value: unknown } | { readonly codeAt: number } {
    return this.#attempt(place, () => this.#value());
  }

  /** The literal arguments of a call. */
  argumentsAt(place: number): { readonly value: readonly unknown[] } | { readonly codeAt: number } {
    return this.#attempt(place, () => this.#list(")"));
  }

  /** The words of the conditions before a place, each condition a list. */
  conditionsBefore(place: number): readonly (readonly string[])[] {
    const starts = this.calls("if").filter((at) => at < place);
    return starts.map((at) => this.#tokens.slice(at, this.#endOf(at - 1)).map(({ text }) => text));
  }

  /** Stands behind the value afterwards; where it began if it is code. */
  #attempt<T>(place: number, read: () => T): { readonly value: T } | { readonly codeAt: number } {
    this.#at = place;
    this.#depth = 0;
    try {
      return { value: read() };
    } catch (error) {
      if (error !== CODE) throw error;
      const codeAt = this.line;
      this.#at = place;
      return { codeAt };
    }
  }

  /** Of types, and from this package. */
  #import(): void {
    const ofTypes = this.#take("type");
    while (this.#peek() !== undefined && !this.#take("from")) this.#at++;
    const from = this.#text();
    if (!ofTypes && from !== "galley") throw CODE;
  }

  #constant(): void {
    const name = this.#name();
    if (this.#take(":")) this.#type();
    this.#expect("=");
    if (this.#isFunction()) this.#functions.set(name, this.#function());
    else this.#constants.set(name, this.#value());
  }

  #exported(): unknown {
    const { kind, text = "" } = this.#peek() ?? {};
    if (kind === "name" && this.#functions.has(text)) {
      this.#at++;
      return this.#functions.get(text);
    }
    return this.#isFunction() ? this.#function() : this.#value();
  }

  /** `(`, whose end is before `=>` or the type of the result. */
  #isFunction(): boolean {
    if (this.#sees("async") || this.#sees("function")) return true;
    if (!this.#sees("(")) return false;
    const next = this.#tokens[this.#endOf(this.#at) + 1]?.text;
    return next === "=>" || next === ":";
  }

  /** The place of the bracket that closes the one at a place. */
  #endOf(start: number): number {
    let open = 0;
    for (let at = start; at < this.#tokens.length; at++) {
      const text = this.#tokens[at]?.text ?? "";
      if (text === "(") open++;
      if (text === ")" && --open === 0) return at;
    }
    throw CODE;
  }

  /** The value that a function returns. Its parameters can only be `env`, as the name of a function. */
  #function(): unknown {
    this.#take("async");
    const isNamed = this.#take("function");
    if (isNamed && !this.#sees("(")) this.#name();
    if (!this.#sees("(")) throw CODE;
    this.#at = this.#endOf(this.#at) + 1;
    if (this.#take(":")) this.#type();
    if (!isNamed) this.#expect("=>");
    if (!this.#take("{")) return this.#value();
    while (this.#take("const")) {
      this.#constant();
      this.#take(";");
    }
    this.#expect("return");
    const value = this.#value();
    this.#take(";");
    this.#expect("}");
    return value;
  }

  #value(): unknown {
    if (++this.#depth > MAX_DEPTH) throw CODE;
    let value = this.#product();
    for (;;) {
      if (this.#take("+")) value = numberIn(value) + numberIn(this.#product());
      else if (this.#take("-")) value = numberIn(value) - numberIn(this.#product());
      else break;
    }
    while (this.#take("as") || this.#take("satisfies")) {
      if (!this.#take("const")) this.#type();
    }
    this.#depth--;
    return value;
  }

  #product(): unknown {
    let value = this.#operand();
    while (this.#take("*")) value = numberIn(value) * numberIn(this.#operand());
    return value;
  }

  #operand(): unknown {
    if (this.#take("-")) return -this.#number();
    if (this.#take("{")) return this.#object();
    if (this.#take("[")) return this.#list("]");
    if (this.#take("(")) return this.#closed(this.#value(), ")");
    const { kind, text = "" } = this.#peek() ?? {};
    if (kind === "text") return this.#text();
    if (kind === "number") return this.#number();
    if (this.#take("process", ".", "env", ".")) return this.#environment[this.#name()];
    if (this.#constants.has(text)) {
      this.#at++;
      return this.#member(this.#constants.get(text));
    }
    if (this.#hasRequest && this.#takeAsked()) {
      return this.#take("|", "|") || this.#take("?", "?") ? this.#operand() : undefined;
    }
    if (this.#take("env")) return this.#variable();
    if (IDENTITIES.has(text) && this.#take(text, "(")) return this.#closed(this.#value(), ")");
    throw CODE;
  }

  /** A constant, or what is at `.name` in it. */
  #member(constant: unknown): unknown {
    let value = constant;
    while (this.#sees(".")) {
      this.#at++;
      const name = this.#name();
      if (!isRecord(value)) throw CODE;
      value = Object.hasOwn(value, name) ? value[name] : undefined;
    }
    return value;
  }

  /** Goes on behind `ctx.query`, `ctx.request.query`, or members of it, if that is next. */
  #takeAsked(): boolean {
    const at = this.#at;
    this.#at++;
    this.#take(".", "request");
    if (!this.#take(".", "query")) {
      this.#at = at;
      return false;
    }
    while (this.#take("?", ".") || this.#take(".")) this.#name();
    return true;
  }

  #closed<T>(value: T, sign: string): T {
    this.#expect(sign);
    return value;
  }

  #object(): unknown {
    const members: [string, unknown][] = [];
    while (!this.#take("}")) {
      if (this.#take(".", ".", ".")) {
        members.push(...Object.entries(recordIn(this.#operand())));
        if (this.#take(",")) continue;
        this.#expect("}");
        break;
      }
      const isShort = this.#peek()?.kind === "name" && this.#constants.has(this.#peek()?.text ?? "");
      const key = this.#key();
      if (isShort && !this.#sees(":")) members.push([key, this.#constants.get(key)]);
      else {
        this.#expect(":");
        members.push([key, this.#value()]);
      }
      if (!this.#take(",")) {
        this.#expect("}");
        break;
      }
    }
    return Object.fromEntries(members);
  }

  #key(): string {
    const { kind, text = "" } = this.#peek() ?? {};
    const key = kind === "text" ? this.#text() : text;
    if (kind === "sign" || kind === undefined || key === "__proto__") throw CODE;
    if (kind !== "text") this.#at++;
    return key;
  }

  #list(end: string): unknown[] {
    const values: unknown[] = [];
    while (!this.#take(end)) {
      values.push(this.#value());
      if (!this.#take(",")) return this.#closed(values, end);
    }
    return values;
  }

  /** `env("NAME", default)`, `env.int("NAME")` and so on. */
  #variable(): unknown {
    const env = configEnv(this.#environment);
    const parse = this.#take(".") ? this.#name() : null;
    this.#expect("(");
    const given = this.#list(")");
    const read: unknown = parse === null ? env : Object.hasOwn(env, parse) ? env[parse as keyof typeof env] : null;
    if (typeof read !== "function") throw CODE;
    try {
      return read(...given);
    } catch {
      throw CODE;
    }
  }

  /** `Core.Config.Server`, `Partial<Config>`, `string[]`. */
  #type(): void {
    do this.#name();
    while (this.#take("."));
    if (this.#take("<")) {
      for (let open = 1; open > 0; this.#at++) {
        const text = this.#peek()?.text;
        if (text === undefined) throw CODE;
        open += text === "<" ? 1 : text === ">" ? -1 : 0;
      }
    }
    while (this.#take("[", "]"));
  }

  #text(): string {
    const token = this.#peek();
    if (token?.kind !== "text") throw CODE;
    const text = unescaped(token.text.slice(1, -1));
    this.#at++;
    return text;
  }

  #number(): number {
    const { kind, text = "" } = this.#peek() ?? {};
    const number = Number(text.replaceAll("_", ""));
    if (kind !== "number" || Number.isNaN(number) || /^0\d/.test(text)) throw CODE;
    this.#at++;
    return number;
  }

  #name(): string {
    const token = this.#peek();
    if (token?.kind !== "name") throw CODE;
    this.#at++;
    return token.text;
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #sees(text: string, offset = 0): boolean {
    const token = this.#tokens[this.#at + offset];
    return token !== undefined && token.kind !== "text" && token.text === text;
  }

  /** Goes on behind these tokens, if they are next. */
  #take(...texts: readonly string[]): boolean {
    if (!texts.every((text, offset) => this.#sees(text, offset))) return false;
    this.#at += texts.length;
    return true;
  }

  #expect(text: string): void {
    if (!this.#take(text)) throw CODE;
  }
}

/** The members that a spread adds to an object. */
function recordIn(value: unknown): UnknownRecord {
  if (value === undefined || value === null) return {};
  if (!isRecord(value) || Array.isArray(value)) throw CODE;
  return value;
}

function numberIn(value: unknown): number {
  if (typeof value !== "number") throw CODE;
  return value;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["b", "\b"],
  ["f", "\f"],
  ["v", "\v"],
  ["\n", ""],
]);

function unescaped(text: string): string {
  return text.replace(
    /\\(?:u\{([\da-fA-F]{1,6})\}|u([\da-fA-F]{4})|x([\da-fA-F]{2})|(.))/gsu,
    (_, long, four, two, other) => {
      const code = Number.parseInt(long ?? four ?? two, 16);
      if (Number.isNaN(code)) {
        if (/[\dux]/.test(other)) throw CODE;
        return ESCAPES.get(other) ?? other;
      }
      if (code > 0x10ffff) throw CODE;
      return String.fromCodePoint(code);
    },
  );
}
