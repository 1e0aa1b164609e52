const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const END = 0x5d;
const NULL = 0x6e;

/** The powers of ten that are doubles themselves: a quotient by one of them is rounded once, as the number in JSON is. */
const POWERS_OF_TEN = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);

/**
 * Reads a JSON array of numbers, which begins at an index of a line: writes the numbers and nulls from one place in it up to
 * another into `list`, from index `to` on. This takes half of the time of `JSON.parse`, and makes no garbage. Returns false if
 * there are other values, exponents, or more digits than a double holds.
 */
export function readNumbers(
  line: Buffer,
  start: number,
  list: unknown[],
  to: number,
  from: number,
  until: number,
): boolean {
  let at = start;
  for (let next = 0; next < until; next++) {
    at++;
    let value: number | null = null;
    if (line[at] === NULL) at += 4;
    else {
      const isNegative = line[at] === MINUS;
      if (isNegative) at++;
      const first = at;
      let point = -1;
      let digits = 0;
      for (; ; at++) {
        const digit = (line[at] as number) - ZERO;
        if (digit >= 0 && digit <= 9) digits = 10 * digits + digit;
        else if (digit === POINT - ZERO) point = at;
        else break;
      }
      if (at === first || digits > Number.MAX_SAFE_INTEGER) return false;
      value = digits;
      if (point >= 0) {
        const power = POWERS_OF_TEN[at - point - 1];
        if (power === undefined) return false;
        value /= power;
      }
      if (isNegative) value = -value;
    }
    if (line[at] !== COMMA && line[at] !== END) return false;
    if (next >= from) list[to + next - from] = value;
  }
  return true;
}
