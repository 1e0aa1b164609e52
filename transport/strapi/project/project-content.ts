import { resolve } from "node:path";
import type { SchemaDefinition } from "../../../engine/internal.ts";
import { PUBLIC_ROLE, type Roles } from "../../access/roles.ts";
import type { Seed } from "../../library/seed/seed.ts";
import type { Log } from "../../runtime/log.ts";
import { withAccessTypes } from "../archive/access-types.ts";
import { isArchive } from "../archive/is-archive.ts";
import type { ProjectSettings } from "./config/project-settings.ts";
import { loadProject, type Project, type ProjectOptions } from "./load-project.ts";
import { describeFault, ProjectError, type ProjectFault } from "./project-error.ts";

/** The part of a project that a galley serves. */
export interface ProjectContent {
  /** The project's own definition. */
  readonly definition: SchemaDefinition;
  /** The same with the types for users and roles. */
  readonly schema: SchemaDefinition;
  /** The seed of an empty store. */
  readonly seed: Seed<SchemaDefinition> | undefined;
  readonly settings: ProjectSettings;
  /** Visitors may read everything unless a configuration says otherwise. */
  readonly isReadable: boolean;
  /** Its faults, and its warnings. */
  readonly findings: Findings;
  readonly unread: Project["unread"];
}

type Findings = Pick<Project, "faults" | "warnings">;

/**
 * Loads the project at a path, and logs its warnings. `before`: findings of the project that it replaces; only new ones
 * are logged, and only new faults refuse the project.
 *
 * @throws ProjectError with every fault: if nothing can be served or, if `strict`, for any fault.
 */
export async function loadContent(
  path: string,
  options: ProjectOptions,
  log: Log,
  before: Findings | null = null,
): Promise<ProjectContent> {
  const { definition, seed, settings, isReadable, faults, warnings, unread } = await loadProject(path, options);
  const newFaults = before === null ? [] : added(before.faults, faults);
  if (newFaults.length > 0) throw new ProjectError(path, newFaults);
  for (const { file, text } of grouped(added(before?.warnings ?? [], warnings))) log.warn({ file }, text);
  return {
    definition,
    schema: withAccessTypes(definition),
    seed: isArchive(path) ? resolve(path) : seed,
    settings,
    isReadable,
    findings: { faults, warnings },
    unread,
  };
}

/** The faults that are not among the earlier ones. */
function added(before: readonly ProjectFault[], faults: readonly ProjectFault[]): readonly ProjectFault[] {
  const known = new Set(before.map(describeFault));
  return faults.filter((fault) => !known.has(describeFault(fault)));
}

/** Everyone may read content that is meant for reading, unless the configuration says no or has a role `public`. */
export function isOpen(
  isReadable: boolean,
  { open, roles }: { readonly open?: boolean; readonly roles?: Roles },
): boolean {
  return open ?? (isReadable && roles?.[PUBLIC_ROLE] === undefined);
}

/** The first of all warnings with the same words, and the number of the others. */
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
