import type { Environment } from "../../config/config-env.ts";
import { CODE, TokenCursor } from "./token-cursor.ts";
import { tokensOf } from "./tokens.ts";
import { ValueParser } from "./value-parser.ts";

/** The export of a module, or the line at which it needs to be run. */
export type Literal = { readonly value: unknown } | { readonly codeAt: number };

/**
 * The export of a module, without running it: literals, constants, sums and products of numbers, variables of the
 * environment (`env(…)`, `process.env.…`), and a function that only returns such a value. Types are skipped. Never throws.
 */
export function readLiteral(source: string, environment: Environment): Literal {
  const cursor = new TokenCursor(tokensOf(source));
  try {
    return { value: moduleAt(cursor, new ValueParser(cursor, environment)) };
  } catch (error) {
    if (error === CODE) return { codeAt: cursor.line };
    throw error;
  }
}

function moduleAt(cursor: TokenCursor, values: ValueParser): unknown {
  let exported: { readonly value: unknown } | undefined;
  while (!cursor.isAtEnd) {
    if (cursor.take(";")) continue;
    if (cursor.next?.kind === "text") cursor.at++;
    else if (cursor.take("import")) skipImport(cursor);
    else if (cursor.take("const")) values.constant();
    else if (cursor.take("module", ".", "exports", "=") || cursor.take("export", "default")) {
      exported = { value: values.exported() };
    } else throw CODE;
  }
  if (exported === undefined) throw CODE;
  return exported.value;
}

/** Of types, and from this package. */
function skipImport(cursor: TokenCursor): void {
  const ofTypes = cursor.take("type");
  while (!cursor.isAtEnd && !cursor.take("from")) cursor.at++;
  if (cursor.text() !== "galley" && !ofTypes) throw CODE;
}
