import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import type { Environment } from "./config-env.ts";

/** Names of variables whose values are secrets of the process. */
const SECRET = /TOKEN|SECRET|PASS|KEY|CREDENTIAL|AUTH|COOKIE|^GALLEY_/i;

/**
 * The variables for a project's configuration: those of its `.env`, overridden by those of the process that are not
 * secret.
 */
export async function projectEnvironment(project: string, environment: Environment): Promise<Environment> {
  const own = await readOwn(project);
  const others = Object.entries(environment).filter(([name]) => Object.hasOwn(own, name) || !SECRET.test(name));
  return { ...own, ...Object.fromEntries(others) };
}

async function readOwn(project: string): Promise<Environment> {
  try {
    return { ...parseEnv(await readFile(join(project, ".env"), "utf8")) };
  } catch {
    return {};
  }
}
