import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { reasonOf, strictText } from "../../../../storage/core.ts";
import type { Findings } from "../findings.ts";
import type { Environment } from "./config-env.ts";

const FILE = ".env";

/** Names of variables whose values are secrets of the process. */
const SECRET = /TOKEN|SECRET|PASS|KEY|CREDENTIAL|AUTH|COOKIE|^GALLEY_/i;

/**
 * The variables for a project's configuration: from its `.env`, overridden by the process's variables that are not
 * secret. A `.env` that is no text is reported and left out.
 */
export async function projectEnvironment(
  project: string,
  environment: Environment,
  findings: Findings,
): Promise<Environment> {
  const own = await readOwn(project, findings);
  const others = Object.entries(environment).filter(([name]) => Object.hasOwn(own, name) || !SECRET.test(name));
  return { ...own, ...Object.fromEntries(others) };
}

async function readOwn(project: string, findings: Findings): Promise<Environment> {
  let bytes: Buffer;
  try {
    bytes = await readFile(join(project, FILE));
  } catch {
    return {};
  }
  try {
    const text = strictText(bytes);
    // No variable of a process can have such a value.
    if (!text.includes("\0")) return { ...parseEnv(text) };
    findings.fault(FILE, "cannot be read: it has null characters");
  } catch (error) {
    findings.fault(FILE, `cannot be read: ${reasonOf(error)}`);
  }
  return {};
}
