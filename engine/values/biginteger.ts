const INTEGER = /^([+-]?)(\d+)$/;

const LEADING_ZEROS = /^0+(?=\d)/;

/** The decimal text of a whole number of any size without plus sign, leading zeros or negative zero; else null. */
export function canonicalBigInteger(text: string): string | null {
  const match = INTEGER.exec(text.trim());
  if (match === null) return null;
  const [, sign, written = ""] = match;
  const digits = written.replace(LEADING_ZEROS, "");
  return sign === "-" && digits !== "0" ? `-${digits}` : digits;
}

/** Order of two canonical texts as numbers: below, at or above 0. Linear in the digits, whatever their number. */
export function compareBigIntegers(a: string, b: string): number {
  const negative = a.startsWith("-");
  if (negative !== b.startsWith("-")) return negative ? -1 : 1;
  const magnitude = a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
  return negative ? -magnitude : magnitude;
}
