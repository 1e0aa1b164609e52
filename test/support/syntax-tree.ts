import { parseAst } from "vitest/node";

export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Every node of a TypeScript text. */
export function nodesOf(text: string): SyntaxNode[] {
  return [...nodesIn(parseAst(text, { lang: "ts" }).body)];
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value;
}

function* nodesIn(value: unknown): Generator<SyntaxNode> {
  if (Array.isArray(value)) for (const each of value) yield* nodesIn(each);
  if (!isNode(value)) return;
  yield value;
  for (const [key, child] of Object.entries(value)) if (key !== "parent") yield* nodesIn(child);
}
