/**
 * The names in a decoded key: `a[b][0][]` is a, b, 0 and the empty name. Null if one of them is special in JavaScript
 * (`constructor`, `__proto__`): such a parameter is ignored (reads, §2).
 *
 * Brackets inside a name are balanced (`a[[b]]` names `[b]`), text after a closing bracket is ignored, and anything that
 * is never closed, or is nested deeper than `depth`, is one literal name.
 */
export function bracketPath(key: string, depth: number): readonly string[] | null {
  let open = key.indexOf("[");
  if (open === -1) return isInherited(key) ? null : [key];

  const path: string[] = open === 0 ? [] : [key.slice(0, open)];
  for (let level = 0; open !== -1 && level < depth; level++) {
    const close = closingBracket(key, open);
    if (close === -1) break;
    path.push(key.slice(open + 1, close));
    open = key.indexOf("[", close + 1);
  }
  if (path.some(isInherited)) return null;
  if (open !== -1) path.push(key.slice(open));
  return path;
}

/** Position of the bracket that closes the one at `open`; -1 if there is none. */
function closingBracket(key: string, open: number): number {
  let level = 0;
  for (let at = open; at < key.length; at++) {
    const character = key[at];
    if (character === "[") level++;
    else if (character === "]" && --level === 0) return at;
  }
  return -1;
}

function isInherited(name: string): boolean {
  return name in Object.prototype;
}
