import { isRecord, Parameter } from "../../../../engine/internal.ts";
import { LeafValue } from "../execute/arguments/coerce-variables.ts";
import type { Arguments } from "../execute/arguments/list-params.ts";
import type { RootMeaning } from "../schema/meaning.ts";

/** The numbers of the parameters among the arguments of a root field. */
export interface RootParameters {
  /** Those that decide only which entries it finds: its conditions, the start of its page, its documentId or id. */
  readonly finding: readonly number[];
  readonly others: readonly number[];
}

export function parametersOf({ kind }: RootMeaning, args: Arguments): RootParameters {
  if (kind === "find one") {
    const { documentId, id, ...rest } = args;
    return { finding: numbersIn([documentId, id]), others: numbersIn(rest) };
  }
  if (kind !== "find many" && kind !== "find page") return { finding: [], others: numbersIn(args) };
  const { filters, pagination, ...rest } = args;
  // The start of a page varies more than its size, which has rules of its own.
  const { page, start, ...size }: Arguments = isRecord(pagination) ? pagination : {};
  return { finding: numbersIn([filters, page, start]), others: numbersIn([rest, size]) };
}

/** The numbers of all parameters in a value, as often as they occur. */
export function numbersIn(value: unknown): readonly number[] {
  if (value instanceof Parameter) return [value.number];
  return isRecord(value) || Array.isArray(value) ? Object.values(value).flatMap(numbersIn) : [];
}

/** A value with each leaf and parameter in it replaced. */
export function replaceLeaves(value: unknown, replacement: (leaf: LeafValue | Parameter) => unknown): unknown {
  if (value instanceof LeafValue || value instanceof Parameter) return replacement(value);
  if (Array.isArray(value)) return value.map((item) => replaceLeaves(item, replacement));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaceLeaves(inner, replacement)]));
}
