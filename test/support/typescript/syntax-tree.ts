import { parseAst } from "vitest/node";

export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Every node of a TypeScript text, each before its children, in the order of the text. */
export function nodesOf(text: string): SyntaxNode[] {
  const nodes: SyntaxNode[] = [];
  collect(parseAst(text, { lang: "ts" }).body, nodes);
  return nodes;
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value;
}

function collect(value: unknown, nodes: SyntaxNode[]): void {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) for (const each of value) collect(each, nodes);
  if (!isNode(value)) return;
  nodes.push(value);
  for (const key in value) if (key !== "parent") collect(value[key], nodes);
}
