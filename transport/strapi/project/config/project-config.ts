import { createRequire } from "node:module";
import { join } from "node:path";
import { isRecord } from "../../../../engine/internal.ts";
import { checkConfig } from "../../../config/check-config.ts";
import { ConfigError } from "../../../config/config-error.ts";
import { readFolder } from "../files/folder.ts";
import { type Data, EXTENSIONS, isJson, readData } from "../files/read-data.ts";
import type { Findings } from "../findings.ts";
import type { Environment, Reading } from "./config-env.ts";
import { projectEnvironment } from "./project-env.ts";
import {
  apiSettings,
  middlewareSettings,
  overProject,
  type ProjectSettings,
  pluginSettings,
  privateAttributesIn,
  serverSettings,
  type Understood,
} from "./project-settings.ts";
import { runConfig } from "./run-config.ts";

/** The settings in a project's configuration that have a meaning here. */
export interface ProjectConfig {
  readonly settings: ProjectSettings;
  /** Names of attributes that are private in every type. */
  readonly privateAttributes: readonly string[];
}

export const NO_CONFIG: ProjectConfig = { settings: {}, privateAttributes: [] };

/** The configuration files that have a meaning here, and how each is interpreted. */
const UNDERSTOOD: { readonly [name: string]: (value: unknown) => Understood } = {
  middlewares: middlewareSettings,
  server: serverSettings,
  plugins: pluginSettings,
  api: apiSettings,
};

/** The values of `config/`, overridden by `config/env/<NODE_ENV>/`. */
export async function loadProjectConfig(
  project: string,
  { environment, runCode, runsProject }: Reading,
  findings: Findings,
): Promise<ProjectConfig> {
  const files: { readonly file: string; readonly name: string }[] = [];
  for (const folder of ["config", `config/env/${environment.NODE_ENV ?? "development"}`]) {
    const found = await readFolder(join(project, folder));
    for (const name of Object.keys(UNDERSTOOD)) {
      const fileName = EXTENSIONS.map((extension) => name + extension).find((each) => found.files.includes(each));
      if (fileName !== undefined) files.push({ file: `${folder}/${fileName}`, name });
    }
  }
  const names = files.map(({ file }) => file);
  const own = names.every(isJson) ? {} : await projectEnvironment(project, environment, findings);
  const values = await (runCode ? readAll(project, names, own, findings) : readLiterals(project, names, own, findings));
  let config = NO_CONFIG;
  for (const { file, name } of files) {
    if (!values.has(file)) continue;
    const value = values.get(file);
    if (name === "middlewares" ? !Array.isArray(value) : !isRecord(value)) {
      findings.warning(file, `is left out: it must give ${name === "middlewares" ? "a list" : "an object"}`);
      continue;
    }
    const { settings, unknown, code = [] } = UNDERSTOOD[name]?.(value) ?? { settings: {}, unknown: [] };
    const left = runsProject ? unknown.filter((path) => !code.includes(path)) : unknown;
    if (left.length > 0) findings.warning(file, `not understood and left out: ${left.join(", ")}`);
    config = {
      settings: overProject(config.settings, { ...checked(settings, file, findings) }),
      privateAttributes: (name === "api" ? privateAttributesIn(value) : undefined) ?? config.privateAttributes,
    };
  }
  return withGraphqlWhereInstalled(config, files.find(({ name }) => name === "plugins")?.file ?? "", findings);
}

/** A project's options must not make a server without GraphQL fail. */
function withGraphqlWhereInstalled(config: ProjectConfig, file: string, findings: Findings): ProjectConfig {
  const { graphql, ...settings } = config.settings;
  if (!graphql) return config;
  try {
    createRequire(import.meta.url).resolve("graphql");
    return config;
  } catch {
    findings.warning(file, "GraphQL is not served: it needs the package graphql (npm install graphql@16)");
    return { ...config, settings };
  }
}

/** The values of the files that need not be run; the others are reported. */
async function readLiterals(
  project: string,
  files: readonly string[],
  own: Environment,
  findings: Findings,
): Promise<ReadonlyMap<string, unknown>> {
  const values = new Map<string, unknown>();
  for (const file of files) {
    const data = await readData(join(project, file), own);
    if ("value" in data) values.set(file, data.value);
    else if (data.isCode) {
      findings.warning(file, data.fault);
      findings.unread.push(file);
    } else findings.fault(file, data.fault);
  }
  return values;
}

/** The values of the readable files, which are run; the others are reported. */
async function readAll(
  project: string,
  files: readonly string[],
  own: Environment,
  findings: Findings,
): Promise<ReadonlyMap<string, unknown>> {
  const data = await readConfig(project, files, own);
  const faulty = files.filter((file) => file.endsWith(".ts") && "fault" in (data.get(file) ?? {}));
  // Their imports may be missing here; a project that was built has the same values beside them.
  const builtFile = (file: string) => `dist/${file.replace(/ts$/, "js")}`;
  const built = await readConfig(project, faulty.map(builtFile), own);
  const values = new Map<string, unknown>();
  const found = (file: string) => readOf(data.get(file)) ?? readOf(built.get(builtFile(file)));
  const lacking = files.filter((file) => found(file) === null && MISSING.test(faultOf(data.get(file))));
  const partly = await readConfig(project, lacking, own, { standIns: true });
  for (const file of files) {
    const read = found(file) ?? readOf(partly.get(file));
    const fault = faultOf(data.get(file));
    if (read !== null) {
      values.set(file, read.value);
      const reason = fault.replace(/^cannot be read: /, "");
      if (partly.has(file)) findings.warning(file, `is read without what it takes from a package: ${reason}`);
    } else if (file.endsWith(".ts")) {
      findings.warning(file, `is left out, with its settings: ${fault}`);
    } else findings.fault(file, fault);
  }
  return values;
}

/** The fault of a file that imports a package which is not installed: projects are cloned without. */
const MISSING = /Cannot find (?:module|package) '[^./\\]/;

function readOf(data: Data | undefined): { readonly value: unknown } | null {
  return data !== undefined && "value" in data ? data : null;
}

function faultOf(data: Data | undefined): string {
  return data !== undefined && "fault" in data ? data.fault : "cannot be read";
}

async function readConfig(
  project: string,
  files: readonly string[],
  environment: Environment,
  options?: { readonly standIns: boolean },
): Promise<ReadonlyMap<string, Data>> {
  const read = new Map<string, Data>();
  const modules: string[] = [];
  for (const file of files) {
    if (isJson(file)) read.set(file, await readData(join(project, file)));
    else modules.push(file);
  }
  if (modules.length === 0) return read;
  const ran = await runConfig(project, modules, environment, options);
  return new Map([...read, ...ran]);
}

/** The valid parts of it; each fault is reported with its path. */
function checked(settings: Understood["settings"], file: string, findings: Findings): ProjectSettings {
  const kept = Object.entries(settings).filter(([name, value]) => {
    try {
      checkConfig({ [name]: value }, file);
      return true;
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      for (const { path, message } of error.issues) findings.fault(file, message, path);
      return false;
    }
  });
  // Each value was checked by its key.
  return Object.fromEntries(kept) as ProjectSettings;
}
