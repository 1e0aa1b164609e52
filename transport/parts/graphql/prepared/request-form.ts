import { isRecord } from "../../../../engine/internal.ts";
import type { LeafValue } from "../execute/arguments/coerce-variables.ts";
import type { Arguments } from "../execute/arguments/list-params.ts";
import { type LiftedBody, withValues } from "./lift-values.ts";

/** Longer requests hardly ever repeat. */
const MAX_CHARACTERS = 10_000;

/** A request apart from the strings and numbers in it: others that differ only in these have the same key. */
export class RequestForm {
  readonly key: string;
  readonly values: readonly (string | number)[];
  readonly #sent: Arguments;
  readonly #literals: Arguments;

  /** `operation`: its number. `literals`: the variables that replace literals of the document. */
  constructor(operation: number, sent: Arguments, literals: Arguments) {
    this.#sent = sent;
    this.#literals = literals;
    const values: (string | number)[] = [];
    const key = JSON.stringify([sent, literals], (_name, value) => {
      if (!isValue(value)) return value;
      values.push(value);
      return typeof value === "string" ? "" : 0;
    });
    this.values = values;
    this.key = `${operation} ${key}`;
  }

  get isShort(): boolean {
    return (
      this.values.reduce<number>((length, value) => length + String(value).length, this.key.length) <= MAX_CHARACTERS
    );
  }

  /** The variables and literals with leaves in place of the values. */
  withLeaves(leaves: readonly LeafValue[]): { readonly sent: Arguments; readonly literals: Arguments } {
    let next = 0;
    const leaved = (value: unknown): unknown => (isValue(value) ? leaves[next++] : mapped(value, leaved));
    // In the order of the values.
    const sent = mapped(this.#sent, leaved);
    return { sent: sent as Arguments, literals: mapped(this.#literals, leaved) as Arguments };
  }
}

/** Whether the values of a body, in the order of its text, are the values of its request's form. */
export function isInOrder({ key, values }: LiftedBody, form: RequestForm): boolean {
  const marks: unknown[] = [];
  const { variables } = JSON.parse(withValues(key, (index) => `${MARK}${index}`));
  const collect = (value: unknown): unknown => (isValue(value) ? marks.push(value) : mapped(value, collect));
  collect(variables);
  return values.length === form.values.length && values.every((_, index) => marks[index] === `${MARK}${index}`);
}

/** A character that no string in the key of a body contains as it is. */
const MARK = "\u0001";

function isValue(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

function mapped(value: unknown, map: (inner: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(map);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, map(inner)]));
}
