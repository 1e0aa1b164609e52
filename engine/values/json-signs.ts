const BACKSLASH = 0x5c;

/** Position of the closing quote of the string that begins at `start` of a JSON text. */
export function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/** Whether an odd number of backslashes is before this position. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === BACKSLASH) first--;
  return (at - first) % 2 === 1;
}

export function isOpening(code: number): boolean {
  return code === 0x7b || code === 0x5b;
}

export function isClosing(code: number): boolean {
  return code === 0x7d || code === 0x5d;
}
