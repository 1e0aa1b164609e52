import { fileURLToPath } from "node:url";
import type { GalleyOptions, ProjectGalleyOptions } from "../../config/galley-options.ts";
import type { AnySchema } from "../../library/typed/schema.ts";
import { rowReadingFor } from "../../parts/json-routes/routes-name.ts";
import { FAULTS_ONLY } from "../../runtime/log.ts";
import type { ProjectCodeOptions } from "../code/project-code-options.ts";
import { overProject } from "./config/project-settings.ts";
import { defaultProfile } from "./is-strapi-project.ts";
import { isOpen, loadContent } from "./project-content.ts";

/**
 * The options, with the settings of the project named in them; the options themselves take precedence.
 *
 * @throws ProjectError (rejected)
 */
export async function withProject<S extends AnySchema>(
  options: ProjectGalleyOptions<S>,
): Promise<GalleyOptions<S> & { readonly projectCode?: ProjectCodeOptions }> {
  const { project, strict, run, ...rest } = options;
  const path = typeof project === "string" ? project : fileURLToPath(project);
  const { logger = FAULTS_ONLY, seedKey: key, seed, jsonServer, routes } = options;
  const content = await loadContent(
    path,
    { key, strict: strict ?? false, runsProject: run ?? false, rowReading: rowReadingFor({ jsonServer, routes }) },
    logger,
  );
  const begins = seed ?? content.seed;
  return {
    ...overProject(content.settings, rest),
    // The caller gives the compiler the project's types, as written by `galley types`.
    schema: content.schema as AnySchema as S,
    ...(begins !== undefined && { seed: begins as NonNullable<typeof seed> }),
    profile: options.profile ?? defaultProfile(path),
    open: isOpen(content.isReadable, options),
    ...(run === true && { projectCode: { project: path, strict: strict ?? false } }),
  };
}
