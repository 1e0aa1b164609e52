/** Maximum structure of a document before it is parsed. */
export interface DocumentSize {
  /** Nesting of brackets. */
  readonly nesting: number;
  readonly length: number;
  /** Tokens. */
  readonly tokens: number;
  /** Characters of a name or number. */
  readonly word: number;
}

const QUOTE = 0x22;
const HASH = 0x23;
const DOT = 0x2e;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const BACKSLASH = 0x5c;

/**
 * The limit that a document exceeds, or null. One pass over its characters, so that no parser has to read a text made to
 * exhaust it.
 */
export function documentExcess(text: string, size: DocumentSize): keyof DocumentSize | null {
  if (text.length > size.length) return "length";
  let level = 0;
  let tokens = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === HASH) at = lineEnd(text, at);
    else if (isIgnored(code)) continue;
    else if (++tokens > size.tokens) return "tokens";
    else if (code === QUOTE) at = stringEnd(text, at);
    else if (isWordPart(code)) {
      const end = wordEnd(text, at);
      if (end - at >= size.word) return "word";
      at = end;
    } else if (code === DOT) at += 2;
    else if (isOpening(code) && ++level > size.nesting) return "nesting";
    else if (isClosing(code)) level--;
  }
  return null;
}

/** Blanks, commas and the byte order mark. */
function isIgnored(code: number): boolean {
  return code <= 0x20 || code === 0x2c || code === 0xfeff;
}

/** Part of a name or number, which begin differently but end alike. */
function isWordPart(code: number): boolean {
  const isDigit = code >= 0x30 && code <= 0x39;
  const isLetter = (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code === 0x5f;
  return isDigit || isLetter || code === 0x2b || code === 0x2d;
}

function wordEnd(text: string, start: number): number {
  let at = start;
  while (isWordPart(text.charCodeAt(at + 1)) || isPoint(text, at + 1)) at++;
  return at;
}

/** The point of a number, not the first of the three of a fragment spread. */
function isPoint(text: string, at: number): boolean {
  return text.charCodeAt(at) === DOT && text.charCodeAt(at + 1) !== DOT;
}

function isOpening(code: number): boolean {
  return code === 0x28 || code === 0x5b || code === 0x7b;
}

function isClosing(code: number): boolean {
  return code === 0x29 || code === 0x5d || code === 0x7d;
}

/** Position of the closing quote of the string that begins at `start`. */
function stringEnd(text: string, start: number): number {
  if (text.startsWith('"""', start)) return blockEnd(text, start);
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE || endsLine(code)) return at;
    if (code === BACKSLASH) at++;
  }
  return text.length;
}

function blockEnd(text: string, start: number): number {
  let end = text.indexOf('"""', start + 3);
  while (end !== -1 && text.charCodeAt(end - 1) === BACKSLASH) end = text.indexOf('"""', end + 3);
  return end === -1 ? text.length : end + 2;
}

function lineEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && !endsLine(text.charCodeAt(at))) at++;
  return at;
}

function endsLine(code: number): boolean {
  return code === NEWLINE || code === RETURN;
}
