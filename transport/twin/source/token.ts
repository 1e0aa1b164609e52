import { readFile, stat } from "node:fs/promises";
import { TwinError } from "../twin-error.ts";

/** Where a token is given: by the name of a variable, or in a file that only its owner can read. */
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
): Promise<string | undefined> {
  if (variable !== undefined) {
    const token = environment[variable]?.trim();
    if (token === undefined || token === "") throw new TwinError(`the variable ${variable} of --token-env is empty`);
    return token;
  }
  if (file === undefined) return undefined;
  const { mode } = await stat(file).catch((error: Error) => {
    throw new TwinError(`${file} of --token-file cannot be read: ${error.message}`);
  });
  if (process.platform !== "win32" && (mode & 0o077) !== 0)
    throw new TwinError(`${file} can be read by others: chmod 600 ${file}`);
  return (await readFile(file, "utf8")).trim();
}
