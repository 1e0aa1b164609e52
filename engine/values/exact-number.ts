/** A decimal number: its digits without zeros at either end, and the exponent of the last one. */
interface Decimal {
  readonly digits: string;
  readonly exponent: number;
}

/** A double holds any number of so many digits. */
const CERTAIN = 15;

/**
 * Whether a double can hold a number written in JSON: an integer with every digit, any other number with the 15 to 17
 * digits of a double, without overflow or underflow.
 */
export function isKeptExactly(literal: string): boolean {
  if (literal.length <= CERTAIN && !/e/i.test(literal)) return true;
  const number = Number(literal);
  if (!Number.isFinite(number)) return false;
  const written = decimalOf(literal);
  if (written.digits === "") return true;
  if (written.exponent < 0) return number !== 0;
  const kept = decimalOf(String(number));
  return written.digits === kept.digits && written.exponent === kept.exponent;
}

/** The value of a finite number written in JSON; null for a fraction. */
export function wholeNumber(literal: string): bigint | null {
  const { digits, exponent } = decimalOf(literal);
  if (exponent < 0) return null;
  return BigInt(`${literal.startsWith("-") ? "-" : ""}${digits}${"0".repeat(exponent)}`);
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
