/** A string, number or literal, as in RFC 8259. */
const SCALAR =
  /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;
const SPACE = /[ \t\r\n]*/y;

/**
 * The index at which a text stops being valid JSON; null if it is valid. Error messages of JSON.parse differ between
 * browsers, so they cannot be used.
 */
export function findJsonFault(text: string): number | null {
  let at = 0;
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.test(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const sign = (wanted: string): boolean => {
    skip(SPACE);
    const found = text[at] === wanted;
    if (found) at++;
    return found;
  };
  const key = (): boolean => {
    skip(SPACE);
    return text[at] === '"' && skip(SCALAR) && sign(":");
  };
  /** The closing brackets of the open objects and arrays. */
  const open: string[] = [];
  for (;;) {
    if (sign("{")) {
      if (!sign("}")) {
        open.push("}");
        if (!key()) return at;
        continue;
      }
    } else if (sign("[")) {
      if (!sign("]")) {
        open.push("]");
        continue;
      }
    } else if (!skip(SCALAR)) return at;
    // After a value: close the enclosing objects and arrays, or continue with the next value.
    for (;;) {
      const end = open.at(-1);
      if (end === undefined) {
        skip(SPACE);
        return at === text.length ? null : at;
      }
      if (!sign(end)) break;
      open.pop();
    }
    if (!sign(",")) return at;
    if (open.at(-1) === "}" && !key()) return at;
  }
}
