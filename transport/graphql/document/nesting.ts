const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const HASH = 0x23;
const NEWLINE = 0x0a;

/**
 * Whether brackets stand within each other more than `depth` times in a document: looked at before it is parsed, because
 * a parser goes down as deep as the text does.
 */
export function isNestedDeeper(text: string, depth: number): boolean {
  let level = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = stringEnd(text, at);
        break;
      case HASH:
        at = lineEnd(text, at);
        break;
      case 0x28: // (
      case 0x5b: // [
      case 0x7b: // {
        if (++level > depth) return true;
        break;
      case 0x29:
      case 0x5d:
      case 0x7d:
        level--;
    }
  }
  return false;
}

/** Place of the last quote of the string that begins at `start`. */
function stringEnd(text: string, start: number): number {
  if (text.startsWith('"""', start)) return blockEnd(text, start);
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE || code === NEWLINE) return at;
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
  const end = text.indexOf("\n", start);
  return end === -1 ? text.length : end;
}
