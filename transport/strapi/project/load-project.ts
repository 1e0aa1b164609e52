import { stat } from "node:fs/promises";
import {
  defineSchema,
  type ScalarType,
  type Schema,
  type SchemaDefinition,
  SchemaError,
  type SchemaIssue,
} from "../../../engine/internal.ts";
import { isArchive } from "../archive/is-archive.ts";
import { readFileSource } from "./file-source.ts";
import { Findings } from "./findings.ts";
import { readFolderSource } from "./folder-source.ts";
import { mendDefinition } from "./mend.ts";
import { withPrivateAttributes } from "./private-attributes.ts";
import { describeFault, ProjectError, type ProjectFault, type Remedy } from "./project-error.ts";
import type { ProjectSettings } from "./project-settings.ts";
import { readFailure } from "./read-failure.ts";
import type { Source } from "./source.ts";
import { unknownCustomFields } from "./unknown-custom-fields.ts";

export interface Project {
  readonly definition: SchemaDefinition;
  readonly schema: Schema;
  /** What an empty content base begins with, unchecked; where the project holds it. */
  readonly seed: { readonly [uid: string]: unknown } | undefined;
  /** Visitors may read it where no configuration says otherwise. */
  readonly isReadable: boolean;
  /** What its configuration says. */
  readonly settings: ProjectSettings;
  /** What `strict` refuses, with what became of it. */
  readonly faults: readonly ProjectFault[];
  /** What was left out, kept in spite of a fault, or guessed; each once. */
  readonly warnings: readonly ProjectFault[];
  /** Files with code of the project's own, which is not run. */
  readonly code: readonly string[];
}

export interface ProjectOptions {
  /** Variables that configuration files read: those of the process when absent. */
  readonly environment?: { readonly [name: string]: string | undefined };
  /** Types of the custom fields in use, which the files of a project do not contain. */
  readonly customFields?: { readonly [uid: string]: ScalarType };
  /** Of an encrypted archive. */
  readonly key?: string | undefined;
  /** Refuses a project with faults, instead of serving what can be served of it. */
  readonly strict?: boolean;
}

/**
 * The content types of a Strapi project, of a folder with the same layout, of one file
 * `{ contentTypes, components, seed }`, or of an archive that Strapi exported. Runs the configuration files of a project,
 * as Strapi does.
 *
 * What cannot be served is left out, the smallest part of it that will do, with a warning.
 *
 * @throws ProjectError with every fault: where nothing can be served or, when `strict`, where there is one.
 */
export async function loadProject(path: string, options: ProjectOptions = {}): Promise<Project> {
  const findings = new Findings();
  const source = await readSource(path, options, findings);
  const { settings, privateAttributes } = source.config;
  // What it is made of is for defineSchema to check.
  const definition = {
    contentTypes: withPrivateAttributes(source.contentTypes, privateAttributes),
    components: withPrivateAttributes(source.components, privateAttributes),
    customFields: { ...source.customFields, ...options.customFields },
    ...(source.defaultLocale !== undefined && source.defaultLocale !== "en" && { defaultLocale: source.defaultLocale }),
    ...(source.locales !== undefined && { locales: source.locales }),
  } as SchemaDefinition;
  const served = define(definition, source, findings, options.strict ?? false);
  const { faults } = findings;
  if (served === undefined || (options.strict && faults.length > 0)) {
    throw new ProjectError(
      path,
      faults.map(({ remedy, ...fault }) => fault),
    );
  }
  const guesses = unknownCustomFields(served.definition).flatMap((issue) => source.locate(issue) ?? []);
  const { seed, code = [], isReadable = false } = source;
  if (code.length > 0) findings.warning(".", `code of its own is not run: ${listed(code)}`);
  const warnings = distinct([...faults, ...findings.warnings, ...guesses]);
  return { ...served, seed, isReadable, settings, code, faults, warnings };
}

/** So many fit on a line. */
const MAX_LISTED = 3;

function listed(files: readonly string[]): string {
  const others = files.length - MAX_LISTED;
  return files.slice(0, MAX_LISTED).join(", ") + (others > 0 ? ` and ${others} more` : "");
}

function distinct(faults: readonly ProjectFault[]): ProjectFault[] {
  return [...new Map(faults.map((fault) => [describeFault(fault), fault])).values()];
}

async function readSource(path: string, options: ProjectOptions, findings: Findings): Promise<Source> {
  const found = await stat(path).catch((error: unknown) => {
    throw new ProjectError(path, [{ file: ".", path: [], message: `cannot be read: ${readFailure(error)}` }]);
  });
  if (isArchive(path)) {
    const { readArchiveSource } = await import("../archive/archive-source.ts");
    return readArchiveSource({ path, key: options.key });
  }
  if (found.isDirectory()) return readFolderSource(path, options.environment ?? process.env, findings);
  return readFileSource(path, findings);
}

/** Undefined when no content type can be served. What is wrong with the definition is added to the findings. */
function define(
  given: SchemaDefinition,
  source: Source,
  findings: Findings,
  strict: boolean,
): Pick<Project, "definition" | "schema"> | undefined {
  const add = (issue: SchemaIssue, remedy?: Remedy) => {
    const fault = source.locate(issue);
    if (fault !== undefined) findings.faults.push({ ...fault, ...(remedy && { remedy }) });
  };
  try {
    if (strict) return { definition: given, schema: defineSchema(given) };
    const { definition, schema, mended } = mendDefinition(given);
    for (const { issue, remedy } of mended) add(issue, remedy);
    return Object.keys(definition.contentTypes).length > 0 ? { definition, schema } : undefined;
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    for (const issue of error.issues) add(issue);
    return undefined;
  }
}
