import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";

/** Gives the process the variables of a project's `.env` that it has not, as Strapi does: code reads them anywhere. */
export async function loadVariables(project: string): Promise<void> {
  const text = await readFile(join(project, ".env"), "utf8").catch(() => "");
  for (const [name, value] of Object.entries(parseEnv(text))) process.env[name] ??= value;
}
