import { resolve } from "node:path";
import type { SchemaDefinition } from "../../engine/index.ts";
import { withAccessTypes } from "../archive/access-types.ts";
import { isArchive } from "../archive/is-archive.ts";
import type { RestConfig } from "../config.ts";
import type { Roles } from "../content/roles.ts";
import type { Log } from "../log.ts";
import type { Seed } from "../seed/seed.ts";
import { loadProject, type ProjectOptions } from "./load-project.ts";
import { describeFault, type ProjectFault } from "./project-error.ts";

/** What a galley serves of a project. */
export interface ProjectContent {
  /** What the project declares itself. */
  readonly definition: SchemaDefinition;
  /** The same with the types for users and roles. */
  readonly schema: SchemaDefinition;
  /** What an empty content base begins with. */
  readonly seed: Seed<SchemaDefinition> | undefined;
  readonly rest: RestConfig;
  /** Visitors may read everything where no configuration says otherwise. */
  readonly isReadable: boolean;
}

/**
 * Loads the project at a path, and tells the log its warnings.
 *
 * @throws ProjectError with every fault: where nothing can be served or, when `strict`, where there is one.
 */
export async function loadContent(path: string, options: ProjectOptions, log: Log): Promise<ProjectContent> {
  const { definition, seed, rest, isReadable, warnings } = await loadProject(path, options);
  for (const { file, text } of grouped(warnings)) log.warn({ file }, text);
  return {
    definition,
    schema: withAccessTypes(definition),
    seed: isArchive(path) ? resolve(path) : seed,
    rest,
    isReadable,
  };
}

/** The roles given; visitors may read what is there to be read, unless the role `public` is among them. */
export function rolesFor(isReadable: boolean, roles: Roles = {}): Roles {
  return isReadable ? { public: { "*": ["find", "findOne"] }, ...roles } : roles;
}

/** The first of all warnings with the same words, and how many more there are of it. */
function grouped(warnings: readonly ProjectFault[]): { readonly file: string; readonly text: string }[] {
  const first = new Map<string, { readonly warning: ProjectFault; count: number }>();
  for (const warning of warnings) {
    const same = first.get(warning.message);
    if (same === undefined) first.set(warning.message, { warning, count: 1 });
    else same.count++;
  }
  return [...first.values()].map(({ warning, count }) => ({
    file: warning.file,
    text: describeFault(warning) + (count > 1 ? `, and ${count - 1} more` : ""),
  }));
}
