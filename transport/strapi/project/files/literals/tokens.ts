/** A word, a literal or a sign of a source. */
export interface Token {
  readonly kind: "text" | "number" | "name" | "sign";
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

export interface Tokens {
  readonly list: readonly Token[];
  /** The place of each closing parenthesis, by the place of its opening one. */
  readonly closers: ReadonlyMap<number, number>;
  /** The last line of the source. */
  readonly lines: number;
}

const TOKEN =
  /(?<blank>\s+|\/\/[^\n]*|\/\*.*?(?:\*\/|$))|(?<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\$]|\\.)*`)|(?<number>\d(?:[\w.]|(?<=e)[+-])*)|(?<name>[\p{ID_Start}$_][\p{ID_Continue}$]*)|(?<sign>`(?:[^`\\]|\\.)*`|=>|.)/gsu;

/** The tokens of JavaScript or TypeScript, in linear time. A text without an end is the last one. */
export function tokensOf(source: string): Tokens {
  const list: Token[] = [];
  const closers = new Map<number, number>();
  const open: number[] = [];
  let line = 1;
  for (const { groups = {}, 0: text } of source.matchAll(TOKEN)) {
    const kind = (["text", "number", "name", "sign"] as const).find((each) => groups[each] !== undefined);
    if (kind !== undefined) {
      if (text === "(") open.push(list.length);
      const opener = text === ")" ? open.pop() : undefined;
      if (opener !== undefined) closers.set(opener, list.length);
      list.push({ kind, text, line });
    }
    // Looking for the end again at each quote inside would take quadratic time.
    if (kind === "sign" && /^["'`]$/.test(text)) break;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) line++;
  }
  return { list, closers, lines: source.split("\n").length };
}
