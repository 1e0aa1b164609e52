import { stat } from "node:fs/promises";
import { defineSchema, type ScalarType, type Schema, type SchemaDefinition, SchemaError } from "../../engine/index.ts";
import { isArchive } from "../archive/is-archive.ts";
import type { RestConfig } from "../config.ts";
import type { Environment } from "./config-env.ts";
import { readFileSource } from "./file-source.ts";
import { Findings } from "./findings.ts";
import { readFolderSource } from "./folder-source.ts";
import { withPrivateAttributes } from "./private-attributes.ts";
import { ProjectError, type ProjectFault } from "./project-error.ts";
import { reasonOf } from "./reason.ts";
import type { UnknownRecord } from "./record.ts";
import type { Source } from "./source.ts";
import { unknownCustomFields } from "./unknown-custom-fields.ts";

export interface Project {
  readonly definition: SchemaDefinition;
  readonly schema: Schema;
  /** What an empty content base begins with, unchecked; where the project holds it. */
  readonly seed: UnknownRecord | undefined;
  /** The values found in `config/api`. */
  readonly rest: RestConfig;
  /** What was left out or guessed. */
  readonly warnings: readonly ProjectFault[];
}

export interface ProjectOptions {
  /** Variables that configuration files read: those of the process when absent. */
  readonly environment?: Environment;
  /** Types of the custom fields in use, which the files of a project do not tell. */
  readonly customFields?: { readonly [uid: string]: ScalarType };
  /** Of an encrypted archive. */
  readonly key?: string | undefined;
}

/**
 * The content types of a Strapi project, of a folder with the same layout, of one file
 * `{ contentTypes, components, seed }`, or of an archive that Strapi exported. Runs the configuration files of a project,
 * as Strapi does.
 *
 * Rejects with a ProjectError that holds every fault: unreadable files, malformed JSON, faults of content types.
 */
export async function loadProject(path: string, options: ProjectOptions = {}): Promise<Project> {
  const findings = new Findings();
  const source = await readSource(path, options, findings);
  const { rest, privateAttributes } = source.config;
  // What it is made of is for defineSchema to check.
  const definition = {
    contentTypes: withPrivateAttributes(source.contentTypes, privateAttributes),
    components: withPrivateAttributes(source.components, privateAttributes),
    customFields: { ...source.customFields, ...options.customFields },
  } as SchemaDefinition;
  const schema = define(definition, source, findings);
  if (schema === undefined || findings.faults.length > 0) throw new ProjectError(path, findings.faults);
  const guesses = unknownCustomFields(definition).flatMap((issue) => source.locate(issue) ?? []);
  return { definition, schema, seed: source.seed, rest, warnings: [...findings.warnings, ...guesses] };
}

async function readSource(path: string, options: ProjectOptions, findings: Findings): Promise<Source> {
  const found = await stat(path).catch((error: unknown) => {
    throw new ProjectError(path, [{ file: ".", path: [], message: `cannot be read: ${reasonOf(error)}` }]);
  });
  if (isArchive(path)) {
    const { readArchiveSource } = await import("../archive/archive-source.ts");
    return readArchiveSource({ path, key: options.key });
  }
  if (found.isDirectory()) return readFolderSource(path, options.environment ?? process.env, findings);
  return readFileSource(path, findings);
}

function define(definition: SchemaDefinition, source: Source, findings: Findings): Schema | undefined {
  try {
    return defineSchema(definition);
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    findings.faults.push(...error.issues.flatMap((issue) => source.locate(issue) ?? []));
    return undefined;
  }
}
