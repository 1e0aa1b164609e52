import { StreamLanguage } from "@codemirror/language";

const TOKENS: readonly (readonly [pattern: RegExp, style: string])[] = [
  [/^"(?:[^"\\]|\\.)*"(?=\s*:)/, "propertyName"],
  [/^"(?:[^"\\]|\\.)*"?/, "string"],
  [/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/, "number"],
  [/^(?:true|false)\b/, "bool"],
  [/^null\b/, "null"],
];

/** Number of open brackets. */
interface Nesting {
  depth: number;
}

/** JSON for highlighting: classifies tokens without checking their order. */
export const jsonLanguage = StreamLanguage.define<Nesting>({
  name: "json",
  startState: () => ({ depth: 0 }),
  token(stream, state) {
    for (const [pattern, style] of TOKENS) if (stream.match(pattern)) return style;
    const sign = stream.next();
    if (sign === "{" || sign === "[") state.depth++;
    if (sign === "}" || sign === "]") state.depth--;
    return null;
  },
  indent: ({ depth }, after, { unit }) => Math.max(0, depth - (/^\s*[\]}]/.test(after) ? 1 : 0)) * unit,
  languageData: { closeBrackets: { brackets: ["[", "{", '"'] } },
});
