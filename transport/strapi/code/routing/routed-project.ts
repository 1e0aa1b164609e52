import type { Store } from "../../../../storage/core.ts";
import type { StrapiServer } from "../object/strapi-server.ts";
import type { ProjectModules } from "../project-modules.ts";
import type { StrapiObject } from "../strapi-object.ts";

/** A project whose code runs, as its routes need it. */
export interface RoutedProject {
  readonly modules: Pick<ProjectModules, "apis" | "plugins" | "policies" | "middlewares" | "config" | "failed">;
  readonly strapi: StrapiObject;
  readonly server: StrapiServer;
  /** Runs code for a request to the galley, or the fork, with this content. */
  within<T>(store: Store, ctx: unknown, work: () => T): T;
}
