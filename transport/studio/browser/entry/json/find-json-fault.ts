/** A string, number or word as RFC 8259 writes them. */
const SCALAR =
  /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;
const SPACE = /[ \t\r\n]*/y;

/** Where a text stops being JSON, as an index in it; null for a text that is JSON. Browsers tell it each in its own words. */
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
  /** The ends of the objects and arrays that are open. */
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
    // Behind a value: the ends of what it is in, or the next one.
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
