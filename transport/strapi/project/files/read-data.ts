import { readFile, stat } from "node:fs/promises";
import { extname, resolve } from "node:path";
import { parseExactly, strangeNumber } from "../../../../engine/internal.ts";
import { isSyntaxError, strictText } from "../../../../storage/core.ts";
import type { Environment } from "../config/config-env.ts";
import { importFresh } from "./import-fresh.ts";
import { jsonFault } from "./json-fault.ts";
import { readLiteral } from "./literals/read-literal.ts";
import { readFailure } from "./read-failure.ts";

/** Extensions of readable files: the first is used if there are several. */
export const EXTENSIONS = [".json", ".js", ".cjs", ".mjs", ".ts"] as const;

/** Whether a file is JSON by its name, which Windows may write in capitals. */
export function isJson(file: string): boolean {
  return extname(file).toLowerCase() === ".json";
}

/** The value in a file, or why it cannot be read. */
export type Data = { readonly value: unknown } | { readonly fault: string; readonly isCode?: true };

/**
 * The value of a JSON file, or the default export of a module. With `unrun`, the variables for its `env`, a module is not
 * run, and `isCode` if it holds more than literals. Never rejects.
 */
export async function readData(file: string, unrun?: Environment): Promise<Data> {
  try {
    const found = await stat(file);
    // A pipe or a device could block forever.
    if (!found.isFile()) return { fault: "is not a file" };
    if (isJson(file)) return parseJson(await readText(file));
    return unrun === undefined ? { value: await importDefault(file) } : literalIn(await readText(file), unrun);
  } catch (error) {
    return unreadable(error);
  }
}

function literalIn(source: string, environment: Environment): Data {
  const read = readLiteral(source, environment);
  if ("value" in read) return read;
  return { fault: `is not read: line ${read.codeAt} is code, which is not run`, isCode: true };
}

/** Why a JSON file could not be read piece by piece: only its whole text shows the position of a syntax error. */
export async function faultOf(file: string, error: unknown): Promise<Data> {
  return isSyntaxError(error) ? readData(file) : unreadable(error);
}

export function unreadable(error: unknown): Data {
  return { fault: `cannot be read: ${readFailure(error)}` };
}

/** A separate function, so that nothing references the bytes while the text is parsed. */
async function readText(file: string): Promise<string> {
  return strictText(await readFile(file));
}

function parseJson(text: string): Data {
  try {
    return { value: withDigits(parseExactly(text)) };
  } catch {
    return { fault: `is not JSON: ${jsonFault(text)}` };
  }
}

/** The same with each bigint as its text, as the options of a biginteger may be. */
export function withDigits(value: unknown): unknown {
  return strangeNumber(value) === null
    ? value
    : JSON.parse(JSON.stringify(value, (_, part) => (typeof part === "bigint" ? String(part) : part)));
}

async function importDefault(file: string): Promise<unknown> {
  const module = await importModule(file);
  const exported = "default" in module ? module.default : { ...module };
  // The form of `export default` in compiled CommonJS modules.
  const compiled = typeof exported === "object" && exported !== null && "__esModule" in exported;
  return compiled && "default" in exported ? exported.default : exported;
}

async function importModule(file: string): Promise<Record<string, unknown>> {
  if (extname(file).toLowerCase() !== ".ts") return importFresh(file);
  // Not every version of Node.js that Galley runs on reads TypeScript.
  const { createJiti } = await import("jiti");
  return createJiti(import.meta.url, { fsCache: false, moduleCache: false }).import(resolve(file));
}
