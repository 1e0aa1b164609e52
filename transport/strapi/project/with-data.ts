import type { DataGalleyOptions, GalleyOptions } from "../../config/galley-options.ts";
import { isUrl } from "../../config/shape-parts.ts";
import type { AnySchema } from "../../library/typed/schema.ts";
import { rowReadingFor } from "../../parts/json-routes/routes-name.ts";
import { FAULTS_ONLY } from "../../runtime/log.ts";
import { withAccessTypes } from "../archive/access-types.ts";
import { inferFile } from "./infer-file.ts";
import { isOpen } from "./project-content.ts";
import { withProject } from "./with-project.ts";

/**
 * The options, with the content types that are inferred from data of json-server, and the data as seed.
 *
 * @throws ProjectError (rejected)
 */
export async function withData<S extends AnySchema>(options: DataGalleyOptions<S>): Promise<GalleyOptions<S>> {
  const { db, ...rest } = options;
  if (typeof db === "string" || isUrl(db)) return withProject<S>({ ...rest, project: db });
  const { logger = FAULTS_ONLY, seed } = options;
  const { contentTypes, seed: rows, notes } = inferFile("db", db, { reading: rowReadingFor(options) });
  for (const { path, message } of notes) logger.warn({}, `db: ${path.join(".")} ${message}`);
  return {
    ...rest,
    // The compiler does not know what data stand for.
    schema: withAccessTypes({ contentTypes }) as AnySchema as S,
    seed: seed ?? (rows as NonNullable<typeof seed>),
    open: isOpen(true, options),
  };
}
