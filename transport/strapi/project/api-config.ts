import { join } from "node:path";
import type { UnknownRecord } from "../../../engine/internal.ts";
import { checkConfig } from "../../config/check-config.ts";
import { ConfigError } from "../../config/config-error.ts";
import type { RestConfig } from "../../contract/rest-config.ts";
import { configEnv, type Environment } from "./config-env.ts";
import type { Findings } from "./findings.ts";
import { readFolder } from "./folder.ts";
import { type Data, EXTENSIONS, readData } from "./read-data.ts";
import { readFailure } from "./read-failure.ts";
import { recordAt } from "./record.ts";

/** What `config/api` says, as far as it is of use here. */
export interface ApiConfig {
  readonly rest: RestConfig;
  /** Names of attributes that are private in every type. */
  readonly privateAttributes: readonly string[];
}

/** The values of `config/api` with those of `config/env/<NODE_ENV>/api` over them. */
export async function loadApiConfig(project: string, environment: Environment, findings: Findings): Promise<ApiConfig> {
  let config: ApiConfig = { rest: {}, privateAttributes: [] };
  for (const folder of ["config", `config/env/${environment.NODE_ENV ?? "development"}`]) {
    const { files } = await readFolder(join(project, folder));
    const name = EXTENSIONS.map((extension) => `api${extension}`).find((each) => files.includes(each));
    if (name === undefined) continue;
    const file = `${folder}/${name}`;
    const value = await readConfig(project, file, environment, findings);
    config = {
      rest: { ...config.rest, ...checkRest(recordAt(value, "rest"), file, findings) },
      privateAttributes: namesIn(recordAt(value, "responses").privateAttributes) ?? config.privateAttributes,
    };
  }
  return config;
}

async function readConfig(
  project: string,
  file: string,
  environment: Environment,
  findings: Findings,
): Promise<unknown> {
  const data = await evaluate(join(project, file), environment);
  if ("value" in data) return data.value;
  if (!file.endsWith(".ts")) return findings.fault(file, data.fault);
  // What it imports may be missing here; a project that was built has the same values beside it.
  const built = await evaluate(join(project, "dist", file.replace(/ts$/, "js")), environment);
  if ("value" in built) return built.value;
  return findings.warning(file, `is left out, and so is what it sets: ${data.fault}`);
}

/** A file holds the values or a function that gives them. */
async function evaluate(file: string, environment: Environment): Promise<Data> {
  const data = await readData(file);
  if ("fault" in data || typeof data.value !== "function") return data;
  try {
    return { value: await data.value({ env: configEnv(environment) }) };
  } catch (error) {
    return { fault: `cannot be read: ${readFailure(error)}` };
  }
}

function checkRest(rest: UnknownRecord, file: string, findings: Findings): RestConfig {
  const given = {
    defaultLimit: asNumber(rest.defaultLimit),
    maxLimit: isUnlimited(rest.maxLimit) ? Number.MAX_SAFE_INTEGER : asNumber(rest.maxLimit),
    withCount: rest.withCount,
    prefix: rest.prefix,
  };
  const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  try {
    return checkConfig({ rest: values }, file).rest ?? {};
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const { path, message } of error.issues) findings.fault(file, message, path);
    return {};
  }
}

/** Environment variables are texts. */
function asNumber(value: unknown): unknown {
  return typeof value === "string" && value.trim() !== "" ? Number(value) : value;
}

/** Strapi's ways to say that there is no maximum. */
function isUnlimited(value: unknown): boolean {
  return value === null || value === 0 || value === -1;
}

function namesIn(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : undefined;
}
