/** Position of the first syntax error in a JSON text: `unexpected "}" at line 3, column 5`. */
export function jsonFault(text: string): string {
  const position = faultPosition(text);
  const found = position < text.length ? `unexpected ${JSON.stringify(text[position])}` : "unexpected end";
  const lines = text.slice(0, position).split("\n");
  return `${found} at line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`;
}

type Expected = "value" | "value or end" | "key" | "key or end" | "colon" | "separator";

/** Reads token by token with an explicit stack of open brackets, so that any nesting works. */
function faultPosition(text: string): number {
  const open: string[] = [];
  let expected: Expected = "value";
  let position = endOf(BLANK, text, 0);
  while (position < text.length) {
    const kind = kindOf(text.charAt(position));
    const { end, whole } = tokenAt(text, position, kind);
    if (!allowed(expected, open).includes(kind)) return position;
    if (!whole) return end;
    expected = afterToken(kind, expected, open);
    position = endOf(BLANK, text, end);
  }
  return position;
}

const BLANK = /[\t\n\r ]*/y;
const ATOM = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)?/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a string holds none of them
const UNCLOSED_STRING = /"(?:[^"\\\u0000-\u001f]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;

function endOf(pattern: RegExp, text: string, position: number): number {
  pattern.lastIndex = position;
  pattern.test(text);
  return pattern.lastIndex;
}

/** The first character of a token decides its kind; numbers and words are atoms. */
function kindOf(character: string): string {
  return '{}[]:,"'.includes(character) ? character : "atom";
}

/** The end of the token, or of its valid part if it is not complete. */
function tokenAt(text: string, position: number, kind: string): { end: number; whole: boolean } {
  if (kind === "atom") {
    const end = endOf(ATOM, text, position);
    return { end, whole: end > position };
  }
  if (kind !== '"') return { end: position + 1, whole: true };
  const end = endOf(UNCLOSED_STRING, text, position);
  return text[end] === '"' ? { end: end + 1, whole: true } : { end, whole: false };
}

const VALUE = ["{", "[", '"', "atom"];

function allowed(expected: Expected, open: readonly string[]): readonly string[] {
  switch (expected) {
    case "value":
      return VALUE;
    case "value or end":
      return [...VALUE, "]"];
    case "key":
      return ['"'];
    case "key or end":
      return ['"', "}"];
    case "colon":
      return [":"];
    case "separator":
      return open.length === 0 ? [] : [",", open.at(-1) === "{" ? "}" : "]"];
  }
}

/** The kinds of tokens that may follow a token; updates the stack of open brackets. */
function afterToken(kind: string, expected: Expected, open: string[]): Expected {
  switch (kind) {
    case "{":
      open.push(kind);
      return "key or end";
    case "[":
      open.push(kind);
      return "value or end";
    case "}":
    case "]":
      open.pop();
      return "separator";
    case ",":
      return open.at(-1) === "{" ? "key" : "value";
    case ":":
      return "value";
    default:
      return expected.startsWith("key") ? "colon" : "separator";
  }
}
