import type { Environment } from "../config/config-env.ts";
import { CODE, LiteralReader } from "./literal-reader.ts";

/** The export of a module, or the line at which it needs to be run. */
export type Literal = { readonly value: unknown } | { readonly codeAt: number };

/**
 * The export of a module, without running it: literals, constants, sums and products of numbers, variables of the
 * environment (`env(…)`, `process.env.…`), and a function that only returns such a value. Types are skipped. Never throws.
 */
export function readLiteral(source: string, environment: Environment): Literal {
  const reader = new LiteralReader(source, environment);
  try {
    return { value: reader.readModule() };
  } catch (error) {
    if (error === CODE) return { codeAt: reader.line };
    throw error;
  }
}
