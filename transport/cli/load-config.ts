import { existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { type InexactNumber, inexactMessage, inexactNumbers, isRecord } from "../../engine/internal.ts";
import { errorCode, reasonOf, strictText } from "../../storage/internal.ts";
import { checkConfig } from "../config/check-config.ts";
import type { GalleyConfig } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";
import type { OwnFakes } from "../library/factory/own-fakes.ts";
import { importFresh } from "../strapi/project/files/import-fresh.ts";
import { readData } from "../strapi/project/files/read-data.ts";

/** Searched for in this order in the current folder. */
const CONFIG_FILES = ["ts", "mts", "js", "mjs", "json"].map((extension) => `galley.config.${extension}`);

export interface LoadedConfig {
  readonly config: GalleyConfig;
  /** The file's name in messages. */
  readonly source: string;
  /** Base of the relative paths in it. */
  readonly folder: string;
}

/**
 * The configuration in `file`; without `file` the one in `folder`, or else in `project`; else an empty one. A module is
 * run, unless `runCode` is false and `file` does not name it: then it may hold literals only. `runsProject`: as `checkConfig`
 * takes it.
 *
 * @throws ConfigError if the file cannot be read, is invalid, or is one of several.
 */
export async function loadConfig(
  folder: string,
  file?: string,
  project?: string,
  { runCode = true, runsProject = false } = {},
): Promise<LoadedConfig> {
  if (file !== undefined) return readConfig(resolve(folder, file), { readModule: importDefault, runsProject });
  const reading = { readModule: runCode ? importDefault : literalDefault, runsProject };
  const find = (each: string) => findConfig(each, reading);
  const found = (await find(folder)) ?? (project === undefined ? null : await find(resolve(folder, project)));
  return found ?? { config: {}, source: folder, folder };
}

/** The files that `loadConfig` looks for, whether they exist or not, as absolute paths. */
export function configFiles(folder: string, file?: string, project?: string): readonly string[] {
  if (file !== undefined) return [resolve(folder, file)];
  const folders = project === undefined ? [folder] : [folder, resolve(folder, project)];
  return folders.flatMap((each) => [...CONFIG_FILES, "package.json"].map((name) => resolve(each, name)));
}

/** The only `galley.config.*`, or the key `galley` of package.json, in a folder; null if there is neither. */
async function findConfig(folder: string, reading: Reading): Promise<LoadedConfig | null> {
  const found = CONFIG_FILES.filter((name) => existsSync(join(folder, name)));
  const [only, other] = found;
  if (other !== undefined) throw fault(folder, `holds both ${only} and ${other}: keep one`);
  if (only !== undefined) return readConfig(join(folder, only), reading);
  return readPackage(join(folder, "package.json"), reading);
}

/**
 * The values of generated entries in `file`, else in `fake.mjs` beside the project; empty without either.
 *
 * @throws ConfigError if the file cannot be read, or holds no object.
 */
export async function loadFakes(file: string | undefined, project: string): Promise<OwnFakes> {
  const beside = existsSync(project) && statSync(project).isFile() ? dirname(project) : project;
  const path = resolve(file ?? join(beside, "fake.mjs"));
  if (!existsSync(path)) {
    if (file === undefined) return {};
    throw fault(path, "there is no such file");
  }
  const value = /\.json$/i.test(path) ? await readJson(path) : await importDefault(path);
  if (!isRecord(value)) throw fault(path, "must have an object of entries by type");
  // Its values are checked when entries are made of them.
  return value as OwnFakes;
}

interface Reading {
  readonly readModule: (path: string) => Promise<unknown>;
  readonly runsProject: boolean;
}

async function readConfig(path: string, { readModule, runsProject }: Reading): Promise<LoadedConfig> {
  if (!existsSync(path)) throw fault(path, "there is no such file");
  const value = /\.json$/i.test(path) ? await readJson(path) : await readModule(path);
  return { config: checkConfig(value, path, runsProject), source: path, folder: dirname(path) };
}

async function readPackage(path: string, { runsProject }: Reading): Promise<LoadedConfig | null> {
  const value = existsSync(path) ? await readJson(path, "galley") : null;
  if (typeof value !== "object" || value === null || !("galley" in value)) return null;
  const source = `galley in ${path}`;
  return { config: checkConfig(value.galley, source, runsProject), source, folder: dirname(path) };
}

/** @throws ConfigError also for numbers below `key`, if given, that cannot be kept exactly. */
async function readJson(path: string, key?: string): Promise<unknown> {
  let value: unknown;
  let altered: readonly InexactNumber[];
  try {
    const text = strictText(await readFile(path));
    value = JSON.parse(text);
    altered = [...inexactNumbers(text)].filter((found) => key === undefined || found.path[0] === key);
  } catch (error) {
    throw fault(path, reasonOf(error));
  }
  if (altered.length === 0) return value;
  throw new ConfigError(
    path,
    altered.map(({ literal, path: place }) => ({ path: place, message: inexactMessage(literal) })),
  );
}

async function importDefault(path: string): Promise<unknown> {
  try {
    const module = await importFresh(path);
    if (module.default !== undefined) return module.default;
  } catch (error) {
    throw fault(path, isUnknownExtension(error) ? needsTypeScript(path) : reasonOf(error));
  }
  throw fault(path, "has no default export");
}

async function literalDefault(path: string): Promise<unknown> {
  const data = await readData(path, process.env);
  if ("value" in data) return data.value;
  throw fault(path, data.isCode ? `${data.fault} unless --run-config says so, or --config names the file` : data.fault);
}

/** Node loads TypeScript by itself from 22.18 on; older versions need a loader. */
function needsTypeScript(path: string): string {
  const plain = basename(path).replace(/\.m?ts$/, ".mjs");
  return `needs Node 22.18 or later (this is ${process.versions.node}) or a loader such as tsx; or name it ${plain}`;
}

function isUnknownExtension(error: unknown): boolean {
  return errorCode(error) === "ERR_UNKNOWN_FILE_EXTENSION";
}

function fault(source: string, message: string): ConfigError {
  return new ConfigError(source, [{ path: [], message }]);
}
