import { stat } from "node:fs/promises";
import {
  defineSchema,
  type ScalarType,
  type Schema,
  type SchemaDefinition,
  SchemaError,
  type SchemaIssue,
} from "../../../engine/internal.ts";
import type { RowReading } from "../../json-server/json-server-config.ts";
import { isArchive } from "../archive/is-archive.ts";
import { overProject, type ProjectSettings } from "./config/project-settings.ts";
import { doubtsOf } from "./definition/doubts.ts";
import { withPrivateAttributes } from "./definition/private-attributes.ts";
import { repairDefinition } from "./definition/repair-definition.ts";
import { readFileSource } from "./file-source.ts";
import { type DerivedPopulate, derivePopulate, NOTHING_DERIVED } from "./files/derive-populate.ts";
import { readFailure } from "./files/read-failure.ts";
import { Findings } from "./findings.ts";
import { readFolderSource } from "./folder-source.ts";
import { strapi4Of } from "./is-strapi-project.ts";
import { ownCodeNote, type RunsProject } from "./own-code.ts";
import { describeFault, ProjectError, type ProjectFault, type Remedy } from "./project-error.ts";
import type { Source } from "./source.ts";

export interface Project {
  readonly definition: SchemaDefinition;
  readonly schema: Schema;
  /** The seed of an empty store, unchecked; if the project contains one. */
  readonly seed: { readonly [uid: string]: unknown } | undefined;
  /** Visitors may read it unless a configuration says otherwise. */
  readonly isReadable: boolean;
  /** The settings in its configuration. */
  readonly settings: ProjectSettings;
  /** Faults, which `strict` refuses, each with its remedy. */
  readonly faults: readonly ProjectFault[];
  /** Parts that were left out, kept despite a fault, or guessed; each once. */
  readonly warnings: readonly ProjectFault[];
  /** Files with the project's own code, which is not run. */
  readonly code: readonly string[];
  /** `rest.populate` as the middlewares of its routes set it; in the settings with `runsProject: "populate"`. */
  readonly populate: DerivedPopulate["populate"];
  /** The middlewares that set more, or whose source does not tell. */
  readonly underived: DerivedPopulate["notes"];
  /** Files with settings or content types that were not read, as they need to be run (`runCode`). */
  readonly unread: readonly string[];
}

export interface ProjectOptions {
  /** Variables for configuration files: by default the process's. */
  readonly environment?: { readonly [name: string]: string | undefined };
  /** Types of the custom fields in use, which the files of a project do not contain. */
  readonly customFields?: { readonly [uid: string]: ScalarType };
  /** Key of an encrypted archive. */
  readonly key?: string | undefined;
  /** Refuse a project with faults, instead of serving the valid part. */
  readonly strict?: boolean;
  /** Its own code runs: nothing is said of it here. `populate`: only what its route middlewares populate is used. */
  readonly runsProject?: RunsProject;
  /** Whether to run the modules of the project (default); otherwise only literals in them are read. */
  readonly runCode?: boolean;
  /** Of a file of json-server. */
  readonly rowReading?: RowReading | undefined;
}

/**
 * Loads the content types of a Strapi project, of a folder with the same layout, of one file
 * `{ contentTypes, components, seed }`, or of an archive that Strapi exported. Runs the configuration files of a project,
 * as Strapi does, unless `runCode` is false.
 *
 * The smallest part that cannot be served is left out, with a warning.
 *
 * @throws ProjectError with every fault: if nothing can be served or, if `strict`, for any fault.
 */
export async function loadProject(path: string, options: ProjectOptions = {}): Promise<Project> {
  const findings = new Findings();
  const source = await readSource(path, options, findings);
  const { privateAttributes } = source.config;
  const version = strapi4Of(path);
  const settings = version === null ? source.config.settings : asOfStrapi4(source.config.settings);
  // `defineSchema` checks its contents.
  const definition = {
    contentTypes: withPrivateAttributes(source.contentTypes, privateAttributes),
    components: withPrivateAttributes(source.components, privateAttributes),
    customFields: { ...source.customFields, ...options.customFields },
    ...(source.defaultLocale !== undefined && source.defaultLocale !== "en" && { defaultLocale: source.defaultLocale }),
    ...(source.locales !== undefined && { locales: source.locales }),
    // Names of json-server may be of any script.
    ...(source.isReadable && { tolerant: true }),
  } as SchemaDefinition;
  const served = define(definition, source, findings, options);
  const { faults } = findings;
  if (served === undefined || (options.strict && faults.length > 0)) {
    throw new ProjectError(path, faults);
  }
  const { schema, definition: given } = served;
  const { seed, code = [], isReadable = false } = source;
  const { runsProject = false } = options;
  const derived = runsProject === true ? NOTHING_DERIVED : await derivePopulate(path, schema, code);
  if (code.length > 0 && runsProject !== true)
    findings.warning(".", ownCodeNote(code, Object.keys(derived.populate), runsProject));
  if (runsProject === "populate") for (const { file, message } of derived.notes) findings.warning(file, message);
  if (version !== null) {
    findings.warning(
      "package.json",
      `is of Strapi ${version}: REST answers have its form, data.attributes, and take numeric ids (rest.format: "v5" for that of Strapi 5); GraphQL has its types and fields (graphql.format: "v5" for those of Strapi 5)`,
    );
  }
  const warnings = distinct([
    ...faults,
    ...findings.warnings,
    ...doubtsOf(given, schema).flatMap((issue) => source.locate(issue) ?? []),
  ]);
  const isUsed = runsProject === "populate";
  return {
    ...served,
    seed,
    isReadable,
    settings: isUsed ? overProject({ rest: { populate: derived.populate } }, settings) : settings,
    code,
    populate: derived.populate,
    underived: derived.notes,
    unread: findings.unread.toSorted(),
    faults,
    warnings,
  };
}

/** The clients of such a project know the answers of Strapi 4; its own settings win. */
function asOfStrapi4({ rest, ...others }: ProjectSettings): ProjectSettings {
  return { ...others, rest: { format: "v4", ...rest } };
}

function distinct(faults: readonly ProjectFault[]): ProjectFault[] {
  return [...new Map(faults.map((fault) => [describeFault(fault), fault])).values()];
}

async function readSource(path: string, options: ProjectOptions, findings: Findings): Promise<Source> {
  const found = await stat(path).catch((error: unknown) => {
    throw new ProjectError(path, [{ file: ".", path: [], message: `cannot be read: ${readFailure(error)}` }]);
  });
  if (isArchive(path)) {
    const { readArchiveSource } = await import("../archive/read/archive-source.ts");
    return readArchiveSource({ path, key: options.key });
  }
  const { environment = process.env, runCode = true } = options;
  const runsProject = options.runsProject === true;
  if (found.isDirectory()) return readFolderSource(path, { environment, runCode, runsProject }, findings);
  return readFileSource(path, findings, { rowReading: options.rowReading, ...(!runCode && { unrun: environment }) });
}

/** Undefined if no content type can be served. Faults of the definition are added to the findings. */
function define(
  given: SchemaDefinition,
  source: Source,
  findings: Findings,
  { strict = false, runsProject }: ProjectOptions,
): Pick<Project, "definition" | "schema"> | undefined {
  const add = (issue: SchemaIssue, remedy?: Remedy) => {
    const fault = source.locate(issue);
    if (fault !== undefined) findings.faults.push({ ...fault, ...(remedy && { remedy }) });
  };
  try {
    if (strict) return { definition: given, schema: defineSchema(given) };
    const { definition, schema, repaired } = repairDefinition(given);
    for (const { issue, remedy } of repaired) add(issue, remedy);
    // A project may have no more than code, around the types of Strapi's plugins.
    const isEmpty =
      Object.keys(definition.contentTypes).length === 0 && (runsProject !== true || findings.faults.length > 0);
    return isEmpty ? undefined : { definition, schema };
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    for (const issue of error.issues) add(issue);
    return undefined;
  }
}
