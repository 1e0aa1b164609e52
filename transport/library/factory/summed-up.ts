import type { AnyModel, ScalarAttribute, UnknownRecord } from "../../../engine/internal.ts";
import { kebabOf } from "./texts/names.ts";

const TOTAL = /^(total|sub-?total|line-total|total-(price|amount|cost))$/;
const EACH = /^((unit|item|single)-)?(price|cost)$/;
const COUNT = /^(quantity|qty|count)$/;

/** The same data, in which a total is the price of one, times the quantity beside it. Given totals stay. */
export function summedUp({ attributes }: AnyModel, data: UnknownRecord, given: UnknownRecord): UnknownRecord {
  const named = (names: RegExp) => {
    const found = [...attributes.values()].find(({ name, kind }) => kind === "scalar" && names.test(kebabOf(name)));
    return found?.kind === "scalar" ? found : undefined;
  };
  const [total, each, count] = [named(TOTAL), named(EACH), named(COUNT)];
  if (total === undefined || each === undefined || count === undefined || Object.hasOwn(given, total.name)) return data;
  const [price, quantity] = [data[each.name], data[count.name]];
  if (typeof price !== "number" || typeof quantity !== "number") return data;
  const sum = Math.round(price * quantity * 100) / 100;
  return isFit(total, sum) ? { ...data, [total.name]: sum } : data;
}

function isFit(
  { type, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, unique }: ScalarAttribute,
  sum: number,
) {
  const isNumber = type === "decimal" || type === "float" || (type === "integer" && Number.isSafeInteger(sum));
  return isNumber && !unique && sum >= min && sum <= max;
}
