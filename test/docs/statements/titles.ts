import { existsSync, readFileSync } from "node:fs";
import { isNode, nodesOf, type SyntaxNode } from "../../support/typescript/syntax-tree.ts";
import type { TestName } from "./entry.ts";

const root = new URL("../../../", import.meta.url);
const RUNNERS: ReadonlySet<unknown> = new Set(["describe", "it", "test"]);

/** Why there is no such test, or null where there is one. */
export function faultOf(name: TestName): string | null {
  const [path = "", words = ""] = name.split(" › ");
  if (!existsSync(new URL(path, root))) return `no such file: ${path}`;
  return words !== "" && titlesOf(path).some((title) => title.includes(words)) ? null : `no such test: ${name}`;
}

const known = new Map<string, readonly string[]>();

/** The titles of a file's tests and groups as they stand there; in a file of cases their names. */
function titlesOf(path: string): readonly string[] {
  const text = readFileSync(new URL(path, root), "utf8");
  const titles = known.get(path) ?? titlesIn(text, path.endsWith(".cases.ts"));
  known.set(path, titles);
  return titles;
}

function titlesIn(text: string, isCases: boolean): readonly string[] {
  const found = nodesOf(text).flatMap((node) => {
    const title = isCases ? caseName(node) : runnerTitle(node);
    return title === null ? [] : [text.slice(title.start + 1, title.end - 1)];
  });
  return found;
}

/** `describe("title", …)`, `it.each(rows)("title", …)` and the like. */
function runnerTitle({ type, callee, arguments: given }: SyntaxNode): SyntaxNode | null {
  if (type !== "CallExpression" || !RUNNERS.has(rootOf(callee))) return null;
  return textNode(Array.isArray(given) ? given[0] : null);
}

function caseName({ type, key, value }: SyntaxNode): SyntaxNode | null {
  return type === "Property" && isNode(key) && key.name === "name" ? textNode(value) : null;
}

function textNode(value: unknown): SyntaxNode | null {
  if (!isNode(value)) return null;
  const isText = value.type === "TemplateLiteral" || (value.type === "Literal" && typeof value.value === "string");
  return isText ? value : null;
}

/** The name that a chain of calls and members begins with. */
function rootOf(callee: unknown): unknown {
  if (!isNode(callee)) return null;
  if (callee.type === "Identifier") return callee.name;
  return rootOf(callee.type === "MemberExpression" ? callee.object : callee.callee);
}
