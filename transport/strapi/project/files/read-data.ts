import { readFile, stat } from "node:fs/promises";
import { extname, resolve } from "node:path";
import { parseExactly, strangeNumber } from "../../../../engine/internal.ts";
import { isSyntaxError, strictText } from "../../../../storage/core.ts";
import { importFresh } from "./import-fresh.ts";
import { jsonFault } from "./json-fault.ts";
import { readFailure } from "./read-failure.ts";

/** Extensions of readable files: the first is used if there are several. */
export const EXTENSIONS = [".json", ".js", ".cjs", ".mjs", ".ts"] as const;

/** Whether a file is JSON by its name, which Windows may write in capitals. */
export function isJson(file: string): boolean {
  return extname(file).toLowerCase() === ".json";
}

/** The value in a file, or why it cannot be read. */
export type Data = { readonly value: unknown } | { readonly fault: string };

/** The value of a JSON file, or the default export of a module. Never rejects. */
export async function readData(file: string): Promise<Data> {
  try {
    const found = await stat(file);
    // A pipe or a device could block forever.
    if (!found.isFile()) return { fault: "is not a file" };
    return isJson(file) ? parseJson(await readText(file)) : { value: await importDefault(file) };
  } catch (error) {
    return unreadable(error);
  }
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
