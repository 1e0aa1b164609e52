import { join } from "node:path";
import { BUILT_IN_TYPES, isRecord, type SchemaIssue, type UnknownRecord } from "../../../engine/internal.ts";
import type { Reading } from "./config/config-env.ts";
import { loadProjectConfig } from "./config/project-config.ts";
import { findCode } from "./files/find-code.ts";
import { findModels } from "./files/find-models.ts";
import { readData } from "./files/read-data.ts";
import type { Findings } from "./findings.ts";
import { isStrapiProject } from "./is-strapi-project.ts";
import { nothingFound } from "./nothing-found.ts";
import type { ProjectFault } from "./project-error.ts";
import { recordAt } from "./record.ts";
import type { Source } from "./source.ts";

/** A Strapi project or a folder with the same layout. */
export async function readFolderSource(project: string, reading: Reading, findings: Findings): Promise<Source> {
  // Evaluating its configuration takes a while.
  const config = loadProjectConfig(project, reading, findings);
  const { environment, runCode } = reading;
  const locale = environment.STRAPI_PLUGIN_I18N_INIT_LOCALE_CODE;
  const found = await findModels(project, findings);
  const models = await Promise.all(
    found.map(async (model) => ({
      ...model,
      data: await readData(join(project, model.file), runCode ? undefined : environment),
    })),
  );
  const files = new Map<string, string>();
  const unreadable = new Set<string>();
  const parts = { contentTypes: new Map<string, unknown>(), components: new Map<string, unknown>() };
  const pluginTypes = new Map<string, UnknownRecord>();
  for (const { part, uid: uidOfFile, file, unrouted, ofPlugin, data } of models) {
    const value = "value" in data ? data.value : null;
    const uid = ofPlugin ? withSingularName(uidOfFile, value) : uidOfFile;
    const other = files.get(uid);
    const extended = ofPlugin ? undefined : pluginTypes.get(uid);
    if (other !== undefined && extended === undefined) {
      findings.fault(file, `is ${uid}, which ${other} is already`);
      continue;
    }
    files.set(uid, file);
    if ("isCode" in data) findings.unread.push(file);
    if ("fault" in data) {
      findings.fault(file, data.fault);
      unreadable.add(uid);
    }
    if (ofPlugin && isRecord(value)) pluginTypes.set(uid, value);
    if (part === "components" && isRecord(value) && value.collectionName === undefined)
      findings.fault(file, "is missing", ["collectionName"], "kept");
    if (unrouted) findings.warning(file, "has no REST endpoints: its API has no routes");
    const whole = isRecord(value) ? { ...(unrouted && { rest: false }), ...extended, ...value } : value;
    parts[part].set(uid, withBuiltIn(uid, whole));
  }
  const isServed = reading.runsProject && isStrapiProject(project);
  if (parts.contentTypes.size === 0 && findings.faults.length === 0 && !isServed) {
    findings.fault(".", await nothingFound(project));
  }
  return {
    contentTypes: Object.fromEntries(parts.contentTypes),
    components: Object.fromEntries(parts.components),
    customFields: {},
    ...(locale && { defaultLocale: locale }),
    config: await config,
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

/** The uid that Strapi gives a type of a plugin, in place of the uid by its file. */
function withSingularName(uid: string, type: unknown): string {
  const { singularName } = recordAt(recordAt({ type }, "type"), "info");
  return typeof singularName === "string" ? uid.slice(0, uid.lastIndexOf(".") + 1) + singularName : uid;
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
