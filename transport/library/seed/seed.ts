import type { Galley } from "../galley.ts";
import type { AnySchema } from "../typed/schema.ts";
import type { SeedData } from "../typed/seed-data.ts";

/**
 * What an empty galley begins with: entries by type; a function that writes them or gives them back; or the path of a
 * JSON file that holds them, of a module whose default export they are, or of an archive that Strapi exported.
 */
export type Seed<S extends AnySchema> = SeedData<S> | SeedFunction<S> | string | URL;

export type SeedFunction<S extends AnySchema> = (
  galley: Galley<S>,
) => SeedData<S> | undefined | Promise<SeedData<S> | undefined> | Promise<void>;
