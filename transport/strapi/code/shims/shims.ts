import { createCoreController } from "../controllers/create-core-controller.ts";
import { createCoreRouter } from "../controllers/create-core-router.ts";
import type { Shims } from "../loading/module-loader.ts";
import { createCoreService } from "../services/core-service.ts";
import type { Loose } from "../strapi-object.ts";
import { UTILS_SHIM } from "./utils-shim.ts";

/**
 * Stands in for a package of Strapi whose work is done otherwise here, such as `@strapi/logger` for `config/logger`: all of it
 * is accepted, without effect.
 */
const ANYTHING: Loose = new Proxy(function anything() {}, {
  get: (_, member) => {
    if (member === "__esModule") return true;
    return typeof member === "symbol" || member === "then" ? undefined : ANYTHING;
  },
  apply: () => ANYTHING,
  construct: () => ANYTHING,
});

/** `isDatabaseClientKind` of `@strapi/database`, by which new projects check `config/database`. */
const KINDS: ReadonlySet<unknown> = new Set(["mysql", "postgres", "sqlite"]);

/** Stand-ins for the packages of Strapi, which take seconds to load and need a database. */
export const SHIMS: Shims = {
  "@strapi/strapi": { factories: { createCoreController, createCoreRouter, createCoreService } },
  "@strapi/utils": UTILS_SHIM,
  "@strapi/types": {},
  "@strapi/database": { isDatabaseClientKind: (client: unknown) => KINDS.has(client) },
  "@strapi/logger": ANYTHING,
};
