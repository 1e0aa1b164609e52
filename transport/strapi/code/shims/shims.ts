import type { Shims } from "../loading/module-loader.ts";
import { ANYTHING } from "./anything.ts";
import { STRAPI_SHIM } from "./strapi-shim.ts";
import { UTILS_SHIM } from "./utils-shim.ts";

/** `isDatabaseClientKind` of `@strapi/database`, by which new projects check `config/database`. */
const KINDS: ReadonlySet<unknown> = new Set(["mysql", "postgres", "sqlite"]);

/** Stand-ins for the packages of Strapi, which take seconds to load and need a database. */
export const SHIMS: Shims = {
  "@strapi/strapi": STRAPI_SHIM,
  "@strapi/utils": UTILS_SHIM,
  "@strapi/types": {},
  "@strapi/database": { isDatabaseClientKind: (client: unknown) => KINDS.has(client) },
  "@strapi/logger": ANYTHING,
};
