import { join } from "node:path";
import { BUILT_IN_TYPES, isRecord, type SchemaIssue } from "../../../engine/internal.ts";
import type { Environment } from "./config/config-env.ts";
import { loadProjectConfig } from "./config/project-config.ts";
import { findCode } from "./files/find-code.ts";
import { findModels } from "./files/find-models.ts";
import { readData } from "./files/read-data.ts";
import type { Findings } from "./findings.ts";
import { nothingFound } from "./nothing-found.ts";
import type { ProjectFault } from "./project-error.ts";
import type { Source } from "./source.ts";

/** A Strapi project or a folder with the same layout. */
export async function readFolderSource(project: string, environment: Environment, findings: Findings): Promise<Source> {
  // Evaluating its configuration takes a while.
  const reading = loadProjectConfig(project, environment, findings);
  const locale = environment.STRAPI_PLUGIN_I18N_INIT_LOCALE_CODE;
  const found = await findModels(project, findings);
  const models = await Promise.all(
    found.map(async (model) => ({ ...model, data: await readData(join(project, model.file)) })),
  );
  const files = new Map<string, string>();
  const unreadable = new Set<string>();
  const parts = { contentTypes: new Map<string, unknown>(), components: new Map<string, unknown>() };
  for (const { part, uid, file, unrouted, data } of models) {
    const other = files.get(uid);
    if (other !== undefined) {
      findings.fault(file, `is ${uid}, which ${other} is already`);
      continue;
    }
    files.set(uid, file);
    if ("fault" in data) {
      findings.fault(file, data.fault);
      unreadable.add(uid);
    }
    const value = "value" in data ? data.value : null;
    if (part === "components" && isRecord(value) && value.collectionName === undefined)
      findings.fault(file, "is missing", ["collectionName"], "kept");
    if (unrouted) findings.warning(file, "has no REST endpoints: its API has no routes");
    parts[part].set(uid, unrouted && isRecord(value) ? { rest: false, ...value } : withBuiltIn(uid, value));
  }
  if (parts.contentTypes.size === 0 && findings.faults.length === 0) {
    findings.fault(".", await nothingFound(project));
  }
  return {
    contentTypes: Object.fromEntries(parts.contentTypes),
    components: Object.fromEntries(parts.components),
    customFields: {},
    ...(locale && { defaultLocale: locale }),
    config: await reading,
    code: await findCode(project),
    locate: (issue) => locate(issue, files, unreadable),
  };
}

function locate(
  { model, path, message }: SchemaIssue,
  files: ReadonlyMap<string, string>,
  unreadable: ReadonlySet<string>,
): ProjectFault | undefined {
  // Faults of the whole definition are under `contentTypes` or `components` and a uid.
  const [uid, inner] = model === "" ? [path[1] ?? "", path.slice(2)] : [model, path];
  if (unreadable.has(uid)) return undefined;
  const file = files.get(uid);
  return file === undefined ? { file: ".", path: [uid, ...inner], message } : { file, path: inner, message };
}

/**
 * A file under extensions replaces only the keys of its plugin's type that it contains. Attributes that the plugin needs
 * stay: Strapi replaces all of them, and fails where it needs one.
 */
function withBuiltIn(uid: string, value: unknown): unknown {
  const builtIn = BUILT_IN_TYPES.get(uid);
  if (builtIn === undefined || !isRecord(value)) return value;
  const attributes = isRecord(value.attributes) ? { ...builtIn.attributes, ...value.attributes } : value.attributes;
  return { ...builtIn, ...value, ...(attributes !== undefined && { attributes }) };
}
