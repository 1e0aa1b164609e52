import type { ScalarAttribute } from "../../../engine/internal.ts";
import type { Draw } from "./draw.ts";

/** Range of values from the only limit, or from zero. */
const SPAN = 1000;

export function integerValue(attribute: ScalarAttribute, draw: Draw): number {
  const { low, high } = rangeOf(attribute);
  const size = high - low + 1;
  if (!attribute.unique) return low + draw.random.below(size);
  return attribute.max === undefined ? low + draw.serial : low + (draw.serial % size);
}

/** With two decimal places, unless the range is too narrow for them. */
export function decimalValue(attribute: ScalarAttribute, draw: Draw): number {
  const { low, high } = rangeOf(attribute);
  if (attribute.unique && attribute.max === undefined) return low + draw.serial;
  const value = low + (high - low) * (attribute.unique ? spread(draw.serial) : draw.random.fraction());
  const rounded = Math.round(value * 100) / 100;
  return rounded >= low && rounded <= high && !attribute.unique ? rounded : Math.min(Math.max(value, low), high);
}

/** As decimal text. */
export function bigIntegerValue(attribute: ScalarAttribute, draw: Draw): string {
  const { minBig, maxBig } = attribute;
  const low = minBig ?? (maxBig === undefined ? 0n : maxBig - BigInt(SPAN));
  const size = (maxBig ?? low + BigInt(SPAN)) - low + 1n;
  const serial = BigInt(draw.serial);
  if (!attribute.unique) return String(low + (BigInt(draw.random.below(SPAN)) % size));
  return String(maxBig === undefined ? low + serial : low + (serial % size));
}

function rangeOf({ min, max }: ScalarAttribute): { readonly low: number; readonly high: number } {
  const low = min ?? (max === undefined ? 0 : max - SPAN);
  return { low, high: max ?? low + SPAN };
}

/** Low-discrepancy sequence: numbers between 0 and 1, evenly spread and different for different inputs. */
function spread(serial: number): number {
  return (serial * 0.618_033_988_749_894_9) % 1;
}
