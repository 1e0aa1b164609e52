/** Looks at brackets outside of strings, so that no parser has to go down a text made to exhaust it. */
export function isDeeperThan(text: string, depth: number): boolean {
  let level = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = stringEnd(text, at);
    else if (isOpening(code) && ++level > depth) return true;
    else if (isClosing(code)) level--;
  }
  return false;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Place of the quote that ends the string beginning at `start`. */
function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

function isOpening(code: number): boolean {
  return code === 0x7b || code === 0x5b;
}

function isClosing(code: number): boolean {
  return code === 0x7d || code === 0x5d;
}
