import { readFile, stat } from "node:fs/promises";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { TwinError } from "../twin-error.ts";

/** Where a token is given: by the name of a variable, or in a file that only its owner can read; `-` asks for it. */
export interface TokenPlace {
  readonly variable?: string | undefined;
  readonly file?: string | undefined;
}

/**
 * The token of a source; undefined where none is named.
 *
 * @throws TwinError for a variable that is empty, and for a file that others may read.
 */
export async function sourceToken(
  { variable, file }: TokenPlace,
  environment: { readonly [name: string]: string | undefined },
  input: NodeJS.ReadableStream & { readonly isTTY?: boolean } = process.stdin,
): Promise<string | undefined> {
  if (variable !== undefined) {
    const token = environment[variable]?.trim();
    if (token === undefined || token === "") throw new TwinError(`the variable ${variable} of --token-env is empty`);
    return token;
  }
  if (file === undefined) return undefined;
  if (file === "-") return askedToken(input);
  const { mode } = await stat(file).catch((error: Error) => {
    throw new TwinError(`${file} of --token-file cannot be read: ${error.message}`);
  });
  if (process.platform !== "win32" && (mode & 0o077) !== 0)
    throw new TwinError(`${file} can be read by others: chmod 600 ${file}`);
  return (await readFile(file, "utf8")).trim();
}

/** The first line of an input. A terminal is asked for it, and does not show it. */
async function askedToken(input: NodeJS.ReadableStream & { readonly isTTY?: boolean }): Promise<string> {
  const terminal = input.isTTY === true;
  if (terminal) process.stderr.write("Token: ");
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output, terminal });
  try {
    for await (const line of lines) if (line.trim() !== "") return line.trim();
  } finally {
    lines.close();
    if (terminal) process.stderr.write("\n");
  }
  throw new TwinError("standard input, of --token-file -, holds no token");
}
