import type { ScalarAttribute } from "../../../engine/internal.ts";
import type { Random } from "../../library/factory/random.ts";
import type { Param } from "./read.ts";

const TEXTS: ReadonlySet<string> = new Set(["string", "text", "richtext", "email", "uid", "enumeration"]);

/** Whether databases agree on how values of an attribute compare: they keep structured ones, and large numbers, in their own ways. */
export function isComparable({ type }: ScalarAttribute): boolean {
  return type !== "json" && type !== "blocks" && type !== "biginteger" && type !== "password";
}

/**
 * A condition on an attribute, by a value that occurs. Left out is what databases answer differently: letters under
 * `$contains` and its kin, which SQLite does not tell apart, and letters beyond ASCII where case is folded.
 */
export function* drawCondition(
  random: Random,
  { type }: ScalarAttribute,
  values: readonly unknown[],
  at: string,
): Generator<Param> {
  if (values.length === 0 || random.below(8) === 0)
    return void (yield [`${at}[${random.one(["$null", "$notNull"])}]`, random.one(["true", "false"])]);
  const value = String(random.one(values));
  if (type === "boolean") return void (yield [`${at}[${random.one(["$eq", "$ne"])}]`, value]);
  if (TEXTS.has(type) && random.below(2) === 0) {
    const isAscii = /^[\x20-\x7e]*$/.test(value);
    const length = 1 + random.below(Math.min(8, Math.max(1, value.length)));
    const start = random.below(Math.max(1, value.length - length));
    const piece = value.slice(start, start + length);
    const whole = isAscii ? ["$eqi", "$nei"] : ["$eq"];
    const part = /^[A-Za-z0-9 ]+$/.test(piece) && piece.trim() === piece ? ["$containsi", "$notContainsi"] : [];
    const operator = random.one([...whole, ...part]);
    yield [`${at}[${operator}]`, part.includes(operator) ? piece : value];
    return;
  }
  const operator = random.one(["$eq", "$ne", "$lt", "$lte", "$gt", "$gte", "$in", "$notIn", "$between", "shorthand"]);
  if (operator === "shorthand") yield [at, value];
  else if (operator === "$in" || operator === "$notIn") {
    yield [`${at}[${operator}][0]`, value];
    yield [`${at}[${operator}][1]`, String(random.one(values))];
  } else if (operator === "$between") {
    const [from = value, to = value] = [value, String(random.one(values))].sort();
    yield [`${at}[$between][0]`, from];
    yield [`${at}[$between][1]`, to];
  } else yield [`${at}[${operator}]`, value];
}
