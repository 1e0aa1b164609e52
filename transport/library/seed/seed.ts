import type { Galley } from "../galley.ts";
import type { AnySchema } from "../typed/schema.ts";
import type { SeedData } from "../typed/seed-data.ts";

/**
 * The initial content of an empty galley: entries by type; a function that writes them or returns them; or the path of a
 * JSON file that contains them, of a module that exports them by default, or of an archive that Strapi exported.
 */
export type Seed<S extends AnySchema> = SeedData<S> | SeedFunction<S> | string | URL;

export type SeedFunction<S extends AnySchema> = (
  galley: Galley<S>,
) => SeedData<S> | undefined | Promise<SeedData<S> | undefined> | Promise<void>;
