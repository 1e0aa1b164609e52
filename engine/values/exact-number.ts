/** A decimal number as its digits without zeros at either end, and the power of ten of the last one. */
interface Decimal {
  readonly digits: string;
  readonly exponent: number;
}

/**
 * Whether a number written in JSON can be kept as one: a whole number with every digit, any other one to the 15 to 17
 * digits that a double has, and neither so large nor so small that nothing of it is left.
 */
export function isKeptExactly(literal: string): boolean {
  const number = Number(literal);
  if (!Number.isFinite(number)) return false;
  const written = decimalOf(literal);
  if (written.digits === "") return true;
  if (written.exponent < 0) return number !== 0;
  const kept = decimalOf(String(number));
  return written.digits === kept.digits && written.exponent === kept.exponent;
}

function decimalOf(literal: string): Decimal {
  const [mantissa = "", exponent = "0"] = literal.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.replace(/^[+-]/, "").split(".");
  const all = whole + fraction;
  let start = 0;
  while (all[start] === "0") start++;
  let end = all.length;
  while (end > start && all[end - 1] === "0") end--;
  return { digits: all.slice(start, end), exponent: Number(exponent) - fraction.length + all.length - end };
}
