import { isRecord, type UnknownRecord } from "../../../../../engine/internal.ts";
import { configEnv, type Environment } from "../../config/config-env.ts";
import { CODE, type TokenCursor } from "./token-cursor.ts";

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

/** A recursive descent over the tokens of a source; each method reads the value in its name, or throws `CODE`. */
export class ValueParser {
  readonly #cursor: TokenCursor;
  readonly #environment: Environment;
  readonly #constants = new Map(CONSTANTS);
  /** The values of constants that are functions: no literal calls these. */
  readonly #functions = new Map<string, unknown>();
  /** Whether the query of a request is a value: a request without parameters. */
  readonly #hasRequest: boolean;
  #depth = 0;

  /** `request`: the constants of a middleware, which reads the query of a request without parameters. */
  constructor(cursor: TokenCursor, environment: Environment, request?: UnknownRecord) {
    this.#cursor = cursor;
    this.#environment = environment;
    this.#hasRequest = request !== undefined;
    for (const [name, value] of Object.entries(request ?? {})) this.#constants.set(name, value);
  }

  /** Moves the cursor to a place, outside of any value. */
  startAt(place: number): void {
    this.#cursor.at = place;
    this.#depth = 0;
  }

  /** Keeps the constant whose name is next. */
  constant(): void {
    const name = this.#cursor.name();
    if (this.#cursor.take(":")) this.#cursor.type();
    this.#cursor.expect("=");
    const isFunction = this.#isFunction();
    // The constants in such a function are found without it.
    if (isFunction && this.#hasRequest) throw CODE;
    if (isFunction) this.#functions.set(name, this.#function());
    else this.#constants.set(name, this.value());
  }

  /** A value, or the value that a function returns. */
  exported(): unknown {
    const { kind, text = "" } = this.#cursor.next ?? {};
    if (kind === "name" && this.#functions.has(text)) {
      this.#cursor.name();
      return this.#functions.get(text);
    }
    return this.#isFunction() ? this.#function() : this.value();
  }

  value(): unknown {
    return this.#deeper(() => {
      let value = this.#product();
      for (;;) {
        if (this.#cursor.take("+")) value = numberIn(value) + numberIn(this.#product());
        else if (this.#cursor.take("-")) value = numberIn(value) - numberIn(this.#product());
        else break;
      }
      while (this.#cursor.take("as") || this.#cursor.take("satisfies")) {
        if (!this.#cursor.take("const")) this.#cursor.type();
      }
      return value;
    });
  }

  /** Values up to the bracket that ends them. */
  list(end: string): unknown[] {
    const values: unknown[] = [];
    while (!this.#cursor.take(end)) {
      values.push(this.value());
      if (!this.#cursor.take(",")) return this.#closed(values, end);
    }
    return values;
  }

  #deeper<T>(read: () => T): T {
    if (++this.#depth > MAX_DEPTH) throw CODE;
    const value = read();
    this.#depth--;
    return value;
  }

  /** Parentheses before `=>`, or before the type of the result. */
  #isFunction(): boolean {
    if (this.#cursor.sees("async") || this.#cursor.sees("function")) return true;
    if (!this.#cursor.sees("(")) return false;
    const offset = this.#cursor.behindParentheses() - this.#cursor.at;
    return this.#cursor.sees("=>", offset) || this.#cursor.sees(":", offset);
  }

  /** The value that a function returns. Its parameters can only be `env`, as the name of a function. */
  #function(): unknown {
    const cursor = this.#cursor;
    cursor.take("async");
    const isNamed = cursor.take("function");
    if (isNamed && !cursor.sees("(")) cursor.name();
    cursor.at = cursor.behindParentheses();
    if (cursor.take(":")) cursor.type();
    if (!isNamed) cursor.expect("=>");
    return cursor.take("{") ? this.#deeper(() => this.#body()) : this.value();
  }

  /** Constants, and a value that is returned. */
  #body(): unknown {
    while (this.#cursor.take("const")) {
      this.constant();
      this.#cursor.take(";");
    }
    this.#cursor.expect("return");
    const value = this.value();
    this.#cursor.take(";");
    return this.#closed(value, "}");
  }

  #product(): unknown {
    let value = this.#operand();
    while (this.#cursor.take("*")) value = numberIn(value) * numberIn(this.#operand());
    return value;
  }

  #operand(): unknown {
    const cursor = this.#cursor;
    while (this.#hasRequest && this.#takeAsked()) {
      if (!cursor.take("|", "|") && !cursor.take("?", "?")) return undefined;
    }
    if (cursor.take("-")) return -cursor.number();
    if (cursor.take("{")) return this.#object();
    if (cursor.take("[")) return this.list("]");
    if (cursor.take("(")) return this.#closed(this.value(), ")");
    const { kind, text = "" } = cursor.next ?? {};
    if (kind === "text") return cursor.text();
    if (kind === "number") return cursor.number();
    if (cursor.take("process", ".", "env", ".")) return this.#environment[cursor.name()];
    if (kind === "name" && this.#constants.has(text)) return this.#member(this.#constants.get(cursor.name()));
    if (cursor.take("env")) return this.#variable();
    if (IDENTITIES.has(text) && cursor.take(text, "(")) return this.#closed(this.value(), ")");
    throw CODE;
  }

  /** A constant, or its member at `.name`. */
  #member(constant: unknown): unknown {
    let value = constant;
    while (this.#cursor.take(".")) {
      const name = this.#cursor.name();
      if (!isRecord(value)) throw CODE;
      value = Object.hasOwn(value, name) ? value[name] : undefined;
    }
    return value;
  }

  /** Passes `ctx.query`, `ctx.request.query`, or members of it, if that is next. */
  #takeAsked(): boolean {
    const cursor = this.#cursor;
    const { at, next } = cursor;
    if (next?.kind !== "name" || this.#constants.has(next.text)) return false;
    cursor.name();
    cursor.take(".", "request");
    if (!cursor.take(".", "query")) {
      cursor.at = at;
      return false;
    }
    while (cursor.take("?", ".") || cursor.take(".")) cursor.name();
    return true;
  }

  #closed<T>(value: T, sign: string): T {
    this.#cursor.expect(sign);
    return value;
  }

  #object(): unknown {
    const members: [string, unknown][] = [];
    while (!this.#cursor.take("}")) {
      if (this.#cursor.take(".", ".", ".")) {
        for (const member of Object.entries(recordIn(this.#operand()))) members.push(member);
      } else members.push(this.#entry());
      if (!this.#cursor.take(",")) {
        this.#cursor.expect("}");
        break;
      }
    }
    return Object.fromEntries(members);
  }

  /** `key: value`, or the name of a constant alone. */
  #entry(): [string, unknown] {
    const isName = this.#cursor.next?.kind === "name";
    const key = this.#key();
    if (isName && this.#constants.has(key) && !this.#cursor.sees(":")) return [key, this.#constants.get(key)];
    this.#cursor.expect(":");
    return [key, this.value()];
  }

  #key(): string {
    const { kind, text = "" } = this.#cursor.next ?? {};
    const key = kind === "text" ? this.#cursor.text() : text;
    if (kind === "sign" || kind === undefined || key === "__proto__") throw CODE;
    if (kind !== "text") this.#cursor.at++;
    return key;
  }

  /** `env("NAME", default)`, `env.int("NAME")` and so on. */
  #variable(): unknown {
    const env = configEnv(this.#environment);
    const parse = this.#cursor.take(".") ? this.#cursor.name() : null;
    this.#cursor.expect("(");
    const given = this.list(")");
    const read: unknown = parse === null ? env : Object.hasOwn(env, parse) ? env[parse as keyof typeof env] : null;
    if (typeof read !== "function") throw CODE;
    try {
      return read(...given);
    } catch {
      throw CODE;
    }
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
