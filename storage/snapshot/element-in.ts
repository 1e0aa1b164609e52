const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Where an element of a JSON array in a line begins and ends: the array begins at an index, and has more elements than `number`. */
export function elementIn(line: Buffer, start: number, number: number): readonly [from: number, until: number] {
  let from = start + 1;
  let passed = 0;
  let depth = 0;
  for (let at = from; ; at++) {
    const byte = line[at];
    if (byte === QUOTE) at = endOfText(line, at);
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth++;
    else if (depth > 0) {
      if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
    } else if (byte === COMMA || byte === CLOSE_LIST) {
      if (passed++ === number) return [from, at];
      from = at + 1;
    }
  }
}

/** The index of the quote that ends the text which begins with the one at an index. */
function endOfText(line: Buffer, start: number): number {
  let at = start + 1;
  for (; line[at] !== QUOTE; at++) if (line[at] === BACKSLASH) at++;
  return at;
}
